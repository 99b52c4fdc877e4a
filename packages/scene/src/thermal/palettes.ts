import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import { cbOf, crOf, lumaOf } from '../texture/texture-pool.ts';
import type { Colour } from '../texture/tone.ts';

/** Colours from cold to hot, as BT.709 in limited range. */
export interface PaletteTable {
  readonly luma: Uint8Array;
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
}

/** Steps of a palette. */
export const PALETTE_STEPS = 256;

/** A colour at a share of the way from cold to hot; between two, colours are mixed. */
type Stop = readonly [at: number, colour: Colour];

const STOPS: Readonly<Record<ThermalColorPalette, readonly Stop[]>> = {
  WhiteHot: [
    [0, [0, 0, 0]],
    [1, [255, 255, 255]],
  ],
  BlackHot: [
    [0, [255, 255, 255]],
    [1, [0, 0, 0]],
  ],
  Rainbow: [
    [0, [20, 10, 110]],
    [0.2, [20, 80, 230]],
    [0.4, [20, 190, 190]],
    [0.55, [60, 200, 50]],
    [0.72, [240, 226, 40]],
    [0.88, [240, 80, 24]],
    [1, [255, 225, 225]],
  ],
  RainbowHighContrast: [
    [0, [0, 0, 0]],
    [0.1, [110, 0, 150]],
    [0.22, [20, 20, 230]],
    [0.36, [0, 200, 240]],
    [0.48, [0, 120, 40]],
    [0.6, [120, 240, 30]],
    [0.72, [250, 235, 20]],
    [0.84, [235, 30, 20]],
    [1, [255, 255, 255]],
  ],
  Ironbow: [
    [0, [0, 0, 8]],
    [0.2, [40, 0, 130]],
    [0.42, [165, 10, 150]],
    [0.62, [232, 70, 40]],
    [0.82, [255, 178, 20]],
    [1, [255, 255, 235]],
  ],
  Lava: [
    [0, [4, 8, 24]],
    [0.25, [24, 56, 96]],
    [0.45, [120, 36, 84]],
    [0.65, [214, 40, 20]],
    [0.85, [255, 150, 10]],
    [1, [255, 250, 200]],
  ],
  Arctic: [
    [0, [10, 14, 60]],
    [0.3, [22, 80, 180]],
    [0.5, [80, 160, 214]],
    [0.68, [180, 190, 170]],
    [0.84, [236, 200, 90]],
    [1, [255, 250, 226]],
  ],
  Glowbow: [
    [0, [0, 0, 0]],
    [0.3, [96, 12, 20]],
    [0.6, [210, 80, 14]],
    [0.82, [252, 184, 44]],
    [1, [255, 255, 255]],
  ],
  GradedFire: [
    [0, [0, 0, 0]],
    [0.4, [96, 96, 96]],
    [0.55, [132, 90, 76]],
    [0.72, [226, 76, 16]],
    [0.88, [255, 190, 30]],
    [1, [255, 255, 220]],
  ],
  Hottest: [
    [0, [0, 0, 0]],
    [0.86, [216, 216, 216]],
    [0.865, [255, 150, 20]],
    [1, [240, 20, 10]],
  ],
};

const names = Object.keys(STOPS) as ThermalColorPalette[];

export const PALETTES = Object.fromEntries(names.map((name) => [name, tableOf(STOPS[name])])) as Readonly<
  Record<ThermalColorPalette, PaletteTable>
>;

function tableOf(stops: readonly Stop[]): PaletteTable {
  const colours = Array.from({ length: PALETTE_STEPS }, (_, step) => colourAt(stops, step / (PALETTE_STEPS - 1)));
  return {
    luma: Uint8Array.from(colours, ([red, green, blue]) => lumaOf(red, green, blue)),
    cb: Uint8Array.from(colours, ([red, green, blue]) => Math.round(cbOf(red, green, blue))),
    cr: Uint8Array.from(colours, ([red, green, blue]) => Math.round(crOf(red, green, blue))),
  };
}

function colourAt(stops: readonly Stop[], share: number): Colour {
  const above = Math.max(
    1,
    stops.findIndex(([at]) => at >= share),
  );
  const [fromAt, from] = stops[above - 1] as Stop;
  const [toAt, to] = stops[above] as Stop;
  const part = (share - fromAt) / (toAt - fromAt);
  const mixed = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * part;
  return [mixed(0), mixed(1), mixed(2)];
}
