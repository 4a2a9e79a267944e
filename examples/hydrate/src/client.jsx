import { hydrateRoot } from 'react-dom/client';
import { Invitation } from './invitation.jsx';

const props = JSON.parse(document.getElementById('props').textContent);
hydrateRoot(document.getElementById('root'), <Invitation {...props} />);
