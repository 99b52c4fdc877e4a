import { BoundedMap } from '@kitestring/base/bounded-map.ts';

/** One audit entry covers the parts of a file that a sign-in reads within this time: players request many. */
const NOTED_MS = 3_600_000;
const FILES_MAX = 10_000;

/** Decides which reads of files are audited: those from the beginning, and the first of any other part. */
export class TakenFiles {
  readonly #notedMs = new BoundedMap<string, number>(FILES_MAX);

  /** @param range header of the request */
  isToBeNoted(sessionId: string, file: string, range: string | undefined, nowMs: number): boolean {
    const key = `${sessionId} ${file}`;
    const before = this.#notedMs.take(key);
    const isKnown = before !== undefined && nowMs - before < NOTED_MS;
    this.#notedMs.getOrMake(key, () => (isKnown ? before : nowMs));
    return !isKnown || range === undefined || range.startsWith('bytes=0-');
  }
}
