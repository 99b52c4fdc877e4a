/** Clock of the station, estimated from its `clock` answers. */
import type { VideoClock } from '@kitestring/station-contract/video/video-clock.ts';

/** The answer with the shortest round trip of the last few counts: its delays were the most symmetric. */
const KEPT = 5;
const RTP_HZ = 90_000;
const RTP_WRAP = 2 ** 32;

interface ClockSample {
  /** Station minus this machine. */
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

export class PictureClock {
  #samples: ClockSample[] = [];
  #newest: { readonly rtpTime: number; readonly takenMs: number } | undefined;

  /** @param askedMs and @param answeredMs on the clock of this machine, milliseconds since 1970 */
  accept(answer: VideoClock, askedMs: number, answeredMs: number): void {
    const roundTripMs = answeredMs - askedMs;
    const offsetMs = answer.now_ms - (askedMs + answeredMs) / 2;
    this.#samples = [...this.#samples.slice(1 - KEPT), { offsetMs, roundTripMs }];
    const { rtp_time: rtpTime, taken_ms: takenMs } = answer;
    if (rtpTime !== undefined && takenMs !== undefined) this.#newest = { rtpTime, takenMs };
  }

  /** A time of the station's clock on the clock of this machine; undefined before the first answer. */
  hereMs(stationMs: number): number | undefined {
    const [first] = this.#samples.toSorted((one, other) => one.roundTripMs - other.roundTripMs);
    return first === undefined ? undefined : stationMs - first.offsetMs;
  }

  /** Capture time of the picture with this RTP time, on the clock of this machine. */
  takenMs(rtpTime: number): number | undefined {
    if (this.#newest === undefined) return undefined;
    const ticks = (rtpTime - this.#newest.rtpTime + 1.5 * RTP_WRAP) % RTP_WRAP;
    return this.hereMs(this.#newest.takenMs + ((ticks - RTP_WRAP / 2) / RTP_HZ) * 1000);
  }
}
