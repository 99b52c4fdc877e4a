import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { IncidentRef } from '@kitestring/station-contract/station/incident.ts';
import type { SnapshotRecord, SnapshotStore } from '../ports/snapshot-store.ts';
import type { Removals } from '../recordings/removals.ts';

const MIB = 2 ** 20;

interface KeptSnapshotsDeps {
  readonly store: Promise<SnapshotStore>;
  readonly limits: {
    /** All kept snapshots together. */
    readonly snapshotsMaxBytes: number;
    /** Left free on the disk, so that a running recording can be completed. */
    readonly reserveBytes: number;
  };
  /** Free space of the disk. */
  readonly availableBytes: () => Promise<number>;
  /** Take-off of the present flight, station time. */
  readonly flightUs: (nowUs: number) => number | undefined;
  /** The incident that is flown for now. */
  readonly incident: () => IncidentRef | undefined;
  /** IANA name. */
  readonly timezone: string;
  /** Station time. */
  readonly clock: Clock;
  readonly log: Log;
  readonly removals: Pick<Removals, 'tell'>;
  /** Called when one is kept. */
  readonly onKept?: () => void;
}

/** Keeps snapshots within their space: the oldest ones without a bookmark make room. */
export class KeptSnapshots {
  readonly #deps: KeptSnapshotsDeps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: KeptSnapshotsDeps) {
    this.#deps = deps;
  }

  get store(): Promise<SnapshotStore> {
    return this.#deps.store;
  }

  /** STORAGE_FULL. @throws the disk's error */
  keep(streamId: string, jpeg: Uint8Array): Promise<Result<SnapshotRecord>> {
    // One after another: what one is given another cannot have.
    const kept = this.#last.then(() => this.#keep(streamId, jpeg));
    this.#last = kept.catch(() => {});
    return kept;
  }

  async #keep(streamId: string, jpeg: Uint8Array): Promise<Result<SnapshotRecord>> {
    const { availableBytes, clock, flightUs: flightAt, incident: incidentNow, limits, timezone } = this.#deps;
    const store = await this.#deps.store;
    const free = await availableBytes();
    if (free < limits.reserveBytes + jpeg.length) {
      return refuse('STORAGE_FULL.noSnapshot', {
        neededMib: Math.ceil((limits.reserveBytes + jpeg.length) / MIB),
        freeMib: Math.floor(free / MIB),
      });
    }
    if (!(await this.#makeRoom(store, jpeg.length))) {
      return refuse('STORAGE_FULL.allBookmarked', { maxMib: limits.snapshotsMaxBytes / MIB });
    }
    const takenUs = clock.nowUs();
    const flightUs = flightAt(takenUs);
    const incident = incidentNow();
    const record: SnapshotRecord = {
      id: store.newId(takenUs, timezone),
      takenUs,
      streamId,
      sizeBytes: jpeg.length,
      ...(flightUs !== undefined && { flightUs }),
      ...(incident !== undefined && { incident }),
    };
    await store.add(record, jpeg);
    this.#deps.onKept?.();
    return ok(record);
  }

  /** Nothing is removed where that would not be enough. */
  async #makeRoom(store: SnapshotStore, neededBytes: number): Promise<boolean> {
    const { limits, log, removals } = this.#deps;
    let occupied = store.records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const removable = store.records
      .filter(({ id }) => !store.about(id).is_bookmarked)
      .toSorted((a, b) => a.takenUs - b.takenUs || (a.id < b.id ? -1 : 1));
    const most = limits.snapshotsMaxBytes - neededBytes;
    if (occupied - removable.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > most) return false;
    for (const { id, sizeBytes } of removable) {
      if (occupied <= most) break;
      await store.remove(id);
      occupied -= sizeBytes;
      log.info({ id }, 'the oldest snapshot without a bookmark was removed to make room');
      removals.tell('snapshot', id);
    }
    return true;
  }
}
