import { statfs } from 'node:fs/promises';
import { nearestParent } from './data-folder.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const CHECK = 'Disk space';
const GIB = 2 ** 30;
/** Minimum to start a recording. */
const ENOUGH_GIB = 1;
/** Minimum for the database itself. */
const LITTLE_GIB = 0.1;

/** Checks the free space for the station's files. */
export async function checkDisk(
  folder: string,
  freeBytes: (folder: string) => Promise<number> = free,
): Promise<Finding> {
  const place = nearestParent(folder);
  const freeGib = (await freeBytes(place)) / GIB;
  const found = `${freeGib.toFixed(1)} GiB free at ${place}`;
  const todo = 'Delete files that are not needed there, or choose another disk with --data-dir.';
  if (freeGib < LITTLE_GIB) return fail(CHECK, found, todo);
  if (freeGib < ENOUGH_GIB) return warn(CHECK, `${found}, too little for recordings`, todo);
  return fine(CHECK, found);
}

async function free(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
