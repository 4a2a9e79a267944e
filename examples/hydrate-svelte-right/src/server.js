import { render } from 'svelte/server';
import Hire from './hire.svelte';

// The page as the server sends it: complete to look at; what hydration would lose is disabled.
export function renderPage(template) {
  return template.replace('<!--app-->', () => render(Hire).body);
}
