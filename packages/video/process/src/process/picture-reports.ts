import type { PictureState } from '../source/scene-state.ts';

/** Clients are told of a state ten times a second; at 30 pictures a second 100 ms would be four pictures instead of three. */
const EVERY_MS = 90;

/** Passes on the state of a stream's pictures, not of each: at once when its settings change, else from time to time. */
export class PictureReports {
  readonly #send: (streamId: string, state: PictureState) => void;
  readonly #nowMs: () => number;
  readonly #last = new Map<string, { readonly state: PictureState; readonly atMs: number }>();

  /** @param nowMs a monotonic clock, milliseconds */
  constructor(send: (streamId: string, state: PictureState) => void, nowMs: () => number) {
    this.#send = send;
    this.#nowMs = nowMs;
  }

  accept(streamId: string, state: PictureState): void {
    const atMs = this.#nowMs();
    const last = this.#last.get(streamId);
    if (last !== undefined && atMs - last.atMs < EVERY_MS && isLike(last.state, state)) return;
    this.#last.set(streamId, { state, atMs });
    this.#send(streamId, state);
  }
}

const isLike = (one: PictureState, other: PictureState): boolean =>
  one.zoom === other.zoom && one.palette === other.palette;
