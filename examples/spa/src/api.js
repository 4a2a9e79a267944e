async function getJson(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
  return response.json();
}

export function fetchTrails() {
  return getJson('trails');
}

export async function fetchTrail(id) {
  const [trail] = await getJson(`trail?id=${encodeURIComponent(id)}`);
  return trail;
}

export async function fetchConditions(region, signal) {
  const [conditions] = await getJson(`conditions?region=${encodeURIComponent(region)}`, { signal });
  return conditions;
}
