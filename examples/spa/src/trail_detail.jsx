import { useEffect, useState } from 'preact/hooks';
import { fetchTrail } from './api.js';
import { Conditions } from './conditions.jsx';
import { Profile } from './profile.jsx';

function Fact({ name, value }) {
  return <div><dt>{name}</dt><dd>{value}</dd></div>;
}

function Waypoints({ waypoints }) {
  return (
    <table>
      <thead><tr><th>Waypoint</th><th class="number">km</th><th class="number">Height</th></tr></thead>
      <tbody>
        {waypoints.map(({ name, km, height }) => (
          <tr key={name}><td>{name}</td><td class="number">{km.toFixed(1)}</td><td class="number">{height} m</td></tr>
        ))}
      </tbody>
    </table>
  );
}

export function TrailDetail({ id, saved }) {
  const [trail, setTrail] = useState(null);

  useEffect(() => {
    setTrail(null);
    fetchTrail(id).then(setTrail);
  }, [id]);

  if (trail === null) return <section id="detail" class="card sheet quiet">Loading…</section>;
  return (
    <section id="detail" class="card sheet">
      <h1>{trail.name}</h1>
      <p class="lead">{trail.region} · {trail.grade}</p>
      <p>{trail.text}</p>
      <dl class="facts">
        <Fact name="Length" value={`${trail.km} km`} />
        <Fact name="Climb" value={`${trail.climb} m`} />
        <Fact name="Time" value={`${trail.hours} h`} />
        <Fact name="Season" value={trail.season} />
      </dl>
      <Profile waypoints={trail.waypoints} />
      <Waypoints waypoints={trail.waypoints} />
      <Conditions region={trail.region} />
      <button id="save" type="button" aria-pressed={saved.has(id)} onClick={() => saved.toggle(id)}>
        {saved.has(id) ? 'Saved' : 'Save this trail'}
      </button>
    </section>
  );
}
