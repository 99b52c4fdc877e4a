/** A winch that is ordered by hand, instead of following the Kite. */
export type WinchOrder =
  | { readonly kind: 'length'; readonly lengthM: number; readonly rateMps: number }
  /** Positive pays out. */
  | { readonly kind: 'rate'; readonly rateMps: number }
  | { readonly kind: 'stop' };

/** Braking before an ordered length, metres per second for each metre that is left. */
const APPROACH_PER_S = 1.5;

/** Speed of the spool for an order, metres per second, positive out. @param measuredM length that is out, by the encoder */
export function orderedSpeedMps(order: WinchOrder, measuredM: number): number {
  switch (order.kind) {
    case 'length':
      return Math.max(-order.rateMps, Math.min(order.rateMps, APPROACH_PER_S * (order.lengthM - measuredM)));
    case 'rate':
      return order.rateMps;
    case 'stop':
      return 0;
  }
}
