import { renameSync, rmSync } from 'node:fs';
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
  const unmade = () => (rolledFolder()?.isThere === true ? 'there' : 'failed');
  // The process that makes them writes here only. Others may do the same concurrently: the folder appears complete or not at all.
  const part = `${found.folder.replace(/[/\\]$/, '')}.${process.pid}.part`;
  try {
    const outcome = await runBundler(import.meta.resolve('./roller.ts'), part);
    if (outcome === 'failed') return unmade();
    renameSync(part, found.folder);
    return outcome;
  } catch {
    // Another process was faster.
    return unmade();
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
