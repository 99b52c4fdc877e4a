import type { SizePx } from '@kitestring/console-ui/size.ts';
import { pointOf, type View } from '@kitestring/station-contract/camera/pinhole.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import { directionTo } from '@kitestring/station-contract/place/ground-point.ts';
import type { Viewpoint } from '@kitestring/station-contract/place/locate.ts';

/** Pixel of a position in the picture; undefined outside it. */
export function pixelOf(
  { camera }: Viewpoint,
  view: View,
  { heightPx, widthPx }: SizePx,
  at: LatLon,
): { readonly xPx: number; readonly yPx: number } | undefined {
  const point = pointOf(view, directionTo(camera, at));
  if (point === undefined || point.x < 0 || point.x > 1 || point.y < 0 || point.y > 1) return undefined;
  return { xPx: point.x * widthPx, yPx: point.y * heightPx };
}
