import { createSSRApp } from 'vue';
import Course from './course.vue';

const root = document.getElementById('root');

// What the user has entered so far is the state to start from.
function enteredSoFar() {
  const fields = [...root.querySelectorAll('input, select')];
  return Object.fromEntries(fields.map((field) => [field.id, field.type === 'checkbox' ? field.checked : field.value]));
}

function doEarlyClicks({ buttons, keep }) {
  document.removeEventListener('click', keep, true);
  for (const button of buttons) button.click();
}

createSSRApp(Course, { entered: enteredSoFar() }).mount(root);
doEarlyClicks(window.early);
