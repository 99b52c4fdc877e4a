/** Recordings: when they are made and how much space they may take. */
export interface RecordingsSettings {
  /** Every flight is recorded, from take-off to landing. */
  readonly isAutomatic: boolean;
  /** No recording starts with less space than this. */
  readonly minFreeBytes: number;
  /** Less space than this while recording is told. */
  readonly lowFreeBytes: number;
  /** A running recording ends when there is less space than this, so that its files can be completed. */
  readonly reserveBytes: number;
  /** Most space that all recordings together take; the whole file system when absent. */
  readonly maxBytes?: number;
  /** The oldest recordings make room for new ones. */
  readonly removesOldest: boolean;
}

export const DEFAULT_RECORDINGS_SETTINGS: RecordingsSettings = {
  isAutomatic: false,
  minFreeBytes: 2 ** 30,
  lowFreeBytes: 5 * 2 ** 30,
  reserveBytes: 64 * 2 ** 20,
  removesOldest: false,
};
