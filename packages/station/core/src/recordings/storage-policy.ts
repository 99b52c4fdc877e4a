import type { Log } from '@kitestring/base/log.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { RecordingSpace, RecordingStore } from '../ports/recording-store.ts';

const GIB = 2 ** 30;

/** Limits of the disk space for recordings. */
export interface StorageLimits {
  /** Minimum space to start a recording. */
  readonly minFreeBytes: number;
  /** Space below which a running recording raises a notification. */
  readonly lowFreeBytes: number;
  /** Space below which a running recording ends, so that its files can be completed. */
  readonly reserveBytes: number;
  /** The oldest recordings are deleted for new ones. */
  readonly removesOldest: boolean;
}

interface StoragePolicyDeps {
  readonly limits: StorageLimits;
  readonly storage: RecordingSpace;
  readonly library: Promise<Pick<RecordingStore, 'about' | 'records' | 'remove'>>;
  /** Called for each recording that was removed to make room. */
  readonly onRemoved: (id: string) => void;
  readonly notifications: () => Notifications | undefined;
  readonly log: Log;
}

/** Monitors the space for recordings: notifies when it is low or exhausted, and deletes the oldest where configured. */
export class StoragePolicy {
  readonly #deps: StoragePolicyDeps;

  constructor(deps: StoragePolicyDeps) {
    this.#deps = deps;
  }

  /** Called before a recording. @throws the disk's error */
  async makeRoom(): Promise<Result<void>> {
    const { minFreeBytes } = this.#deps.limits;
    const availableBytes = await this.#afterRemoval(minFreeBytes, () => true);
    if (availableBytes >= minFreeBytes) return accepted;
    this.#deps.notifications()?.raise('STORAGE_FULL');
    return refuse('STORAGE_FULL.tooLittle', { neededGib: inGib(minFreeBytes), freeGib: inGib(availableBytes) });
  }

  /** @param running id of the recording in progress. @returns true when it must end. @throws the disk's error */
  async check(running: () => string | undefined): Promise<boolean> {
    const runningId = running();
    const notifications = this.#deps.notifications();
    if (notifications === undefined) return false;
    const isTold = notifications.isActive('STORAGE_FULL') || notifications.isActive('STORAGE_LOW');
    const { lowFreeBytes, minFreeBytes, removesOldest, reserveBytes } = this.#deps.limits;
    // Nothing is removed for a recording that has ended: it would be the next one that is.
    const isNeeded = () => runningId !== undefined && running() === runningId;
    const availableBytes = await this.#afterRemoval(reserveBytes, isNeeded);
    const isOver = runningId !== undefined && availableBytes < reserveBytes;
    // Before anyone wants to record: the place of a recording may have been taken by other programs.
    const isInTheWay = runningId === undefined && !removesOldest && availableBytes < minFreeBytes;
    if (isOver || isInTheWay) notifications.raise('STORAGE_FULL');
    else if (availableBytes >= minFreeBytes) notifications.clear('STORAGE_FULL');
    if (runningId === undefined && !isTold) return false;
    const isLow = availableBytes < lowFreeBytes && !notifications.isActive('STORAGE_FULL');
    notifications.set('STORAGE_LOW', isLow, { available_space: inGib(availableBytes) });
    return isOver;
  }

  /** Space after deletion of the oldest recordings, where allowed: never the newest, which fills the space, and none with a bookmark. */
  async #afterRemoval(neededBytes: number, isNeeded: () => boolean): Promise<number> {
    const { library, limits, log, onRemoved, storage } = this.#deps;
    let { availableBytes } = await storage.space();
    if (!limits.removesOldest || storage.isFull) return availableBytes;
    const known = await library;
    for (const { id } of known.records.slice(1).toReversed()) {
      if (availableBytes >= neededBytes || !isNeeded()) break;
      if (known.about(id).is_bookmarked) continue;
      await known.remove(id);
      log.info({ id }, 'the oldest recording was removed to make room');
      onRemoved(id);
      ({ availableBytes } = await storage.space());
    }
    return availableBytes;
  }
}

const inGib = (bytes: number): number => Math.round((bytes / GIB) * 100) / 100;
