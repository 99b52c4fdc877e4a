/** Conversion between positions and pixels of a map: Web Mercator, North up, any centre. */
import { RAD_PER_DEG, wrap180 } from '@kitestring/base/angles.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { SizePx } from '../size.ts';

/** Web Mercator ends here. */
export const MAX_LAT_DEG = 85.051_128;
/** Width of the world at zoom level 0, pixels, as MapLibre counts. */
const WORLD_PX = 512;
/** Circumference of the sphere of Web Mercator, metres. Source: EPSG:3857. */
export const WORLD_M = 2 * Math.PI * 6_378_137;

export interface MapPosition {
  readonly center: LatLon;
  /** The scale doubles with each level; any number. */
  readonly zoom: number;
}

/** Whether the map includes this position. */
export const isOnMercator = ({ latDeg, lonDeg }: LatLon): boolean =>
  Math.abs(latDeg) <= MAX_LAT_DEG && Math.abs(lonDeg) <= 180;

/** Length of a pixel on the ground. */
export const metersPerPxAt = (latDeg: number, zoom: number): number =>
  (WORLD_M * Math.cos(latDeg * RAD_PER_DEG)) / (WORLD_PX * 2 ** zoom);

/** The zoom at which a pixel has this length on the ground. */
export const zoomOf = (metersPerPx: number, latDeg: number): number =>
  Math.log2((WORLD_M * Math.cos(latDeg * RAD_PER_DEG)) / (WORLD_PX * metersPerPx));

/** Pixel of a place, by the shorter way round from the middle, also across the date line. */
export function pixelAt({ center, zoom }: MapPosition, { heightPx, widthPx }: SizePx, place: LatLon) {
  const worldPx = WORLD_PX * 2 ** zoom;
  return {
    xPx: widthPx / 2 + (wrap180(place.lonDeg - center.lonDeg) / 360) * worldPx,
    yPx: heightPx / 2 + (southShare(place.latDeg) - southShare(center.latDeg)) * worldPx,
  };
}

/** Place below a pixel; the inverse. */
export function placeAtPixel(
  { center, zoom }: MapPosition,
  { heightPx, widthPx }: SizePx,
  xPx: number,
  yPx: number,
): LatLon {
  const worldPx = WORLD_PX * 2 ** zoom;
  const south = southShare(center.latDeg) + (yPx - heightPx / 2) / worldPx;
  return {
    latDeg: Math.asin(Math.tanh((0.5 - south) * 2 * Math.PI)) / RAD_PER_DEG,
    lonDeg: wrap180(center.lonDeg + ((xPx - widthPx / 2) / worldPx) * 360),
  };
}

/** Distance from the north edge of the map, as a share of its height. */
function southShare(latDeg: number): number {
  const limited = Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg));
  return 0.5 - Math.atanh(Math.sin(limited * RAD_PER_DEG)) / (2 * Math.PI);
}
