import type { ThermalColorPalette } from './thermal-palette.ts';

/** Red, green and blue, 0 to 255. */
type PaletteColour = readonly [red: number, green: number, blue: number];

/** A colour at a position from cold to hot; interpolated in between. */
export type PaletteStop = readonly [at: number, colour: PaletteColour];

/** The colours of each palette from cold to hot. */
export const PALETTE_STOPS: Readonly<Record<ThermalColorPalette, readonly PaletteStop[]>> = {
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

/** The colour of a palette at a fraction of its range, 0 to 1. */
export function paletteColour(stops: readonly PaletteStop[], share: number): PaletteColour {
  const above = Math.max(
    1,
    stops.findIndex(([at]) => at >= share),
  );
  const [fromAt, from] = stops[above - 1] as PaletteStop;
  const [toAt, to] = stops[above] as PaletteStop;
  const part = (share - fromAt) / (toAt - fromAt);
  const mixed = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * part;
  return [mixed(0), mixed(1), mixed(2)];
}
