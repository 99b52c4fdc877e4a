import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeMediaCode, mediaCodeFolder } from '@kitestring/video-host/process/media-code-cache.ts';
import { BUNDLER_WITHIN_MS, runBundler } from '../libraries/run-bundler.ts';
import { BUNDLES, CURRENT, currentBundle, INSTALLED, ROOT, SOURCE_LIST } from './current-bundle.mjs';

/** Exists while a bundle is made. */
const LOCK = join(BUNDLES, 'lock');
/** A process may run from an older bundle, and load more of it: that many newer ones leave it where it is. */
const KEPT = 10;

/**
 * Makes the bundle from which the command starts next time, if the sources have changed since the last was made. Only
 * in a clone; without it everything works with a slower start, so a failure is not reported.
 * @returns the result, for tests; `taken` while another process makes it
 */
export async function bundleProgram(): Promise<'there' | 'made' | 'failed' | 'taken'> {
  if (currentBundle() !== undefined) return 'there';
  if (!existsSync(join(ROOT, INSTALLED))) return 'failed';
  const claimed = claim(LOCK);
  if (claimed !== 'ours') return claimed === 'taken' ? 'taken' : 'failed';
  // The process that makes it may write this folder and no other bundle, nor say which one is started.
  const name = `${Date.now().toString(36)}-${process.pid}`;
  try {
    const outcome = await runBundler(import.meta.resolve('./bundler.ts'), join(BUNDLES, name));
    if (outcome !== 'made') return outcome;
    publish(name);
    await makeMediaCode(mediaCodeFolder(join(BUNDLES, name)));
    return outcome;
  } catch {
    return 'failed';
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Other processes start meanwhile: they see the whole bundle or none of it. */
function publish(name: string): void {
  const sources = JSON.parse(readFileSync(join(BUNDLES, name, SOURCE_LIST), 'utf8'));
  const part = `${CURRENT}.${process.pid}.part`;
  writeFileSync(part, JSON.stringify({ root: ROOT, name, sources }));
  renameSync(part, CURRENT);
  const made = readdirSync(BUNDLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ path: join(BUNDLES, entry.name), mtimeMs: statSync(join(BUNDLES, entry.name)).mtimeMs }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { path } of made.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

/** Whether this process makes it: of hundreds of stations one does. A claim ends with its process, or by its age. */
export function claim(lock: string): 'ours' | 'taken' | 'unwritable' {
  try {
    mkdirSync(dirname(lock), { recursive: true });
    const ageMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > BUNDLER_WITHIN_MS) rmSync(lock, { force: true });
  } catch {
    return 'unwritable';
  }
  try {
    closeSync(openSync(lock, 'wx'));
    return 'ours';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'taken' : 'unwritable';
  }
}
