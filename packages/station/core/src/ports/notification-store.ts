/** One occurrence of a notification; (code, beginUs) is its identity. */
export interface NotificationRecord {
  readonly code: number;
  readonly beginUs: number;
  readonly endUs?: number;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/** Where a record is among those that have ended, which are ordered by end, then start, then code. */
export type NotificationPlace = Required<Pick<NotificationRecord, 'endUs' | 'beginUs' | 'code'>>;

/** Records that have ended, to be read. */
export interface EndedRecords<R extends NotificationRecord = NotificationRecord> {
  /**
   * Occurrences that ended in [fromUs, toUs): the newest `limit` of them by end, ordered by end, then start, then
   * code.
   * @param before only those before this place in that order
   */
  endedBetween(fromUs: number, toUs: number, limit: number, before?: NotificationPlace): readonly R[];
}

/** Durable: when a call has returned, a kill at any moment loses nothing of it. */
export interface NotificationStore extends EndedRecords {
  /** Occurrences without an end, oldest first. */
  active(): readonly NotificationRecord[];
  /** Adds an occurrence, or replaces the one with the same identity. */
  put(record: NotificationRecord): void;
  /** Deletes occurrences that ended before `beforeUs`. */
  forgetEndedBefore(beforeUs: number): void;
}
