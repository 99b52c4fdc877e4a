import type { LatLon } from '@kitestring/station-contract/place/geo.ts';

/** A point of the picture: fractions of its width and height from the top left corner. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** An area that no picture shows. */
export type Mask =
  /** It stays at its place in the picture. */
  | { readonly holds: 'picture'; readonly corners: readonly PicturePoint[] }
  /** It stays on the ground, with everything above it up to a height in metres. */
  | { readonly holds: 'ground'; readonly corners: readonly LatLon[]; readonly heightM: number };
