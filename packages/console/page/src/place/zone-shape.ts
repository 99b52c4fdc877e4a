/** Shapes of the zones of a geofence. */
import { distanceM, type LatLon, offsetOf, placeAt, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { NewZone, Zone } from '@kitestring/station-contract/station/geofence.ts';

/** Corners of a drawn circle: enough to look round. */
const ROUND = 48;

/** Corners of the edge of a zone, in order; the last one joins the first. */
export function edgeOf({ circle, polygon = [] }: Pick<Zone, 'circle' | 'polygon'>): readonly LatLon[] {
  if (circle === undefined) return polygon.map(({ latitude, longitude }) => ({ latDeg: latitude, lonDeg: longitude }));
  const center = { latDeg: circle.latitude, lonDeg: circle.longitude };
  return Array.from({ length: ROUND }, (_, index) => placeFrom(center, placeAt((index * 360) / ROUND, circle.radius)));
}

/** The shape of measured points: two are the middle and the edge of a circle, more are corners. */
export function shapeOf(points: readonly LatLon[]): Pick<NewZone, 'circle' | 'polygon'> | undefined {
  const [first, second] = points;
  if (first === undefined || second === undefined) return undefined;
  if (points.length > 2) {
    return { polygon: points.map(({ latDeg, lonDeg }) => ({ latitude: latDeg, longitude: lonDeg })) };
  }
  const radius = Number(distanceM(offsetOf(first, second)).toFixed(1));
  return { circle: { latitude: first.latDeg, longitude: first.lonDeg, radius } };
}
