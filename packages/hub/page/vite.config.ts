import { PAGE_BUILD } from '@kitestring/console-ui/build/page-build.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(() => ({ root: import.meta.dirname, base: '/', plugins: [react()], build: PAGE_BUILD }));
