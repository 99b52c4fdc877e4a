import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@kitestring/os/child-environment.ts';
import { permissionFlags } from '@kitestring/os/child-permissions.ts';
import { lowerPriority } from '@kitestring/os/lower-priority.ts';
import { LOAD_MEDIA_CODE } from './media-programs.ts';

/** It takes seconds; after this time it counts as hung. */
const WITHIN_MS = 60_000;
/** Flight, API and pictures have priority. */
const NICE = 10;
/** Few of the hundreds of stations in tests live so long. */
const AFTER_MS = 10_000;

/**
 * A small young generation: little garbage, and memory stays small. Each thread collects its own alone: to
 * wake helpers costs more than they do of half a millisecond of work. Compiled code fits processes with the same flags only.
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=1', '--no-parallel-scavenge'];

/**
 * Compiled code of the media process, which halves its start after a fault. It is executed, so the media process only reads it: a process of
 * its own that has met no foreign byte makes it, beside the compiled code of this process, once for each bundle of the program.
 */
class MediaCodeCache {
  #isScheduled = false;

  /** Undefined where this process has no such folder, and until it has been made. */
  get folder(): string | undefined {
    const own = getCompileCacheDir();
    if (own === undefined) return undefined;
    // The last part is Node's own: its version and this machine.
    const folder = mediaCodeFolder(dirname(own));
    if (existsSync(folder)) return folder;
    this.#makeLater(folder);
    return undefined;
  }

  #makeLater(folder: string): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => void makeMediaCode(folder), AFTER_MS).unref();
  }
}

/** Beside the compiled code of the station. */
export const mediaCodeFolder = (compiled: string): string => join(compiled, 'media');

export const mediaCodeCache = new MediaCodeCache();

/** @returns whether it was made */
export async function makeMediaCode(folder: string): Promise<boolean> {
  if (LOAD_MEDIA_CODE === undefined) return false;
  const flags = permissionFlags(LOAD_MEDIA_CODE, { reads: [], writes: [folder], mayUseNetwork: false });
  const child = spawn(process.execPath, [...MEMORY_FLAGS, ...flags, fileURLToPath(LOAD_MEDIA_CODE)], {
    stdio: 'ignore',
    timeout: WITHIN_MS,
    env: childEnvironment({ NODE_COMPILE_CACHE: folder }),
  });
  child.unref();
  lowerPriority(child, NICE);
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });
}
