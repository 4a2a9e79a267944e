import { hydrate } from 'svelte';
import Hire from './hire.svelte';

hydrate(Hire, { target: document.getElementById('root') });
