import { useEffect, useState } from 'preact/hooks';
import { About } from './about.jsx';
import { fetchTrails } from './api.js';
import { Link, useRoute } from './router.jsx';
import { useSaved } from './saved.js';
import { TrailDetail } from './trail_detail.jsx';
import { TrailList } from './trail_list.jsx';

function TopBar({ savedCount }) {
  return (
    <header class="top">
      <b>Trail book</b>
      <span id="saved-count">{savedCount} saved</span>
      <Link to={{}} id="home">All trails</Link>
      <Link to={{ page: 'about' }} id="about">About</Link>
    </header>
  );
}

function Book({ trails, selected, saved }) {
  return (
    <div class="book">
      <TrailList trails={trails} selected={selected} />
      {selected
        ? <TrailDetail id={selected} saved={saved} />
        : <section class="card sheet quiet">Choose a trail from the list.</section>}
    </div>
  );
}

export function App() {
  const route = useRoute();
  const saved = useSaved();
  const [trails, setTrails] = useState([]);

  useEffect(() => {
    fetchTrails().then(setTrails);
  }, []);

  return (
    <>
      <TopBar savedCount={saved.ids.length} />
      {route.page === 'about'
        ? <About trailCount={trails.length} />
        : <Book trails={trails} selected={route.trail} saved={saved} />}
    </>
  );
}
