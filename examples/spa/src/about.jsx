export function About({ trailCount }) {
  return (
    <main class="about">
      <h1>About</h1>
      <p>
        The trail book describes {trailCount} day walks in eight mountain regions. Lengths and
        climbs are measured, walking times are for a steady pace without rests.
      </p>
    </main>
  );
}
