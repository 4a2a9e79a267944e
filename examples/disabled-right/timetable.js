'use strict';

const days = [...document.querySelectorAll('#days button')];
const hours = document.querySelector('#hours');

function setBusy(busy) {
  for (const day of days) day.disabled = busy;
}

function showHours(sessions) {
  hours.replaceChildren();
  for (const { time, pool, lanes } of sessions) {
    const row = hours.insertRow();
    row.insertCell().textContent = time;
    row.insertCell().textContent = pool;
    const cell = row.insertCell();
    cell.textContent = lanes;
    cell.className = 'number';
  }
}

async function choose(button) {
  for (const day of days) day.classList.toggle('active', day === button);
  setBusy(true);
  try {
    const response = await fetch('timetable?day=' + button.id);
    showHours(await response.json());
  } finally {
    setBusy(false);
  }
}

for (const day of days) day.addEventListener('click', () => choose(day));
