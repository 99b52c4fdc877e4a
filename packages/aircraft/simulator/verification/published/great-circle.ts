import { RAD_PER_DEG } from '../../src/angle.ts';

/** Haversine formula on a sphere. Not used by the product: its distances are metres in a local frame. */
export function greatCircleKm(
  from: readonly [latDeg: number, lonDeg: number],
  to: readonly [latDeg: number, lonDeg: number],
  radiusKm: number,
): number {
  const halfLat = ((to[0] - from[0]) * RAD_PER_DEG) / 2;
  const halfLon = ((to[1] - from[1]) * RAD_PER_DEG) / 2;
  const across = Math.cos(from[0] * RAD_PER_DEG) * Math.cos(to[0] * RAD_PER_DEG) * Math.sin(halfLon) ** 2;
  return 2 * radiusKm * Math.asin(Math.sqrt(Math.sin(halfLat) ** 2 + across));
}
