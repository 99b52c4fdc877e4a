/** A file that cannot be used as a snapshot here. */
export class StationSnapshotError extends Error {
  override readonly name = 'StationSnapshotError';
}
