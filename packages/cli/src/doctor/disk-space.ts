import { statfs } from 'node:fs/promises';
import { nearestParent } from './data-folder.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const CHECK = 'Disk space';
const GIB = 2 ** 30;
/** Below it no recording starts. */
const ENOUGH_GIB = 1;
/** Below it the database itself is in danger. */
const LITTLE_GIB = 0.1;

/** Whether there is room for what the station keeps. */
export async function checkDisk(
  folder: string,
  freeBytes: (folder: string) => Promise<number> = free,
): Promise<Finding> {
  const place = nearestParent(folder);
  const freeGib = (await freeBytes(place)) / GIB;
  const found = `${freeGib.toFixed(1)} GiB free at ${place}`;
  const todo = 'Delete what is not needed there, or choose another disk with --data-dir.';
  if (freeGib < LITTLE_GIB) return fail(CHECK, found, todo);
  if (freeGib < ENOUGH_GIB) return warn(CHECK, `${found}, too little for recordings`, todo);
  return fine(CHECK, found);
}

async function free(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
