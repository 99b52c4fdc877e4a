import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUNDLER_WITHIN_MS, runBundler } from '../libraries/run-bundler.ts';
import { BUNDLES, currentBundle, INSTALLED, ROOT } from './current-bundle.mjs';

/** Exists while a bundle is made. */
const LOCK = join(BUNDLES, 'lock');

/**
 * Makes the bundle from which the command starts next time, if the sources have changed since the last was made. Only
 * in a clone; without it everything works with a slower start, so a failure is not reported.
 * @returns the result, for tests
 */
export async function bundleProgram(): Promise<'there' | 'made' | 'failed'> {
  if (currentBundle() !== undefined) return 'there';
  if (!existsSync(join(ROOT, INSTALLED)) || !claim(LOCK)) return 'failed';
  try {
    return await runBundler(import.meta.resolve('./bundler.ts'), BUNDLES, LOCK);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Whether this process makes it: of hundreds of stations one does. A claim ends with its process, or by its age. */
export function claim(lock: string): boolean {
  try {
    mkdirSync(dirname(lock), { recursive: true });
    const ageMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > BUNDLER_WITHIN_MS) rmSync(lock, { force: true });
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch {
    // Another process makes it, or nothing can be written here.
    return false;
  }
}
