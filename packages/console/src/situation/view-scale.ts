const STEPS = [1, 2, 5] as const;

/** The largest of 1, 2, 5, 10, 20, 50 ... that is not more than `limit`. */
export function roundBelow(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  // Rounding must not make 5 of 4.999999.
  const step = STEPS.findLast((wanted) => wanted * power <= limit * (1 + 1e-9)) ?? 1;
  return step * power;
}

/** A bar of a round length that is at most `maxPx` long. */
export function scaleBar(metersPerPx: number, maxPx: number): { readonly lengthM: number; readonly lengthPx: number } {
  const lengthM = roundBelow(maxPx * metersPerPx);
  return { lengthM, lengthPx: lengthM / metersPerPx };
}

/** How far the view from above reaches from its middle, metres. */
export const REACHES_M = [5, 10, 20, 50, 100, 200, 500] as const;

/** The next reach in or out; the same at the end. */
export function nextReachM(reachM: number, direction: 'in' | 'out'): number {
  const further = direction === 'out' ? REACHES_M.find((m) => m > reachM) : REACHES_M.findLast((m) => m < reachM);
  return further ?? reachM;
}
