import { useState } from 'react';

function Answer({ name, guests }) {
  if (name === '') return <p id="answer" className="quiet">Please tell us your name.</p>;
  return (
    <p id="answer">
      Thank you, {name}. We expect {guests === 1 ? 'one guest' : `${guests} guests`}.
    </p>
  );
}

export function Invitation({ title, date, place }) {
  const [name, setName] = useState('');
  const [guests, setGuests] = useState(1);

  return (
    <main>
      <h1>{title}</h1>
      <p className="lead">{date}, {place}</p>
      <div className="row">
        <label htmlFor="name">Your name</label>
        <input id="name" type="text" autoComplete="off" value={name}
          onChange={(event) => setName(event.target.value)} />
      </div>
      <div className="row">
        <span className="quiet">Guests</span>
        <button id="fewer" type="button" disabled={guests === 1} onClick={() => setGuests(guests - 1)}>−</button>
        <b id="guests">{guests}</b>
        <button id="more" type="button" onClick={() => setGuests(guests + 1)}>+</button>
      </div>
      <Answer name={name.trim()} guests={guests} />
    </main>
  );
}
