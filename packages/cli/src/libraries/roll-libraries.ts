import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@kitestring/video/process/child-environment.ts';
import { permissionFlags } from '@kitestring/video/process/child-permissions.ts';
import { rolledFolder } from './rolled-libraries.mjs';

const ROLLER = import.meta.resolve('./roller.ts');
/** It takes a second; one that takes this long hangs. */
const WITHIN_MS = 60_000;

/**
 * Makes what `useRolledLibraries` loads, where it is not there yet: once for each version, in a clone. Without it everything works, only
 * slower to start, so nobody waits for it and nobody is told when it fails.
 * @returns how it ended, for whoever wants to wait
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
