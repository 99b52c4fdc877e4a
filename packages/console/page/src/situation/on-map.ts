/** Conversion between ground positions and pixels of the top view: the station in its centre, North up. */

import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { Aim } from '@kitestring/station-contract/camera/pinhole.ts';
import type { GroundPlace, LatLon } from '@kitestring/station-contract/place/geo.ts';
import { directionTo } from '@kitestring/station-contract/place/ground-point.ts';
import type { Viewpoint } from '@kitestring/station-contract/place/locate.ts';
import { roundBelow } from './scales.ts';

export interface OnMap {
  readonly xOf: (place: GroundPlace) => number;
  readonly yOf: (place: GroundPlace) => number;
  readonly placeAt: (xPx: number, yPx: number) => GroundPlace;
  readonly metersPerPx: number;
  /** Whether the view includes this position. */
  readonly has: (place: LatLon) => boolean;
}

export const onMapOf = ({ heightPx, widthPx }: SizePx, metersPerPx: number): OnMap => ({
  xOf: ({ eastM }) => widthPx / 2 + eastM / metersPerPx,
  yOf: ({ northM }) => heightPx / 2 - northM / metersPerPx,
  placeAt: (xPx, yPx) => ({
    eastM: (xPx - widthPx / 2) * metersPerPx,
    northM: (heightPx / 2 - yPx) * metersPerPx,
  }),
  metersPerPx,
  has: () => true,
});

/** Radii of the range rings: round ones, at most four within the shorter side. @param lengthUnitM their unit */
export function ringsM({ heightPx, widthPx }: SizePx, metersPerPx: number, lengthUnitM = 1): readonly number[] {
  const reachM = (Math.min(widthPx, heightPx) / 2) * metersPerPx;
  if (!(reachM > 0)) return [];
  const stepM = roundBelow(reachM / 2 / lengthUnitM) * lengthUnitM;
  return Array.from({ length: Math.floor(reachM / stepM + 1e-9) }, (_, index) => (index + 1) * stepM);
}

/** Pan and tilt that centre a position in the picture. */
export function aimAt({ camera }: Viewpoint, place: LatLon): Aim {
  const { azimuthDeg, depressionDeg } = directionTo(camera, place);
  return { panDeg: azimuthDeg, tiltDeg: depressionDeg };
}
