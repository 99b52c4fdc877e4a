import type { IncidentRef } from '@kitestring/station-contract/station/incident.ts';
import type { CaptureFiles } from './capture-store.ts';

/** Stored metadata of a kept snapshot. */
export interface SnapshotRecord {
  readonly id: string;
  /** Station time. */
  readonly takenUs: number;
  readonly streamId: string;
  /** Size of its picture, bytes. */
  readonly sizeBytes: number;
  /** Take-off of its flight, station time. */
  readonly flightUs?: number;
  /** Incident that was flown for. */
  readonly incident?: IncidentRef;
}

/** Kept snapshots and their files. Methods throw the disk's errors. */
export interface SnapshotStore extends CaptureFiles {
  readonly records: readonly SnapshotRecord[];
  /** @param timezone IANA name: ids are local times */
  newId(timeUs: number, timezone: string): string;
  add(record: SnapshotRecord, jpeg: Uint8Array): Promise<void>;
  remove(id: string): Promise<void>;
}
