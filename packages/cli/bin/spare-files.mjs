// What npm brings and nothing here reads is removed once: the C++ headers in the package of Node, 67 MB, for building native code, its debug
// symbols, 33 MB, the source maps of libraries, 80 MB, and other parts of some, 38 MB. Install scripts, which could do it earlier, are switched
// off (docs/adr/0001).
import { lstatSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeDebugSymbols } from './debug-symbols.mjs';

/** The node_modules of a clone. An installation in another project has none at this place. */
const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Starting the command has priority. */
const DELAY_MS = 2000;

const SOURCE_MAP = /\.(?:[cm]?[jt]s|css)\.map$/;
/** In a folder of node_modules, what is another form of what is read, or about the package itself. */
const SPARE_PARTS = {
  bintrees: /^test$/,
  'maplibre-gl': /^src$/,
  'maplibre-gl/dist': /-dev\.mjs$/,
  mediabunny: /^src$/,
  'mediabunny/dist/bundles': /^mediabunny(?:\.min)?\.[cm]js$/,
  'playwright-core/lib': /^vite$/,
  'react-dom/cjs': /^react-dom-(?:profiling|server)/,
  'swagger-ui-dist': /^swagger-ui(?:-es-.*)?\.js$/,
  'world-atlas': /-(?:10|50)m\.json$/,
};

/** Where it has debug symbols: on Linux. */
const PROGRAM = 'bin/node';
/** Its maps are of our own code. */
const CACHE = '.cache';

/** Removes what is spare beside this Node package while something else runs. Neither delays the end of the process nor fails. */
export function removeSpareFilesSoon(nodePackage) {
  if (nodePackage === undefined) return;
  setTimeout(() => void removeSpareFiles(NODE_MODULES, nodePackage), DELAY_MS).unref();
}

/**
 * Resolves when the files are gone, or cannot be removed: a read-only disk, another process that removes them too. The headers go
 * last: while they are there, something may be left to do.
 */
export async function removeSpareFiles(nodeModules, nodePackage) {
  const headers = path.join(nodeModules, nodePackage, 'include');
  if (!isFolder(path.dirname(headers)) || !isFolder(headers)) return;
  await removeMaps(nodeModules);
  for (const part of await spareParts(nodeModules)) await rm(part, { recursive: true, force: true }).catch(() => {});
  await removeDebugSymbols(path.join(nodeModules, nodePackage, PROGRAM)).catch(() => {});
  await rm(headers, { recursive: true, force: true }).catch(() => {});
}

/** @returns their paths, of those that are there */
export async function spareParts(nodeModules) {
  const found = Object.entries(SPARE_PARTS).map(async ([folder, names]) => {
    const place = path.join(nodeModules, folder);
    if (!isFolder(path.join(nodeModules, folder.split('/', 1)[0]))) return [];
    const there = await readdir(place).catch(() => []);
    return there.filter((name) => names.test(name)).map((name) => path.join(place, name));
  });
  return (await Promise.all(found)).flat();
}

async function removeMaps(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== CACHE) await removeMaps(name);
    else if (entry.isFile() && SOURCE_MAP.test(name)) await rm(name, { force: true }).catch(() => {});
  }
}

/** A linked package is not ours. */
function isFolder(name) {
  return lstatSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}
