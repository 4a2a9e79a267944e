import { useEffect, useState } from 'preact/hooks';

const key = 'saved-trails';

// The trails that the reader keeps, also across visits.
export function useSaved() {
  const [ids, setIds] = useState(() => JSON.parse(localStorage.getItem(key) ?? '[]'));
  useEffect(() => localStorage.setItem(key, JSON.stringify(ids)), [ids]);
  return {
    ids,
    has: (id) => ids.includes(id),
    toggle: (id) => setIds((old) => (old.includes(id) ? old.filter((x) => x !== id) : [...old, id])),
  };
}
