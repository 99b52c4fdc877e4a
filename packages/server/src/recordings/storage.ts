import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Space {
  readonly availableBytes: number;
  readonly totalBytes: number;
}

export interface StorageParts {
  readonly folder: string;
  /** Most that recordings take. */
  readonly maxBytes: number | undefined;
  readonly occupiedBytes: () => Promise<number>;
}

/** How much space there is for recordings: on the disk, within the limit that was set, and as long as no fault takes it. */
export class Storage {
  readonly #parts: StorageParts;
  /** A fault of the simulated world: the disk is full, whatever it says. */
  isFull = false;

  constructor(parts: StorageParts) {
    this.#parts = parts;
  }

  /** @throws what the disk says */
  async space(): Promise<Space> {
    const { folder, maxBytes, occupiedBytes } = this.#parts;
    const { bavail, blocks, bsize } = await statfs(existing(folder));
    const disk = { availableBytes: bavail * bsize, totalBytes: blocks * bsize };
    const space = maxBytes === undefined ? disk : limited(disk, maxBytes, await occupiedBytes());
    return this.isFull ? { ...space, availableBytes: 0 } : space;
  }
}

const limited = ({ availableBytes, totalBytes }: Space, maxBytes: number, occupied: number): Space => ({
  availableBytes: Math.max(0, Math.min(availableBytes, maxBytes - occupied)),
  totalBytes: Math.min(totalBytes, maxBytes),
});

/** The folder is made with the first recording. */
function existing(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}
