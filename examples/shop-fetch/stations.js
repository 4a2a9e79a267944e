import { stationCard } from './station_card.js';

const result = document.querySelector('#result');
const filters = new Set();

async function fetchStations() {
  const query = new URLSearchParams({ filter: [...filters].join(',') });
  const response = await fetch(`stations?${query}`);
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return response.json();
}

async function refresh() {
  result.replaceChildren();
  try {
    const stations = await fetchStations();
    const heading = document.createElement('h2');
    heading.textContent = stations.length === 1 ? '1 station' : `${stations.length} stations`;
    result.replaceChildren(heading, ...stations.map(stationCard));
  } catch (error) {
    result.textContent = `The stations could not be loaded. ${error.message}`;
  }
}

function toggle(button) {
  const { filter } = button.dataset;
  if (!filters.delete(filter)) filters.add(filter);
  button.setAttribute('aria-pressed', String(filters.has(filter)));
}

for (const button of document.querySelectorAll('[data-filter]')) {
  button.addEventListener('click', async () => {
    toggle(button);
    await refresh();
  });
}

await refresh();
