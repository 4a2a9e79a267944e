import { connect } from './connection.js';

const log = document.querySelector('#log');
const text = document.querySelector('#text');
const me = new URLSearchParams(location.search).get('name') ?? 'Ann';
const client = Math.random().toString(36).slice(2, 10);
const mine = new Set();

function show({ from, text: words }) {
  const item = document.createElement('li');
  const name = document.createElement('span');
  name.className = 'from';
  name.textContent = from;
  item.append(name, ' ', words);
  log.append(item);
  log.scrollTop = log.scrollHeight;
}

const connection = connect('room', (message) => {
  // What was written here is already in the log.
  if (!mine.delete(message.id)) show(message);
});

let count = 0;
document.querySelector('#form').addEventListener('submit', (event) => {
  event.preventDefault();
  const words = text.value.trim();
  if (words === '') return;
  const message = { id: `${client}-${++count}`, from: me, text: words };
  mine.add(message.id);
  show(message);
  connection.send(message);
  text.value = '';
});

document.querySelector('#me').textContent = me;
