import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { PictureState } from '@kitestring/video-process/source';

/** Age of the last picture above which a stream is not streaming. */
const FRESH_S = 1.5;
/** Time without a picture after which a wanted stream counts as lost. */
const MISSED_S = 4;

/** Demand and newest pictures of the streams. */
export class PictureWatch {
  readonly #clock: Clock;
  readonly #newest = new Map<string, { readonly state: PictureState; readonly atUs: number }>();
  readonly #wantedSinceUs = new Map<string, number>();

  readonly #unasked: Pick<ReadonlySet<string>, 'has'>;

  /**
   * @param clock real time
   * @param unasked streams that deliver pictures without demand
   */
  constructor(clock: Clock, unasked: Pick<ReadonlySet<string>, 'has'> = new Set()) {
    this.#clock = clock;
    this.#unasked = unasked;
  }

  get isWanted(): boolean {
    return this.#wantedSinceUs.size > 0;
  }

  /** Streams for which there is demand. */
  get wantedIds(): readonly string[] {
    return [...this.#wantedSinceUs.keys()];
  }

  /** Whether there is demand for this stream. */
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

  /** The newest picture of a stream that is streaming. */
  picture(streamId: string): PictureState | undefined {
    const newest = this.#newest.get(streamId);
    const isGiven = this.#wantedSinceUs.has(streamId) || this.#unasked.has(streamId);
    if (newest === undefined || !isGiven) return undefined;
    return this.#clock.nowUs() - newest.atUs <= FRESH_S * US_PER_S ? newest.state : undefined;
  }

  /** There is demand, but no pictures come. */
  isMissed(streamId: string): boolean {
    const sinceUs = this.#wantedSinceUs.get(streamId);
    if (sinceUs === undefined) return false;
    const lastUs = Math.max(sinceUs, this.#newest.get(streamId)?.atUs ?? 0);
    return this.#clock.nowUs() - lastUs > MISSED_S * US_PER_S;
  }

  /** The media process has ended, and all demand with it. */
  forget(): void {
    this.#wantedSinceUs.clear();
    this.#newest.clear();
  }
}
