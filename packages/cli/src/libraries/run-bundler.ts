import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@kitestring/os/child-environment.ts';
import { permissionFlags } from '@kitestring/os/child-permissions.ts';
import { lowerPriority } from '@kitestring/os/lower-priority.ts';

/** It takes a few seconds; after this time it counts as hung. */
export const BUNDLER_WITHIN_MS = 60_000;
/** Flight and API have priority. */
const NICE = 10;

/** For programs that wait for a bundler: nothing else holds them once its time is over, and they would end without a result. */
export async function held<T>(work: Promise<T>): Promise<T> {
  const hold = setInterval(() => {}, BUNDLER_WITHIN_MS);
  try {
    return await work;
  } finally {
    clearInterval(hold);
  }
}

/**
 * Runs a program that bundles, in a process of its own that may outlive this one.
 * @param program URL of a file in this package
 * @param folder is made; the only one that it may write, and its only argument
 */
export function runBundler(program: string, folder: string): Promise<'made' | 'failed'> {
  mkdirSync(folder, { recursive: true });
  const flags = permissionFlags(program, { reads: [], writes: [folder], mayUseNetwork: false });
  const child = spawn(process.execPath, [...flags, fileURLToPath(program), folder], {
    stdio: 'ignore',
    timeout: BUNDLER_WITHIN_MS,
    env: childEnvironment(),
  });
  child.unref();
  lowerPriority(child, NICE);
  return new Promise((resolve) => {
    child.once('error', () => resolve('failed'));
    child.once('exit', (status) => resolve(status === 0 ? 'made' : 'failed'));
  });
}
