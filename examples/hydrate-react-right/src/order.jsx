import { useEffect, useState } from 'react';

function summaryOf({ name, note, oat, size, shots }) {
  const parts = [
    `${size} coffee for ${name.trim() || 'someone'}`,
    oat ? 'oat milk' : 'cow’s milk',
    shots === 1 ? 'one shot' : `${shots} shots`,
  ];
  if (note.trim() !== '') parts.push(`“${note.trim()}”`);
  return `${parts.join(', ')}.`;
}

// Effects run only where the page lives, so what the server sends is disabled.
function useLive() {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return live;
}

export function Order() {
  const live = useLive();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [oat, setOat] = useState(false);
  const [size, setSize] = useState('Small');
  const [shots, setShots] = useState(1);

  return (
    <main>
      <h1>Coffee to go</h1>
      <p className="lead">We call your name when it is ready.</p>
      <fieldset className="fields" disabled={!live}>
        <label htmlFor="name">Name on the cup</label>
        <input id="name" type="text" autoComplete="off" value={name}
          onChange={(event) => setName(event.target.value)} />
        <label htmlFor="note">Note</label>
        <input id="note" type="text" autoComplete="off" defaultValue=""
          onChange={(event) => setNote(event.target.value)} />
        <label className="tick">
          <input id="oat" type="checkbox" checked={oat} onChange={(event) => setOat(event.target.checked)} />
          Oat milk
        </label>
        <label htmlFor="size">Size</label>
        <select id="size" value={size} onChange={(event) => setSize(event.target.value)}>
          <option>Small</option>
          <option>Medium</option>
          <option>Large</option>
        </select>
        <span className="quiet">Shots</span>
        <div>
          <b id="count">{shots}</b>
          <button id="more" type="button" onClick={() => setShots(shots + 1)}>Add a shot</button>
        </div>
      </fieldset>
      <p id="summary">{summaryOf({ name, note, oat, size, shots })}</p>
    </main>
  );
}
