import { showSuggestions } from './suggestion_list.js';

const field = document.querySelector('#q');
const list = document.querySelector('#suggestions');

field.addEventListener('input', async () => {
  const query = field.value.trim();
  const response = await fetch(`cities?q=${encodeURIComponent(query)}`);
  showSuggestions(list, await response.json(), query);
});
