'use strict';

const buttons = [...document.querySelectorAll('button')];

async function report(city) {
  const response = await fetch('weather?city=' + city);
  parent.postMessage({ type: 'weather', city, report: await response.json() }, location.origin);
}

for (const button of buttons) {
  button.addEventListener('click', () => {
    for (const other of buttons) other.classList.toggle('active', other === button);
    report(button.id);
  });
}
