import { wrap360 } from '@kitestring/base/angles.ts';
import type { LocalSetValues } from './local-set.ts';

/**
 * One line with position, direction and field of view. The names are those that exiftool reads from the subtitles of drones; it stays one line
 * for players; how many masks hide something is our own. Angles in degrees: yaw from true North, pitch negative below the horizon; altitude above mean sea level.
 */
export function telemetryText(values: LocalSetValues, maskCount = 0): string {
  const { horizontalFovDeg, platformHeadingDeg, relativeAzimuthDeg, relativeElevationDeg, relativeRollDeg } = values;
  const { sensorAltitudeM, sensorLatDeg, sensorLonDeg, slantRangeM, timeUs, verticalFovDeg } = values;
  const gimbalYawDeg =
    platformHeadingDeg === undefined || relativeAzimuthDeg === undefined
      ? undefined
      : wrap360(platformHeadingDeg + relativeAzimuthDeg);
  const facts: readonly (readonly [string, number | undefined, number, string?])[] = [
    ['Lat', sensorLatDeg, 7],
    ['Lon', sensorLonDeg, 7],
    ['Alt', sensorAltitudeM, 2, ' m'],
    ['Yaw', platformHeadingDeg, 2],
    ['GimYaw', gimbalYawDeg, 2],
    ['GimPitch', relativeElevationDeg, 2],
    ['GimRoll', relativeRollDeg, 2],
    ['HFOV', horizontalFovDeg, 2],
    ['VFOV', verticalFovDeg, 2],
    ['Range', slantRangeM, 1, ' m'],
  ];
  const known = facts.flatMap(([name, value, digits, unit = '']) =>
    value === undefined || !Number.isFinite(value) ? [] : [`${name}:${value.toFixed(digits)}${unit}`],
  );
  // Basic format of ISO 8601: a colon separates name and value.
  const time = new Date(timeUs / 1000).toISOString().replace(/[-:]/g, '');
  const masks = maskCount === 0 ? [] : [`Masks:${maskCount}`];
  return [...known, ...masks, `UTC:${time}`].join(' ');
}

const PLACE = /Lat:(-?[\d.]+) Lon:(-?[\d.]+)(?: Alt:(-?[\d.]+) m)?/;

/** Position of a telemetry text by ISO 6709, as in `+46.5000000+011.3500000+300.00/`; undefined without one. */
export function placeInText(text: string): string | undefined {
  const [, lat, lon, alt] = PLACE.exec(text) ?? [];
  if (lat === undefined || lon === undefined) return undefined;
  const signed = (value: string, digits: number) =>
    `${value.startsWith('-') ? '-' : '+'}${value.replace('-', '').padStart(digits, '0')}`;
  return `${signed(lat, 10)}${signed(lon, 11)}${alt === undefined ? '' : signed(alt, 1)}/`;
}
