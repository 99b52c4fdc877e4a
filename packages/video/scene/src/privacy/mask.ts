import type { PicturePoint } from '@kitestring/station-contract/camera/pinhole.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';

/** An area that no picture shows. */
export type Mask =
  /** It stays at its place in the picture. */
  | { readonly holds: 'picture'; readonly corners: readonly PicturePoint[] }
  /** It stays on the ground, with everything above it up to a height in metres. */
  | { readonly holds: 'ground'; readonly corners: readonly LatLon[]; readonly heightM: number };
