import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Course from './course.vue';

// The page as the server sends it: complete to look at; what the user does before app.js runs is kept.
export async function renderPage(template) {
  const app = await renderToString(createSSRApp(Course));
  return template.replace('<!--app-->', () => app);
}
