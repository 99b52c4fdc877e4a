/** Long enough that the tremble of the altitude is no climb, seconds. */
const WINDOW_S = 2;
/** Over less the altitude says nothing of a rate, seconds. */
const SPAN_MIN_S = 0.8;

/** A message and its time of arrival: see `TopicSnapshot`. */
interface Arrival {
  readonly receivedAtMs: number;
  readonly stationTimeUs?: number | undefined;
}

/**
 * When the altitude of a message was so, seconds: by the time that it carries, for messages may come late and several at once. From then on
 * it is taken to stay, by the time here. @param nowMs now, as in `receivedAtMs`
 */
export function altitudeTimeS({ receivedAtMs, stationTimeUs }: Arrival, nowMs: number): number {
  const sinceS = (nowMs - receivedAtMs) / 1000;
  return stationTimeUs === undefined ? receivedAtMs / 1000 + sinceS : stationTimeUs / 1e6 + sinceS;
}

/** The climb rate from altitudes as they come: how much the last two seconds changed it. */
export class ClimbRate {
  #samples: readonly { readonly timeS: number; readonly altitudeM: number }[] = [];

  /**
   * @param timeS time of the altitude; after a gap the estimate starts again
   * @returns metres per second, positive up; undefined with too little data
   */
  after(timeS: number, altitudeM: number | undefined): number | undefined {
    if (altitudeM === undefined) {
      this.#samples = [];
      return undefined;
    }
    const kept = this.#samples.filter((one) => one.timeS < timeS && one.timeS >= timeS - WINDOW_S);
    this.#samples = [...kept, { timeS, altitudeM }];
    const first = kept[0];
    if (first === undefined || timeS - first.timeS < SPAN_MIN_S) return undefined;
    return (altitudeM - first.altitudeM) / (timeS - first.timeS);
  }
}
