import { createSSRApp } from 'vue';
import Course from './course.vue';

createSSRApp(Course).mount('#root');
