/** A file that cannot be used as a snapshot here. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
