import type { BuildOptions } from 'vite';

/**
 * How every page is built. All it needs is in files of its own: no script or style in the HTML, nothing as a data URL, so that a
 * strict Content-Security-Policy holds.
 */
export const PAGE_BUILD: BuildOptions = {
  ...{ target: 'es2023', assetsDir: 'assets', assetsInlineLimit: 0 },
  ...{ modulePreload: { polyfill: false }, reportCompressedSize: false, sourcemap: false },
};
