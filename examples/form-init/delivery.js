'use strict';

const form = document.getElementById('form');
const state = document.getElementById('state');

// Starts from the address of the last delivery.
async function fillIn() {
  const response = await fetch('profile');
  const profile = await response.json();
  for (const [name, value] of Object.entries(profile)) {
    form.elements[name].value = value;
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { street, city } = form.elements;
  await fetch('profile', { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  state.textContent = `We deliver to ${street.value}, ${city.value}.`;
});

fillIn();
