/** Time of the user of this package: real, or that of a test. */
export interface CodecClock {
  /** Microseconds since 1970-01-01 UTC, an integer. */
  nowUs(): number;
  /** Calls `callback` once when the clock has reached `atUs`, never synchronously. @returns cancels it */
  schedule(atUs: number, callback: () => void): () => void;
}
