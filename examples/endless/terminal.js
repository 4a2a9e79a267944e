'use strict';

const byId = (id) => document.getElementById(id);

function showTime() {
  byId('clock').textContent = new Date().toTimeString().slice(0, 8);
}

async function pollQueue() {
  try {
    const response = await fetch('queue');
    byId('waiting').textContent = (await response.json()).cars;
  } catch {
    byId('waiting').textContent = 'unknown';
  }
  setTimeout(pollQueue, 1000);
}

// The ferry crosses the strip in eight seconds, then starts again.
function moveFerry(now) {
  const track = byId('ferry').parentElement.clientWidth + 48;
  byId('ferry').style.left = `${(now / 8000 % 1) * track - 48}px`;
  requestAnimationFrame(moveFerry);
}

let tickets = 0;
byId('ticket').addEventListener('click', () => {
  tickets += 1;
  byId('tickets').textContent = tickets === 1 ? 'You hold 1 ticket' : `You hold ${tickets} tickets`;
  byId('drawer').classList.add('open');
});

showTime();
setInterval(showTime, 1000);
setTimeout(() => { byId('banner').hidden = false; }, 5000);
pollQueue();
requestAnimationFrame(moveFerry);
