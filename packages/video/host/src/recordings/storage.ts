import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecordingSpace, Space } from '@kitestring/station-core/ports';

interface StorageOptions {
  readonly folder: string;
  /** Maximum size of all recordings. */
  readonly maxBytes: number | undefined;
  readonly occupiedBytes: () => Promise<number>;
}

/** Space for recordings: of the disk, within the configured limit, and without a fault. */
export class Storage implements RecordingSpace {
  readonly #options: StorageOptions;
  /** A simulated fault: reports a full disk. */
  isFull = false;

  constructor(options: StorageOptions) {
    this.#options = options;
  }

  /** @throws the disk's error */
  async space(): Promise<Space> {
    const { folder, maxBytes, occupiedBytes } = this.#options;
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

/** The folder is created with the first recording. */
function existing(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}
