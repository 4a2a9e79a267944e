import { useMemo, useState } from 'preact/hooks';
import { Link } from './router.jsx';

const orders = {
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  length: (a, b) => a.km - b.km,
  climb: (a, b) => a.climb - b.climb,
};

function matching(trails, text, region, order) {
  const words = text.trim().toLowerCase();
  return trails
    .filter((trail) => trail.name.toLowerCase().includes(words))
    .filter((trail) => region === '' || trail.region === region)
    .sort(orders[order]);
}

function Choice({ id, label, value, options, onChoose }) {
  return (
    <select id={id} aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
      {options.map(([name, text]) => <option key={name} value={name}>{text}</option>)}
    </select>
  );
}

function TrailRow({ trail, selected }) {
  return (
    <Link to={{ trail: trail.id }} id={trail.id} class={selected ? 'trail selected' : 'trail'}>
      <span>{trail.name}</span>
      <span class={`grade ${trail.grade.toLowerCase()}`}>{trail.grade}</span>
      <small>{trail.region} · {trail.km} km · {trail.climb} m up</small>
    </Link>
  );
}

export function TrailList({ trails, selected }) {
  const [text, setText] = useState('');
  const [region, setRegion] = useState('');
  const [order, setOrder] = useState('name');
  const regions = useMemo(() => [...new Set(trails.map((trail) => trail.region))].sort(), [trails]);
  const shown = useMemo(() => matching(trails, text, region, order), [trails, text, region, order]);

  return (
    <nav aria-label="Trails">
      <div class="row filters">
        <input id="search" type="search" placeholder="Name of the trail" aria-label="Name of the trail"
          value={text} onInput={(event) => setText(event.target.value)} />
        <Choice id="region" label="Region" value={region} onChoose={setRegion}
          options={[['', 'All regions'], ...regions.map((name) => [name, name])]} />
        <Choice id="order" label="Order" value={order} onChoose={setOrder}
          options={[['name', 'By name'], ['length', 'By length'], ['climb', 'By climb']]} />
      </div>
      <p class="quiet" id="count">{shown.length} trails</p>
      <div class="trails">
        {shown.map((trail) => <TrailRow key={trail.id} trail={trail} selected={trail.id === selected} />)}
      </div>
    </nav>
  );
}
