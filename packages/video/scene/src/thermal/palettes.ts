import {
  PALETTE_STOPS,
  type PaletteStop,
  paletteColour,
} from '@kitestring/station-contract/videostreams/palette-stops.ts';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import { blueDifference, redDifference, texelLuma } from '../texture/texture-pool.ts';

/** Colours from cold to hot, as BT.709 in limited range. */
export interface PaletteTable {
  readonly luma: Uint8Array;
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
}

/** Steps of a palette. */
export const PALETTE_STEPS = 256;

const names = Object.keys(PALETTE_STOPS) as ThermalColorPalette[];

export const PALETTES = Object.fromEntries(names.map((name) => [name, table(PALETTE_STOPS[name])])) as Readonly<
  Record<ThermalColorPalette, PaletteTable>
>;

function table(stops: readonly PaletteStop[]): PaletteTable {
  const colours = Array.from({ length: PALETTE_STEPS }, (_, step) => paletteColour(stops, step / (PALETTE_STEPS - 1)));
  return {
    luma: Uint8Array.from(colours, ([red, green, blue]) => texelLuma(red, green, blue)),
    cb: Uint8Array.from(colours, ([red, green, blue]) => Math.round(blueDifference(red, green, blue))),
    cr: Uint8Array.from(colours, ([red, green, blue]) => Math.round(redDifference(red, green, blue))),
  };
}
