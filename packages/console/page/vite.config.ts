import { join } from 'node:path';
import { PAGE_BUILD } from '@kitestring/console-ui/build/page-build.ts';
import { reachableFrom } from '@kitestring/console-ui/build/reachable-from.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SEAT = join(import.meta.dirname, 'src/shell/layout.tsx');

/* The files of the page refer to each other relatively: a hub serves them below the path of each station. */
export default defineConfig(() => ({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    ...PAGE_BUILD,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The flight controls are one script before the sign-in and one after it, each loaded completely or not at
          // all; the rest follows.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: reachableFrom(SEAT, 'seat'), priority: 1 },
          ],
        },
      },
    },
  },
}));
