import { renderToString } from 'react-dom/server';
import { Order } from './order.jsx';

// The page as the server sends it: complete to look at, dead until app.js runs.
export function renderPage(template) {
  return template.replace('<!--app-->', () => renderToString(<Order />));
}
