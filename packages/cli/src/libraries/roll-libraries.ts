import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@kitestring/video/process/child-environment.ts';
import { permissionFlags } from '@kitestring/video/process/child-permissions.ts';
import { rolledFolder } from './rolled-libraries.mjs';

const ROLLER = import.meta.resolve('./roller.ts');
/** It takes a second; after this time it counts as hung. */
const WITHIN_MS = 60_000;

/**
 * Creates the files that `useRolledLibraries` loads, if they are missing: once for each version, in a clone. Without
 * them everything works with a slower start, so it runs in the background and a failure is not reported.
 * @returns the result, for tests
 */
export async function rollLibraries(): Promise<'there' | 'made' | 'failed'> {
  const found = rolledFolder();
  if (found === undefined) return 'failed';
  if (found.isThere) return 'there';
  const libraries = dirname(found.folder);
  const flags = permissionFlags(ROLLER, { reads: [], writes: [libraries], mayUseNetwork: false });
  const child = spawn(process.execPath, [...flags, fileURLToPath(ROLLER), found.folder], {
    stdio: 'ignore',
    timeout: WITHIN_MS,
    env: childEnvironment(),
  });
  child.unref();
  return new Promise((resolve) => {
    child.once('error', () => resolve('failed'));
    child.once('exit', (status) => resolve(status === 0 ? 'made' : 'failed'));
  });
}
