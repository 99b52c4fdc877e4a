import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { rolldown } from 'rolldown';
import { ROLLED_NAMES, rolledFile, rolledFolder } from './rolled-libraries.mjs';
import { runBundler } from './run-bundler.ts';

// Bundles the libraries into the folder given as the only argument. A separate process, because the bundler is native
// code.

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

/**
 * Creates the files that `useRolledLibraries` loads, if they are missing: once for each version, in a clone. Without
 * them everything works with a slower start, so it runs in the background and a failure is not reported.
 * @returns the result, for tests
 */
export async function rollLibraries(): Promise<'there' | 'made' | 'failed'> {
  const found = rolledFolder();
  if (found === undefined) return 'failed';
  if (found.isThere) return 'there';
  return runBundler(import.meta.resolve('./roller.ts'), dirname(found.folder), found.folder);
}
