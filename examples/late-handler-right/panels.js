'use strict';

const panel = document.getElementById('panel');

const contents = {
  hours: '<h2>Opening hours</h2>Tuesday to Saturday, from ten to seven',
  search: '<h2>Search</h2><input id="query" type="text" aria-label="Title or author" placeholder="Title or author">',
};

window.library.show = (id) => {
  panel.innerHTML = contents[id];
  panel.hidden = false;
};

if (window.library.wanted) window.library.show(window.library.wanted);
