import type { BuildOptions } from 'vite';

/**
 * How every page is built. Everything is in separate files: no script or style in the HTML and no data URLs, so that a
 * strict Content-Security-Policy holds.
 */
export const PAGE_BUILD: BuildOptions = {
  target: 'es2023',
  assetsDir: 'assets',
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  sourcemap: false,
};
