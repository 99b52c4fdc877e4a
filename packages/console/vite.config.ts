import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { reachableFrom } from './build/reachable-from.ts';

const SEAT = join(import.meta.dirname, 'src/shell/layout.tsx');

/*
 * How the page is built. Everything it needs is in its own files: no script or style in the HTML, nothing as a data URL
 * but small pictures, so that a strict Content-Security-Policy holds.
 */
export default defineConfig(() => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What flies is one script before the sign-in and one behind it, each there as a whole or not at all; the rest follows.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: reachableFrom(SEAT, 'seat'), priority: 1 },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
  },
}));
