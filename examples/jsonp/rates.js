'use strict';

const heading = document.getElementById('heading');
const table = document.getElementById('rates');
const buttons = Array.from(document.querySelectorAll('[data-base]'));

// The rates are served for use from any site, as a script that calls back.
function requestRates(base) {
  const script = document.createElement('script');
  script.src = 'rates?base=' + base + '&callback=showRates';
  script.onload = () => script.remove();
  script.onerror = () => { heading.textContent = 'The rates could not be loaded'; };
  document.head.appendChild(script);
}

function showRates(answer) {
  table.textContent = '';
  for (const [currency, rate] of Object.entries(answer.rates)) {
    const row = table.insertRow();
    row.insertCell().textContent = currency;
    const cell = row.insertCell();
    cell.textContent = rate.toFixed(4);
    cell.className = 'number';
  }
}

function choose(button) {
  buttons.forEach((other) => other.classList.toggle('active', other === button));
  heading.textContent = 'One ' + button.dataset.base + ' buys';
  requestRates(button.dataset.base);
}

buttons.forEach((button) => button.addEventListener('click', () => choose(button)));
