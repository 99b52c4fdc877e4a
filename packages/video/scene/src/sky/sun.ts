import { DEG_PER_RAD, RAD_PER_DEG } from '@kitestring/base/angles.ts';

const MS_PER_DAY = 86_400_000;
/** 2000-01-01 12:00 UTC. */
const J2000_MS = 946_728_000_000;

export interface SunPosition {
  /** Above the horizon, degrees, without refraction. */
  readonly elevationDeg: number;
  /** Clockwise from North, 0 to 360. */
  readonly azimuthDeg: number;
}

/**
 * Position of the sun. Source: low-precision formulas of the Astronomical Almanac, accurate to 0.01 degrees from 1950
 * to 2050.
 */
export function sunPosition(unixMs: number, latitudeDeg: number, longitudeDeg: number): SunPosition {
  const days = (unixMs - J2000_MS) / MS_PER_DAY;
  const anomaly = (357.528 + 0.9856003 * days) * RAD_PER_DEG;
  const longitude =
    (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD_PER_DEG;
  const obliquity = (23.439 - 0.0000004 * days) * RAD_PER_DEG;
  const rightAscension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude));
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(longitude));
  const siderealDeg = 280.46062 + 360.98564737 * days + longitudeDeg;
  return horizontal(siderealDeg * RAD_PER_DEG - rightAscension, declination, latitudeDeg * RAD_PER_DEG);
}

function horizontal(hourAngle: number, declination: number, latitude: number): SunPosition {
  const up =
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle);
  const north =
    Math.cos(latitude) * Math.sin(declination) - Math.sin(latitude) * Math.cos(declination) * Math.cos(hourAngle);
  const east = -Math.cos(declination) * Math.sin(hourAngle);
  return {
    elevationDeg: Math.asin(Math.max(-1, Math.min(1, up))) * DEG_PER_RAD,
    azimuthDeg: (Math.atan2(east, north) * DEG_PER_RAD + 360) % 360,
  };
}
