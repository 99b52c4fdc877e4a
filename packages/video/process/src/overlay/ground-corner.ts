import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { directionAt, type PicturePoint } from '@kitestring/station-contract/camera/pinhole.ts';
import { type LatLon, placeAt, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { SceneState } from '../source/scene-state.ts';
import { fieldOfPlan, type StreamPlan } from '../stream-plan.ts';

/** Farther away a corner is drawn too inexactly to hold anything. */
const FARTHEST_M = 2000;

/** Where a point of a stream's picture lies on the ground; undefined above the horizon, and beyond 2 km. */
export function groundCorner(
  { conditions, pose }: Pick<SceneState, 'conditions' | 'pose'>,
  plan: StreamPlan,
  zoom: number,
  point: PicturePoint,
): LatLon | undefined {
  const { azimuthDeg, depressionDeg } = directionAt({ ...pose, ...fieldOfPlan(plan, zoom) }, point);
  const distanceM = depressionDeg > 0 ? pose.upM / Math.tan(depressionDeg * RAD_PER_DEG) : Number.POSITIVE_INFINITY;
  if (distanceM > FARTHEST_M) return undefined;
  const { eastM, northM } = placeAt(azimuthDeg, distanceM);
  const station = { latDeg: conditions.latitudeDeg, lonDeg: conditions.longitudeDeg };
  return placeFrom(station, { eastM: pose.eastM + eastM, northM: pose.northM + northM });
}
