import type { PictureState } from '@kitestring/media/source/scene-state.ts';
import { type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** A stream whose last picture is older than this is not streaming now. */
const FRESH_S = 1.5;
/** A stream that somebody wants and that gives no picture for so long is lost. */
const MISSED_S = 4;

/** Which streams are wanted, and what their newest pictures are. */
export class PictureWatch {
  readonly #clock: Clock;
  readonly #newest = new Map<string, { readonly state: PictureState; readonly atUs: number }>();
  readonly #wantedSinceUs = new Map<string, number>();

  readonly #unasked: ReadonlySet<string>;

  /**
   * @param clock real time
   * @param unasked streams whose pictures come whether somebody wants them or not
   */
  constructor(clock: Clock, unasked: ReadonlySet<string> = new Set()) {
    this.#clock = clock;
    this.#unasked = unasked;
  }

  get isWanted(): boolean {
    return this.#wantedSinceUs.size > 0;
  }

  /** Whether somebody wants this one. */
  wants(streamId: string): boolean {
    return this.#wantedSinceUs.has(streamId);
  }

  setDemand(streamIds: readonly string[]): void {
    const nowUs = this.#clock.nowUs();
    for (const id of this.#wantedSinceUs.keys()) if (!streamIds.includes(id)) this.#wantedSinceUs.delete(id);
    for (const id of streamIds) if (!this.#wantedSinceUs.has(id)) this.#wantedSinceUs.set(id, nowUs);
  }

  accept(streamId: string, state: PictureState): void {
    this.#newest.set(streamId, { state, atUs: this.#clock.nowUs() });
  }

  /** The newest picture of a stream that pictures are made of now. */
  pictureOf(streamId: string): PictureState | undefined {
    const newest = this.#newest.get(streamId);
    const isGiven = this.#wantedSinceUs.has(streamId) || this.#unasked.has(streamId);
    if (newest === undefined || !isGiven) return undefined;
    return this.#clock.nowUs() - newest.atUs <= FRESH_S * US_PER_S ? newest.state : undefined;
  }

  /** Somebody waits, and nothing comes. */
  isMissed(streamId: string): boolean {
    const sinceUs = this.#wantedSinceUs.get(streamId);
    if (sinceUs === undefined) return false;
    const lastUs = Math.max(sinceUs, this.#newest.get(streamId)?.atUs ?? 0);
    return this.#clock.nowUs() - lastUs > MISSED_S * US_PER_S;
  }

  /** The media process is gone, and with it who wanted something. */
  forget(): void {
    this.#wantedSinceUs.clear();
    this.#newest.clear();
  }
}
