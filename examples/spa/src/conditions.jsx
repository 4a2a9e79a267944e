import { useEffect, useState } from 'preact/hooks';
import { fetchConditions } from './api.js';

// What the wardens report about a region today.
export function Conditions({ region }) {
  const [text, setText] = useState('…');

  useEffect(() => {
    const underWay = new AbortController();
    fetchConditions(region, underWay.signal)
      .then((conditions) => setText(conditions.text))
      .catch((error) => {
        if (error.name !== 'AbortError') setText('No report today.');
      });
    return () => underWay.abort();
  }, [region]);

  return <p class="conditions"><b>Today:</b> {text}</p>;
}
