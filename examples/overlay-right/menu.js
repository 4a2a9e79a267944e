'use strict';

const busy = document.querySelector('#busy');
const dishes = document.querySelector('#dishes');

async function choose(meal) {
  busy.hidden = false;
  try {
    const response = await fetch('menu?meal=' + meal);
    const items = (await response.json()).map((dish) => {
      const item = document.createElement('li');
      item.textContent = dish;
      return item;
    });
    dishes.replaceChildren(...items);
  } finally {
    busy.hidden = true;
  }
}

for (const meal of ['lunch', 'dinner']) {
  document.querySelector('#' + meal).addEventListener('click', () => choose(meal));
}
