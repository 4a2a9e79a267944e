import { useEffect, useState } from 'preact/hooks';

// A route is what the query of the address says: {} is the list, {trail} a
// trail beside the list, {page} one of the other pages.
function currentRoute() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

export function hrefOf(route) {
  const query = new URLSearchParams(route).toString();
  return query === '' ? location.pathname : `?${query}`;
}

export function navigate(route) {
  history.pushState(null, '', hrefOf(route));
  dispatchEvent(new PopStateEvent('popstate'));
}

export function useRoute() {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const follow = () => setRoute(currentRoute());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return route;
}

export function Link({ to, children, ...rest }) {
  const follow = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to);
  };
  return <a href={hrefOf(to)} onClick={follow} {...rest}>{children}</a>;
}
