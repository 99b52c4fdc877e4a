import { toCelsius } from '@kitestring/video-scene/thermal/counts.ts';

/** Temperatures of a whole picture. */
export interface ThermalMap {
  readonly widthPx: number;
  readonly heightPx: number;
  /** @param at index of the pixel, row by row */
  readonly temperatureC: (at: number) => number;
}

/** @param counts of 20 mK, as the media process sends them. @returns undefined for another number of pixels */
export function thermalMap(counts: Uint8Array, widthPx: number, heightPx: number): ThermalMap | undefined {
  if (counts.length !== 2 * widthPx * heightPx) return undefined;
  const values = new Uint16Array(counts.slice().buffer);
  return { widthPx, heightPx, temperatureC: (at) => toCelsius(values[at] ?? 0) };
}
