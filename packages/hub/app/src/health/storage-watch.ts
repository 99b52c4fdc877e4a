import { statfs } from 'node:fs/promises';
import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { HubDeps } from '../hub-deps.ts';

/** Storage that a hub can use up: the disk of its data folder, and the limits of nats-server for streams on disk and in memory. */
const STORAGE_PLACES = ['data_dir', 'broker_disk', 'broker_memory'] as const;
type StoragePlace = (typeof STORAGE_PLACES)[number];

export interface StorageSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Space of one place, and whether it is low. */
interface WatchedStorage extends StorageSpace {
  readonly place: StoragePlace;
  readonly isLow: boolean;
}

interface StorageWatchDeps extends Pick<HubDeps, 'clock' | 'log'> {
  readonly dataDir: string;
  /** Threshold for the disk of the data folder. */
  readonly lowBytes: number;
  /** Threshold for nats-server, as a share of its limit. */
  readonly lowBrokerShare: number;
  /** Space of the nats-server with the least, by place. Rejects while the broker is unavailable. */
  readonly brokerSpace: () => Promise<Readonly<Record<'broker_disk' | 'broker_memory', StorageSpace>>>;
  /** Space of a folder; absent: read from the file system. */
  readonly diskSpace?: (folder: string) => Promise<StorageSpace>;
}

/** An upload of 100 MB/s needs at least this time for twice the usual threshold. */
const DISK_EVERY_S = 10;
const BROKER_EVERY_S = 60;
/** The storage is sufficient again above the threshold times this factor, so that the log does not repeat itself. */
const SUFFICIENT = 1.1;

/** Warns early when a storage has little space left. */
export class StorageWatch {
  readonly #deps: StorageWatchDeps;
  readonly #watched = new Map<StoragePlace, WatchedStorage>();
  readonly #cancels: readonly Cancel[];

  private constructor(deps: StorageWatchDeps) {
    this.#deps = deps;
    this.#cancels = [
      every(deps.clock, DISK_EVERY_S * US_PER_S, () => void this.checkDisk()),
      every(deps.clock, BROKER_EVERY_S * US_PER_S, () => void this.checkBroker()),
    ];
  }

  /** Resolves when each place has been checked once. */
  static async open(deps: StorageWatchDeps): Promise<StorageWatch> {
    const watch = new StorageWatch(deps);
    await Promise.all([watch.checkDisk(), watch.checkBroker()]);
    return watch;
  }

  /** Known places; one whose space cannot be read is absent. */
  get places(): readonly WatchedStorage[] {
    return STORAGE_PLACES.flatMap((place) => this.#watched.get(place) ?? []);
  }

  /** Never rejects. */
  async checkDisk(): Promise<void> {
    const { dataDir, diskSpace = spaceOf, lowBytes } = this.#deps;
    const space = await diskSpace(dataDir).catch(() => undefined);
    this.#set('data_dir', space, lowBytes);
  }

  /** Never rejects. */
  async checkBroker(): Promise<void> {
    const { brokerSpace, lowBrokerShare } = this.#deps;
    const spaces = await brokerSpace().catch(() => undefined);
    for (const place of ['broker_disk', 'broker_memory'] as const) {
      const space = spaces?.[place];
      this.#set(place, space, lowBrokerShare * (space?.totalBytes ?? 0));
    }
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
  }

  #set(place: StoragePlace, space: StorageSpace | undefined, lowBytes: number): void {
    const { log } = this.#deps;
    const wasLow = this.#watched.get(place)?.isLow ?? false;
    if (space === undefined) {
      // A place that is low is reported again once it is known.
      this.#watched.delete(place);
      return;
    }
    const isLow = space.freeBytes < lowBytes * (wasLow ? SUFFICIENT : 1);
    this.#watched.set(place, { place, ...space, isLow });
    if (isLow === wasLow) return;
    const fields = { place, freeMib: mib(space.freeBytes), totalMib: mib(space.totalBytes) };
    if (isLow) log.warn({ ...fields, belowMib: mib(lowBytes) }, `little storage is left: ${REMEDIES[place]}`);
    else log.info(fields, 'there is enough storage again');
  }
}

const REMEDIES: Readonly<Record<StoragePlace, string>> = {
  data_dir: 'free the disk of data_dir, or lower recordings.max_gib and archive.days',
  broker_disk: 'raise jetstream.max_file_store of nats-server, or remove streams of others',
  broker_memory: 'raise jetstream.max_memory_store of nats-server',
};

const mib = (bytes: number): number => Math.round(bytes / 1024 ** 2);

async function spaceOf(folder: string): Promise<StorageSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
