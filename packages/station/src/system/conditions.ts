import {
  type NotificationName,
  remoteIdNotification,
} from '@kitestring/contract/notifications/notification-dictionary.ts';
import { roundTo } from '@kitestring/contract/schema.ts';
import { DRONE_ID_ERROR_CODES, type DroneIdErrorCode } from '@kitestring/contract/system/system-state.ts';
import type { TetherTwist } from '../camera/tether-twist.ts';
import { isBrakeRight } from '../flight/preflight.ts';
import { SAFETY_LANDING_HAZARDS } from '../flight/safety.ts';
import type { AircraftHazards, AircraftSample, KiteSample } from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';

/** One notification and whether its cause is there now. Parameters are those of the moment it begins. */
export interface Condition {
  readonly name: NotificationName;
  readonly active: boolean;
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
}

export interface ConditionSituation {
  readonly sample: AircraftSample;
  readonly kite: KiteSample | undefined;
  readonly kiteSeen: boolean;
  readonly cameraSeen: boolean;
  readonly cameraOnline: boolean;
  readonly isStandBy: boolean;
  readonly motorStartFailed: boolean;
  readonly twist: TetherTwist;
  readonly remoteIdErrors: readonly DroneIdErrorCode[];
  readonly settings: StationSettings;
}

/** Which conditions hold, by what the sensors say: the station's notifications follow them. */
export function conditions(situation: ConditionSituation): Condition[] {
  return [
    ...kiteConditions(situation),
    ...hazardConditions(situation),
    ...groundConditions(situation),
    ...twistConditions(situation.twist),
    ...remoteIdConditions(situation.remoteIdErrors),
    { name: 'CAMERA_OFFLINE', active: situation.cameraSeen && !situation.cameraOnline },
  ];
}

function kiteConditions({ sample, kite, kiteSeen, isStandBy, settings }: ConditionSituation): Condition[] {
  const { takeoffBatteryMinPercent: minPercent, takeoffWindMaxMps } = settings.flight;
  const percent = kite?.batteryPercent;
  const windMps = kite?.windSpeedMps;
  const isOutOfCradle = isStandBy && sample.groundStation.kiteInCradle === false;
  return [
    { name: 'KITE_DATA_MISSING', active: kiteSeen && kite === undefined },
    { name: 'KITE_NOT_DETECTED', active: (!kiteSeen && kite === undefined) || isOutOfCradle },
    { name: 'KITE_GPS_BAD', active: kite !== undefined && kite.gps === undefined },
    { name: 'KITE_MAGNETIC_DISTURBANCE', active: kite !== undefined && kite.headingDeg === undefined },
    levelCondition('KITE_BATTERY_LEVEL_LOW', percent, minPercent),
    temperatureCondition('KITE_BATTERY_TEMPERATURE', kite?.batteryTemperatureC, settings),
    {
      name: 'WIND_TOO_STRONG_FOR_TAKEOFF',
      active: isStandBy && windMps !== undefined && windMps > takeoffWindMaxMps,
      parameters: { wind_speed: roundTo(windMps ?? 0, 1), limit: takeoffWindMaxMps },
    },
  ];
}

function hazardConditions({ kite, motorStartFailed }: ConditionSituation): Condition[] {
  const landing = Object.entries(SAFETY_LANDING_HAZARDS).map(([hazard, { notification }]) => {
    const isReported = kite?.hazards[hazard as keyof AircraftHazards] ?? false;
    return { name: notification, active: isReported || (hazard === 'motorFailed' && motorStartFailed) };
  });
  const parameters = { wind_speed: roundTo(kite?.windSpeedMps ?? 0, 1) };
  return [...landing, { name: 'HIGH_WIND', active: kite?.hazards.windOverLimit ?? false, parameters }];
}

function groundConditions({ sample, isStandBy, settings }: ConditionSituation): Condition[] {
  const { groundStation, rooftopBox } = sample;
  const wanted = settings.rooftopBox.parkingBrake;
  const brakeEngaged = rooftopBox?.parkingBrakeEngaged;
  return [
    { name: 'GS_GPS_BAD', active: groundStation.gps === undefined },
    levelCondition('GS_BATTERY_LEVEL_LOW', groundStation.batteryPercent, settings.flight.takeoffBatteryMinPercent),
    temperatureCondition('GS_BATTERY_TEMPERATURE', groundStation.batteryTemperatureC, settings),
    { name: 'SYSTEM_MOVING', active: groundStation.isMoving },
    { name: 'SAFETY_LAND_BUTTON_PRESSED', active: rooftopBox?.safetyLandButtonPressed ?? false },
    {
      name: 'PARKING_BRAKE',
      active: isStandBy && brakeEngaged !== undefined && !isBrakeRight(brakeEngaged, wanted),
      parameters: { required: wanted === 'engaged' ? 'Engaged' : 'Disengaged' },
    },
  ];
}

function levelCondition(name: NotificationName, percent: number | undefined, minimum: number): Condition {
  const active = percent !== undefined && percent < minimum;
  return { name, active, parameters: { level: roundTo(percent ?? 0, 1) } };
}

function temperatureCondition(
  name: NotificationName,
  celsius: number | undefined,
  { flight }: StationSettings,
): Condition {
  const { takeoffTemperatureMinC: minimum, takeoffTemperatureMaxC: maximum } = flight;
  const active = celsius !== undefined && (celsius < minimum || celsius > maximum);
  return { name, active, parameters: { temperature: roundTo(celsius ?? 0, 1) } };
}

function twistConditions(twist: TetherTwist): Condition[] {
  const parameters = { turns: roundTo(twist.turns, 1), limit: twist.limitTurns };
  return [
    { name: 'TETHER_TWIST_WARNING', active: twist.isWarning && !twist.isCritical, parameters },
    { name: 'TETHER_TWIST_CRITICAL', active: twist.isCritical, parameters },
  ];
}

const remoteIdConditions = (errors: readonly DroneIdErrorCode[]): Condition[] =>
  DRONE_ID_ERROR_CODES.map((code) => ({ name: remoteIdNotification(code), active: errors.includes(code) }));
