import { accepted, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { Log } from '../http/log.ts';
import type { RecordingLibrary } from './recording-library.ts';
import type { RecordingsSettings } from './recordings-settings.ts';
import type { Storage } from './storage.ts';

const GIB = 2 ** 30;

export interface StorageWatchParts {
  readonly settings: RecordingsSettings;
  readonly storage: Storage;
  readonly library: Promise<RecordingLibrary>;
  readonly notifications: () => Station['notifications'] | undefined;
  readonly log: Log;
}

/** Watches the space for recordings: tells when it is low or gone, and removes the oldest where that is wanted. */
export class StorageWatch {
  readonly #parts: StorageWatchParts;

  constructor(parts: StorageWatchParts) {
    this.#parts = parts;
  }

  /** Before a recording. @throws what the disk says */
  async makeRoom(): Promise<Result<void>> {
    const { minFreeBytes } = this.#parts.settings;
    const availableBytes = await this.#available(minFreeBytes, undefined);
    if (availableBytes >= minFreeBytes) return accepted;
    this.#parts.notifications()?.raise('STORAGE_FULL');
    const [needed, found] = [minFreeBytes, availableBytes].map(inGib);
    return refuse('STORAGE_FULL', `a recording needs ${needed} GiB of free space, there are ${found} GiB`);
  }

  /** @param runningId the recording that is being made. @returns whether it must end. @throws what the disk says */
  async check(runningId: string | undefined): Promise<boolean> {
    const notifications = this.#parts.notifications();
    const isTold = notifications?.isActive('STORAGE_FULL') || notifications?.isActive('STORAGE_LOW');
    if (notifications === undefined || (runningId === undefined && !isTold)) return false;
    const { lowFreeBytes, minFreeBytes, reserveBytes } = this.#parts.settings;
    const availableBytes = await this.#available(reserveBytes, runningId);
    const isOver = runningId !== undefined && availableBytes < reserveBytes;
    if (isOver) notifications.raise('STORAGE_FULL');
    else if (availableBytes >= minFreeBytes) notifications.clear('STORAGE_FULL');
    const isLow = availableBytes < lowFreeBytes && !notifications.isActive('STORAGE_FULL');
    notifications.set('STORAGE_LOW', isLow, { available_space: inGib(availableBytes) });
    return isOver;
  }

  /** Space after the oldest recordings have made room, where they may. */
  async #available(neededBytes: number, runningId: string | undefined): Promise<number> {
    const { library, log, settings, storage } = this.#parts;
    let { availableBytes } = await storage.space();
    if (!settings.removesOldest || storage.isFull || availableBytes >= neededBytes) return availableBytes;
    const known = await library;
    for (const { id } of known.records.toReversed()) {
      if (availableBytes >= neededBytes) break;
      if (id === runningId) continue;
      await known.remove(id);
      log.info({ id }, 'the oldest recording was removed to make room');
      ({ availableBytes } = await storage.space());
    }
    return availableBytes;
  }
}

const inGib = (bytes: number): number => Math.round((bytes / GIB) * 100) / 100;
