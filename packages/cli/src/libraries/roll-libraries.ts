import { dirname } from 'node:path';
import { rolledFolder } from './rolled-libraries.mjs';
import { runBundler } from './run-bundler.ts';

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
