'use strict';

function show({ station, days }) {
  document.getElementById('station').textContent = station;
  const body = document.getElementById('days');
  body.replaceChildren();
  for (const { day, sky, high, low } of days) {
    const row = body.insertRow();
    row.insertCell().textContent = day;
    row.insertCell().textContent = sky;
    const cell = row.insertCell();
    cell.textContent = `${low}° to ${high}°`;
    cell.className = 'number';
  }
}

window.addEventListener('message', (event) => {
  if (event.origin === location.origin && event.data.type === 'show') show(event.data.report);
});
