/** One occurrence of a notification; (code, beginUs) is its identity. */
export interface NotificationRecord {
  readonly code: number;
  readonly beginUs: number;
  readonly endUs?: number;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/** Durable: when a call has returned, a kill at any moment loses nothing of it. */
export interface NotificationStore {
  /** Those without an end, oldest first. */
  active(): readonly NotificationRecord[];
  /** Adds an occurrence, or replaces the one with the same identity. */
  put(record: NotificationRecord): void;
  /** Those that ended in [fromUs, toUs): the newest `limit` of them by end, ordered by end, then begin, then code. */
  endedBetween(fromUs: number, toUs: number, limit: number): readonly NotificationRecord[];
  /** Forgets those that ended before `beforeUs`. */
  forgetEndedBefore(beforeUs: number): void;
}
