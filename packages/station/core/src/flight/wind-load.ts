import { US_PER_S } from '@kitestring/base/clock.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { MeasuredWindLoad } from '@kitestring/station-contract/station/wind-load.ts';
import type { WindSettings } from '../station-settings.ts';
import type { ReadableTelemetry } from '../telemetry.ts';

/** Wind and load of the tether as the aircraft measures them, with the limits of the station. */
export function windLoad(telemetry: ReadableTelemetry, nowUs: number, limits: WindSettings): MeasuredWindLoad {
  return {
    ...measuredWind(telemetry, nowUs),
    wind_speed_warn: limits.warnSpeedMps,
    wind_speed_descend: limits.reduceSpeedMps,
    ...measuredTether(telemetry, nowUs),
    tether_angle_warn: limits.warnAngleDeg,
    tether_angle_descend: limits.reduceAngleDeg,
  };
}

const ageS = (measuredUs: number, nowUs: number): number => roundTo(Math.max(0, nowUs - measuredUs) / US_PER_S, 2);

function measuredWind({ kiteUs, lastKite }: ReadableTelemetry, nowUs: number): Partial<MeasuredWindLoad> {
  const { windFromDeg, windSpeedMps } = lastKite ?? {};
  if (windSpeedMps === undefined) return {};
  return {
    wind_speed: roundTo(windSpeedMps, 2),
    ...(windFromDeg !== undefined && { wind_from: roundTo(windFromDeg, 2) % 360 }),
    wind_age_s: ageS(kiteUs, nowUs),
  };
}

function measuredTether({ sample }: ReadableTelemetry, nowUs: number): Partial<MeasuredWindLoad> {
  const { hazards, tether } = sample?.groundStation ?? {};
  // A force sensor that has failed still has readings.
  if (sample === undefined || tether?.tensionN === undefined || hazards?.forceSensorFault) return {};
  return {
    tether_tension: roundTo(tether.tensionN, 1),
    ...(tether.angleDeg !== undefined && { tether_angle: roundTo(tether.angleDeg, 1) }),
    tether_age_s: ageS(sample.timeUs, nowUs),
  };
}
