import { renderToString } from 'react-dom/server';
import { Invitation } from './invitation.jsx';

const props = { title: 'Summer party', date: 'Saturday, 21 June', place: 'in the boathouse' };

// The page as the server sends it: complete to look at, dead until app.js runs.
export function renderPage(template) {
  return template
    .replace('<!--props-->', () => JSON.stringify(props).replaceAll('<', '\\u003c'))
    .replace('<!--app-->', () => renderToString(<Invitation {...props} />));
}
