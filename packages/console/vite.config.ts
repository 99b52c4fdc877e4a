import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/*
 * How the page is built. Everything it needs is in its own files: no script or style in the HTML, nothing as a data URL
 * but small pictures, so that a strict Content-Security-Policy holds.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // What flies is one script, so that it is there as a whole or says that it is not; drawers follow it at once.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
  },
});
