import type { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import type { GpsPosition } from '@kitestring/station-core/ports';

/* Messages with schemas that log viewers know. Source: the schemas published by Foxglove. */

const TIME = {
  type: 'object',
  title: 'time',
  properties: {
    sec: { type: 'integer', minimum: 0 },
    nsec: { type: 'integer', minimum: 0, maximum: 999_999_999 },
  },
} as const;

const choices = (names: readonly string[]) => names.map((title, index) => ({ title, const: index }));

export const LOCATION_FIX_SCHEMA = {
  title: 'foxglove.LocationFix',
  description: 'A navigation satellite fix for any Global Navigation Satellite System',
  type: 'object',
  properties: {
    timestamp: TIME,
    frame_id: { type: 'string' },
    latitude: { type: 'number', description: 'Latitude in degrees', 'x-decimals': 7 },
    longitude: { type: 'number', description: 'Longitude in degrees', 'x-decimals': 7 },
    altitude: { type: 'number', description: 'Altitude in meters', 'x-decimals': 2 },
    position_covariance: { type: 'array', items: { type: 'number' }, minItems: 9, maxItems: 9 },
    position_covariance_type: {
      title: 'foxglove.PositionCovarianceType',
      oneOf: choices(['UNKNOWN', 'APPROXIMATED', 'DIAGONAL_KNOWN', 'KNOWN']),
    },
  },
} as const;

export const LOG_SCHEMA = {
  title: 'foxglove.Log',
  description: 'A log message',
  type: 'object',
  properties: {
    timestamp: TIME,
    level: { title: 'foxglove.LogLevel', oneOf: choices(['UNKNOWN', 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'FATAL']) },
    message: { type: 'string', description: 'Log message' },
    name: { type: 'string', description: 'Process or node name' },
    file: { type: 'string', description: 'Filename' },
    line: { type: 'integer', minimum: 0, description: 'Line number in the file' },
  },
} as const;

export type LogLevel = 'INFO' | 'WARNING' | 'ERROR' | 'FATAL';
const LEVELS: Readonly<Record<LogLevel, number>> = { INFO: 2, WARNING: 3, ERROR: 4, FATAL: 5 };

export const LEVEL_OF_SEVERITY: Readonly<Record<NotificationSeverity, LogLevel>> = {
  Info: 'INFO',
  Warning: 'WARNING',
  Critical: 'ERROR',
  Fatal: 'FATAL',
};

const foxgloveTime = (timeUs: number) => {
  const sec = Math.floor(timeUs / 1e6);
  return { sec, nsec: (timeUs - sec * 1e6) * 1000 };
};

const DIAGONAL_KNOWN = 2;

/** @param accuracyM of the height is not reported: the horizontal accuracy is used for it */
export function locationFix(timeUs: number, frameId: string, { accuracyM, ...gps }: GpsPosition) {
  const variance = accuracyM * accuracyM;
  return {
    timestamp: foxgloveTime(timeUs),
    frame_id: frameId,
    latitude: gps.latDeg,
    longitude: gps.lonDeg,
    altitude: gps.elevationM,
    position_covariance: [variance, 0, 0, 0, variance, 0, 0, 0, variance],
    position_covariance_type: DIAGONAL_KNOWN,
  };
}

export function logLine(timeUs: number, level: LogLevel, name: string, message: string) {
  return { timestamp: foxgloveTime(timeUs), level: LEVELS[level], message, name, file: '', line: 0 };
}
