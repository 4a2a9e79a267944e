'use strict';

const answers = new Map(); // by language
let chosen = null;

function show() {
  const answer = answers.get(chosen);
  document.querySelector('#word').textContent = answer ? answer.word : '…';
  document.querySelector('#meaning').textContent = answer ? answer.meaning : '';
}

async function choose(language) {
  chosen = language;
  show();
  const response = await fetch('word?language=' + language);
  answers.set(language, await response.json());
  show();
}

for (const language of ['da', 'fi']) {
  document.querySelector('#' + language).addEventListener('click', () => choose(language));
}
