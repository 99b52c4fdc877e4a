/** Keeps playing close behind the newest picture in the buffer. */

/** As far behind the newest picture as a decoder and an uneven network need. */
export const TARGET_S = 0.02;
/** Nearer to that it is left alone. */
const CALM_S = 0.015;
/** Further away it jumps: a page that was asleep, a network that has hung. */
const JUMP_S = 0.7;
/** More than that is seen. */
const FASTEST = 1.25;
const SLOWEST = 0.75;
/** Per second behind: what is 100 ms too far behind is caught up with within a second. */
const GAIN = 1.5;
/** Between two ranges of the buffer, and not the space between two pictures. */
const GAP_S = 0.01;

interface EdgeView {
  /** Where it plays now, seconds. */
  readonly currentS: number;
  readonly rate: number;
  /** Time of the newest picture. */
  readonly newestS: number;
  /** Where the range begins in which the newest picture is. */
  readonly rangeStartS: number;
}

type EdgeAction = { readonly kind: 'rate'; readonly rate: number } | { readonly kind: 'jump'; readonly toS: number };

/** @returns undefined where nothing is to be done */
export function edgeAction({ currentS, newestS, rangeStartS, rate }: EdgeView): EdgeAction | undefined {
  const behindS = newestS - currentS;
  // Pictures were left out: nothing will fill the gap.
  const isBeforeGap = currentS < rangeStartS - GAP_S;
  if (isBeforeGap || Math.abs(behindS) > JUMP_S) {
    return { kind: 'jump', toS: Math.max(rangeStartS, newestS - TARGET_S) };
  }
  const wanted = rateFor(behindS - TARGET_S);
  return wanted === rate ? undefined : { kind: 'rate', rate: wanted };
}

/** In steps of a twentieth: a browser need not be told of each millisecond. */
function rateFor(tooFarS: number): number {
  if (Math.abs(tooFarS) <= CALM_S) return 1;
  const rate = Math.min(FASTEST, Math.max(SLOWEST, 1 + GAIN * tooFarS));
  return Math.round(rate * 20) / 20;
}
