'use strict';

const ticker = document.getElementById('ticker');
const goals = document.getElementById('goals');

function append(kind, { minute, text }) {
  const item = document.createElement('li');
  const time = document.createElement('span');
  item.className = kind;
  time.className = 'minute';
  time.textContent = `${minute}′`;
  item.append(time, text);
  ticker.append(item);
}

function applyFilter(goalsOnly) {
  for (const item of ticker.children) {
    item.hidden = goalsOnly && !item.classList.contains('goal');
  }
}

goals.addEventListener('click', () => {
  const goalsOnly = goals.getAttribute('aria-pressed') !== 'true';
  goals.setAttribute('aria-pressed', String(goalsOnly));
  applyFilter(goalsOnly);
});

const feed = new EventSource('feed');
for (const kind of ['goal', 'corner', 'card']) {
  feed.addEventListener(kind, (event) => append(kind, JSON.parse(event.data)));
}
feed.addEventListener('end', (event) => {
  document.getElementById('state').textContent = JSON.parse(event.data).text;
  feed.close();
});
