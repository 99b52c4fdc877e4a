/** Keeps playback close behind the newest picture in the buffer. */

/** Target lag behind the newest picture, for the decoder and network jitter. */
export const TARGET_S = 0.02;
/** Tolerance around the target. */
const CALM_S = 0.015;
/** Lag from which it jumps: a suspended page, a stalled network. */
const JUMP_S = 0.7;
/** A larger change of speed would be visible. */
const FASTEST = 1.25;
const SLOWEST = 0.75;
/** Gain per second of lag: 100 ms are recovered within a second. */
const GAIN = 1.5;
/** A gap between two ranges of the buffer, longer than the interval of two pictures. */
const GAP_S = 0.01;

interface EdgeView {
  /** Current playback position, seconds. */
  readonly currentS: number;
  readonly rate: number;
  /** Time of the newest picture. */
  readonly newestS: number;
  /** Start of the range that contains the newest picture. */
  readonly rangeStartS: number;
}

type EdgeAction = { readonly kind: 'rate'; readonly rate: number } | { readonly kind: 'jump'; readonly toS: number };

/** @returns undefined if no change is needed */
export function edgeAction({ currentS, newestS, rangeStartS, rate }: EdgeView): EdgeAction | undefined {
  const behindS = newestS - currentS;
  // Pictures were dropped: the gap will not be filled.
  const isBeforeGap = currentS < rangeStartS - GAP_S;
  if (isBeforeGap || Math.abs(behindS) > JUMP_S) {
    return { kind: 'jump', toS: Math.max(rangeStartS, newestS - TARGET_S) };
  }
  const wanted = rateFor(behindS - TARGET_S);
  return wanted === rate ? undefined : { kind: 'rate', rate: wanted };
}

/** In steps of a twentieth, to avoid frequent changes. */
function rateFor(tooFarS: number): number {
  if (Math.abs(tooFarS) <= CALM_S) return 1;
  const rate = Math.min(FASTEST, Math.max(SLOWEST, 1 + GAIN * tooFarS));
  return Math.round(rate * 20) / 20;
}
