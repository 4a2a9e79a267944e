import { hydrateRoot } from 'react-dom/client';
import { Order } from './order.jsx';

hydrateRoot(document.getElementById('root'), <Order />);
