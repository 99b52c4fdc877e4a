import type { AccessUnit } from '../access-unit.ts';
import { type LocalSetValues, localSet } from './local-set.ts';

/** Where a camera was a second ago is not where it is. */
const FRESH_MS = 1000;

/** What is known of the streams' cameras now, as sets to send beside their pictures. */
export class StreamMetadata {
  readonly #nowMs: () => number;
  readonly #newest = new Map<string, { readonly values: LocalSetValues; readonly atMs: number }>();

  /** @param nowMs a clock that never goes back */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  update(streamId: string, values: LocalSetValues): void {
    this.#newest.set(streamId, { values, atMs: this.#nowMs() });
  }

  /** The set that belongs to a picture; undefined while nobody says where its camera is. */
  setOf(streamId: string, { takenUs }: AccessUnit): Uint8Array | undefined {
    const newest = this.#newest.get(streamId);
    if (newest === undefined || this.#nowMs() - newest.atMs > FRESH_MS) return undefined;
    return localSet({ ...newest.values, timeUs: takenUs });
  }
}
