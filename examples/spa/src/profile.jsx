const width = 600;
const height = 160;

// The heights of a trail over its length, as an outline.
export function Profile({ waypoints }) {
  const heights = waypoints.map((point) => point.height);
  const low = Math.min(...heights) - 50;
  const high = Math.max(...heights) + 50;
  const length = waypoints.at(-1).km;
  const points = waypoints.map((point) => [
    (point.km / length) * width,
    height - ((point.height - low) / (high - low)) * height,
  ]);
  const line = points.map(([x, y]) => `L${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');
  return (
    <svg class="profile" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label="Height profile">
      <path d={`M0 ${height} ${line} L${width} ${height} Z`} />
    </svg>
  );
}
