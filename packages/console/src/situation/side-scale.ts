import type { SizePx } from '../video/letterbox.ts';

/** Room for the figures of the heights, the title above and the ground below, pixels. */
const LEFT_PX = 26;
const TOP_PX = 26;
const BOTTOM_PX = 22;
const RIGHT_PX = 4;
/** Where the station stands, share of the width from the left: the wind drives the Kite to the right. */
const STATION_AT = 0.42;
const TICK_EVERY_M = 10;

/** How a side view maps metres to pixels: the same in both directions. */
export interface SideScale {
  readonly pxPerM: number;
  readonly leftPx: number;
  readonly rightPx: number;
  readonly ticksM: readonly number[];
  readonly xOf: (alongM: number) => number;
  readonly yOf: (upM: number) => number;
}

/** The scale in which everything up to `topM` fits. */
export function sideScale({ heightPx, widthPx }: SizePx, topM: number): SideScale {
  const pxPerM = Math.max(0.1, (heightPx - TOP_PX - BOTTOM_PX) / topM);
  const stationPx = LEFT_PX + (widthPx - LEFT_PX - RIGHT_PX) * STATION_AT;
  return {
    pxPerM,
    leftPx: LEFT_PX,
    rightPx: widthPx - RIGHT_PX,
    ticksM: Array.from({ length: Math.floor(topM / TICK_EVERY_M) + 1 }, (_, index) => index * TICK_EVERY_M),
    xOf: (alongM) => stationPx + alongM * pxPerM,
    yOf: (upM) => heightPx - BOTTOM_PX - upM * pxPerM,
  };
}
