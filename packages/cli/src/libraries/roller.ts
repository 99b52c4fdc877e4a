// Bundles the libraries into the folder given as the only argument. A separate process, because the bundler is native
// code.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { rolldown } from 'rolldown';
import { ROLLED_NAMES, rolledFile } from './rolled-libraries.mjs';

const [folder = ''] = process.argv.slice(2);
// Other processes may do the same concurrently: the folder appears complete or not at all.
const part = `${folder.replace(/[/\\]$/, '')}.${process.pid}.part`;
try {
  mkdirSync(dirname(part), { recursive: true });
  const input = Object.fromEntries(ROLLED_NAMES.map((name) => [rolledFile(name).replace(/\.mjs$/, ''), name]));
  await using bundle = await rolldown({ input, platform: 'node', preserveEntrySignatures: 'strict' });
  await bundle.write({ dir: part, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' });
  renameSync(part, folder);
} finally {
  rmSync(part, { recursive: true, force: true });
}
