// Puts the cities, or a word about their absence, into the list.
export function showSuggestions(list, cities, query) {
  if (query !== '' && cities.length === 0) {
    const item = document.createElement('li');
    item.className = 'quiet';
    item.textContent = 'No destination of this name';
    list.replaceChildren(item);
    return;
  }
  list.replaceChildren(...cities.map(({ name, country }) => {
    const item = document.createElement('li');
    const where = document.createElement('span');
    where.className = 'country';
    where.textContent = country;
    item.append(name, where);
    return item;
  }));
}
