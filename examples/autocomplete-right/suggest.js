import { showSuggestions } from './suggestion_list.js';

const field = document.querySelector('#q');
const list = document.querySelector('#suggestions');
let underWay = new AbortController();

async function suggest(query, signal) {
  const response = await fetch(`cities?q=${encodeURIComponent(query)}`, { signal });
  const cities = await response.json();
  signal.throwIfAborted();
  showSuggestions(list, cities, query);
}

field.addEventListener('input', () => {
  underWay.abort();
  underWay = new AbortController();
  suggest(field.value.trim(), underWay.signal).catch((error) => {
    if (error.name !== 'AbortError') throw error;
  });
});
