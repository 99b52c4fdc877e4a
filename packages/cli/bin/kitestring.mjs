#!/usr/bin/env node
// Starts the command under a Node that can run it. All the rest is TypeScript, which Node runs as it is.
import * as nodeModule from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSupported, pinnedNode, runInstead } from './supported-node.mjs';

/** A command that runs longer than this makes the bundle for the next: the start has priority, and short ones do without. */
const BUNDLE_AFTER_MS = 10_000;

const CACHE = new URL('../../../node_modules/.cache/kitestring', import.meta.url);

if (isSupported) {
  const { currentBundle } = await import('../src/bundle/current-bundle.mjs');
  const bundle = currentBundle();
  // Types are stripped and code is compiled once for all starts: it halves the time to the first answer. Where the
  // folder cannot be written it does nothing.
  nodeModule.enableCompileCache(bundle?.folder ?? fileURLToPath(CACHE));
  const { main } = await (bundle === undefined ? loadSources() : loadBundle(bundle));
  await main(process.argv.slice(2));
} else {
  runInstead(pinnedNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}

async function loadBundle({ folder, main }) {
  const { nameSourcesInStacks } = await import('../src/bundle/source-stacks.mjs');
  nameSourcesInStacks(pathToFileURL(folder).href);
  return import(pathToFileURL(main).href);
}

async function loadSources() {
  const { useRolledLibraries } = await import('../src/libraries/rolled-libraries.mjs');
  useRolledLibraries();
  setTimeout(() => void bundleProgram(), BUNDLE_AFTER_MS).unref();
  return import('../src/main.ts');
}

async function bundleProgram() {
  const bundle = await import('../src/bundle/bundle-program.ts');
  await bundle.bundleProgram();
}
