import { NTP_EPOCH_S } from '@kitestring/station-contract/video/ntp.ts';

/** Reads from fragments of MP4 when their pictures were taken, and finds it again by the time at which they are shown. */

/** The box `prft` (ISO/IEC 14496-12, 8.16.5), version 1: length, type, flags, track, NTP time, time of the media. */
const PRFT = { type: 4, seconds: 16, share: 20, time: 24, end: 32 } as const;
const PRFT_TYPE = 0x70726674;
/** The box `trun` of a fragment with one picture, as written by the station: its type, and the flags of the picture. */
const TRUN = { type: 104, flags: 128, end: 132 } as const;
const TRUN_TYPE = 0x7472756e;
/** `sample_is_non_sync_sample` (ISO/IEC 14496-12, 8.8.3.1). */
const DEPENDS_ON_OTHERS = 0x1_0000;
const MEDIA_HZ = 90_000;
/** Some seconds of pictures; the shown ones are among the newest. */
const KEPT = 300;
/** Media times are rounded to microseconds by the browser. */
const SAME_S = 0.002;

interface FragmentTime {
  /** Media time, seconds. */
  readonly timeS: number;
  /** Milliseconds since 1970, on the clock of the station. */
  readonly takenMs: number;
}

/** @returns undefined for bytes that do not start with the box */
export function readFragmentTime(bytes: ArrayBuffer): FragmentTime | undefined {
  if (bytes.byteLength < PRFT.end) return undefined;
  const view = new DataView(bytes);
  if (view.getUint32(PRFT.type) !== PRFT_TYPE) return undefined;
  const seconds = view.getUint32(PRFT.seconds) - NTP_EPOCH_S;
  const takenMs = (seconds + view.getUint32(PRFT.share) / 2 ** 32) * 1000;
  return { timeS: Number(view.getBigUint64(PRFT.time)) / MEDIA_HZ, takenMs };
}

/** Whether decoding can start with it. A fragment in another form counts as such: it is never skipped. */
export function isKeyFragment(bytes: ArrayBuffer): boolean {
  if (bytes.byteLength < TRUN.end) return true;
  const view = new DataView(bytes);
  if (view.getUint32(TRUN.type) !== TRUN_TYPE) return true;
  return (view.getUint32(TRUN.flags) & DEPENDS_ON_OTHERS) === 0;
}

export class FragmentTimes {
  #times: FragmentTime[] = [];

  add(time: FragmentTime): void {
    this.#times.push(time);
    if (this.#times.length > KEPT) this.#times = this.#times.slice(-KEPT / 2);
  }

  /** Capture time of the picture shown at this media time. */
  takenMsAt(mediaTimeS: number): number | undefined {
    return this.#times.findLast(({ timeS }) => Math.abs(timeS - mediaTimeS) <= SAME_S)?.takenMs;
  }
}
