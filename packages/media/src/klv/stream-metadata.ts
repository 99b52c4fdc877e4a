import type { AccessUnit } from '../access-unit.ts';
import { type LocalSetValues, localSet } from './local-set.ts';

/** Maximum age of a camera position. */
const FRESH_MS = 1000;

/** Present metadata of the streams' cameras, as sets to send with their pictures. */
export class StreamMetadata {
  readonly #nowMs: () => number;
  readonly #newest = new Map<string, { readonly values: LocalSetValues; readonly atMs: number }>();

  /** @param nowMs monotonic clock */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  update(streamId: string, values: LocalSetValues): void {
    this.#newest.set(streamId, { values, atMs: this.#nowMs() });
  }

  /** Set for a picture; undefined while the camera's position is unknown. */
  setOf(streamId: string, { takenUs }: AccessUnit): Uint8Array | undefined {
    const newest = this.#newest.get(streamId);
    if (newest === undefined || this.#nowMs() - newest.atMs > FRESH_MS) return undefined;
    return localSet({ ...newest.values, timeUs: takenUs });
  }
}
