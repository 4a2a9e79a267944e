import { showSuggestions } from './suggestion_list.js';

const field = document.querySelector('#q');
const list = document.querySelector('#suggestions');
let latest = 0;

field.addEventListener('input', async () => {
  const mine = ++latest;
  const query = field.value.trim();
  const response = await fetch(`cities?q=${encodeURIComponent(query)}`);
  const cities = await response.json();
  if (mine === latest) showSuggestions(list, cities, query);
});
