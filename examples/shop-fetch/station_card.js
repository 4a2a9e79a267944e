const labels = { wash: 'Car wash', diesel: 'Diesel', store: 'Store', restroom: 'Restroom' };

function element(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

export function stationCard({ name, address, miles, tags }) {
  return element('article', 'station',
    element('div', '',
      element('p', '', element('b', '', name)),
      element('p', 'quiet', address),
      element('p', '', ...tags.map((tag) => element('span', 'tag', labels[tag])))),
    element('p', 'miles', `${miles.toFixed(1)} mi`));
}
