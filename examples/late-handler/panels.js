'use strict';

const panel = document.getElementById('panel');

function show(content) {
  panel.innerHTML = content;
  panel.hidden = false;
}

document.getElementById('hours').addEventListener('click', () => {
  show('<h2>Opening hours</h2>Tuesday to Saturday, from ten to seven');
});

// The link is for browsers without scripts; with them the search opens in place.
document.getElementById('search').addEventListener('click', (event) => {
  event.preventDefault();
  show('<h2>Search</h2><input id="query" type="text" aria-label="Title or author" placeholder="Title or author">');
});
