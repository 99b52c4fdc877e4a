/** Options that every operation takes as its last argument. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Timeout of one attempt, milliseconds. */
  readonly timeoutMs?: number;
  /** A range of a file, first and last byte; the answer is 206 with these bytes, or fewer if the file ends earlier. */
  readonly range?: ByteRange;
}

/** A part of a file, by its bytes, the first of which is 0. */
export interface ByteRange {
  readonly first: number;
  /** To the end of the file when absent. */
  readonly last?: number;
}
