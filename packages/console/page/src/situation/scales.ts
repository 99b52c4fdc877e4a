import type { SizePx } from '@kitestring/console-ui/size.ts';

/** Room for height labels, the title above and the ground below, pixels. */
const LEFT_PX = 26;
const TOP_PX = 26;
const BOTTOM_PX = 22;
const RIGHT_PX = 4;
/** Position of the station, fraction of the width from the left: the wind drives the Kite to the right. */
const STATION_AT = 0.42;
/** In the displayed unit of length; for feet the next round value. */
const TICK_EVERY = 10;
const TICK_EVERY_FEET = 25;

/** Scale of a side view from metres to pixels, equal in both directions. */
export interface SideScale {
  readonly pxPerM: number;
  readonly leftPx: number;
  readonly rightPx: number;
  readonly ticksM: readonly number[];
  readonly xOf: (alongM: number) => number;
  readonly yOf: (upM: number) => number;
}

/** A scale with room for everything up to `topM`. @param lengthUnitM the displayed unit */
export function sideScale({ heightPx, widthPx }: SizePx, topM: number, lengthUnitM = 1): SideScale {
  const pxPerM = Math.max(0.1, (heightPx - TOP_PX - BOTTOM_PX) / topM);
  const stationPx = LEFT_PX + (widthPx - LEFT_PX - RIGHT_PX) * STATION_AT;
  return {
    pxPerM,
    leftPx: LEFT_PX,
    rightPx: widthPx - RIGHT_PX,
    ticksM: heightTicksM(topM, lengthUnitM),
    xOf: (alongM) => stationPx + alongM * pxPerM,
    yOf: (upM) => heightPx - BOTTOM_PX - upM * pxPerM,
  };
}

/** Round heights up to the top, metres. @param lengthUnitM their unit */
export function heightTicksM(topM: number, lengthUnitM: number): readonly number[] {
  const everyM = lengthUnitM === 1 ? TICK_EVERY : TICK_EVERY_FEET * lengthUnitM;
  return Array.from({ length: Math.floor(topM / everyM) + 1 }, (_, index) => index * everyM);
}

/** The lowest and the highest value of a series; undefined if it is empty. */
export function extent(values: readonly (number | null)[]): { low: number | undefined; high: number | undefined } {
  let low: number | undefined;
  let high: number | undefined;
  for (const value of values) {
    if (value === null) continue;
    if (low === undefined || value < low) low = value;
    if (high === undefined || value > high) high = value;
  }
  return { low, high };
}

/** The newest value; undefined if the newest sample has none, so that an old one is not mistaken for it. */
export const latest = (values: readonly (number | null)[]): number | undefined => values.at(-1) ?? undefined;

const STEPS = [1, 2, 5] as const;

/** The largest of 1, 2, 5, 10, 20, 50 ... that is not more than `limit`. */
export function roundBelow(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  // Rounding must not make 5 of 4.999999.
  const step = STEPS.findLast((wanted) => wanted * power <= limit * (1 + 1e-9)) ?? 1;
  return step * power;
}

/**
 * A scale bar of a round length, at most `maxPx` long. @returns its length in the unit of `unitsPerPx`, and in pixels
 */
export function scaleBar(unitsPerPx: number, maxPx: number): { readonly length: number; readonly lengthPx: number } {
  const length = roundBelow(maxPx * unitsPerPx);
  return { length, lengthPx: length / unitsPerPx };
}

/** Radius of the top view, metres. */
export const REACHES_M = [5, 10, 20, 50, 100, 200, 500] as const;

/** The next reach in or out; unchanged at the end. */
export function nextReachM(reachM: number, direction: 'in' | 'out'): number {
  const further = direction === 'out' ? REACHES_M.find((m) => m > reachM) : REACHES_M.findLast((m) => m < reachM);
  return further ?? reachM;
}
