#!/usr/bin/env node
// Starts the command under a Node that can run it. All the rest is TypeScript, which Node runs as it is.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { removeHeadersSoon } from './spare-headers.mjs';
import { isSupported, pinnedNode, pinnedPackage, runInstead } from './supported-node.mjs';

if (isSupported) {
  // Types are stripped and code is compiled once for all starts: it halves the time to the first answer. Where the
  // folder cannot be written it does nothing.
  nodeModule.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/kitestring', import.meta.url)));
  const { useRolledLibraries } = await import('../src/libraries/rolled-libraries.mjs');
  useRolledLibraries();
  removeHeadersSoon(pinnedPackage);
  const { main } = await import('../src/main.ts');
  await main(process.argv.slice(2));
} else {
  runInstead(pinnedNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
