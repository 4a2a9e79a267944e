'use strict';

function openPanel() {
  closePanel();
  const panel = document.createElement('div');
  panel.id = 'panel';
  panel.className = 'panel';
  panel.innerHTML = '<button id="close" type="button">Close</button><h2 id="title">Loading…</h2><p id="summary"></p>';
  document.body.append(panel);
  document.getElementById('close').addEventListener('click', closePanel);
}

function closePanel() {
  const panel = document.getElementById('panel');
  if (panel) panel.remove();
}

function fillPanel(article) {
  document.getElementById('title').textContent = article.title;
  document.getElementById('summary').textContent = article.summary;
}

function preview(name) {
  openPanel();
  const request = new XMLHttpRequest();
  request.responseType = 'json';
  request.addEventListener('load', () => fillPanel(request.response));
  request.open('GET', 'article?name=' + name);
  request.send();
}

for (const button of document.querySelectorAll('[data-article]')) {
  button.addEventListener('click', () => preview(button.dataset.article));
}
