import {
  type NotificationName,
  remoteIdNotification,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import { DRONE_ID_ERROR_CODES, type DroneIdErrorCode } from '@kitestring/station-contract/system/system-state.ts';
import type { TetherTwist } from '../camera/tether-twist.ts';
import { HAZARD_NAMES, HAZARD_REACTIONS, hazardsNow } from '../flight/hazards.ts';
import { isBrakeRight } from '../flight/preflight.ts';
import type { AircraftSample, GpsPosition, KiteSample } from '../ports/aircraft.ts';
import { type UnsafeSetting, unsafeSettingsText } from '../ports/autopilot-report.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Health } from './health.ts';
import type { HeatLevel } from './heat.ts';

/** One notification, whether its cause is present, and what is measured of it. */
interface NotificationCondition {
  readonly name: NotificationName;
  readonly active: boolean;
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
}

interface ConditionSituation {
  readonly capabilities: Capabilities;
  readonly sample: AircraftSample;
  readonly isPositionGood: (gps: GpsPosition | undefined) => boolean;
  readonly kite: KiteSample | undefined;
  readonly kiteSeen: boolean;
  readonly cameraSeen: boolean;
  readonly cameraOnline: boolean;
  readonly isStandBy: boolean;
  readonly motorStartFailed: boolean;
  /** Names of the zones of the geofence that are crossed. */
  readonly crossedZones: string | undefined;
  readonly health: Health;
  readonly twist: TetherTwist;
  readonly remoteIdErrors: readonly DroneIdErrorCode[];
  readonly settings: StationSettings;
}

/** Evaluates conditions from the sensors: the station's notifications follow them. */
export function conditions(situation: ConditionSituation): NotificationCondition[] {
  return [
    ...kiteConditions(situation),
    ...hazardConditions(situation),
    ...groundConditions(situation),
    ...healthConditions(situation),
    ...twistConditions(situation.twist),
    ...remoteIdConditions(situation.remoteIdErrors),
    {
      name: 'GEOFENCE_CROSSED',
      active: situation.crossedZones !== undefined,
      parameters: { zones: situation.crossedZones ?? '' },
    },
    { name: 'CAMERA_OFFLINE', active: situation.cameraSeen && !situation.cameraOnline },
  ];
}

function kiteConditions(situation: ConditionSituation): NotificationCondition[] {
  const { capabilities, sample, kite, kiteSeen, isPositionGood, isStandBy, health, settings } = situation;
  const { takeoffBatteryMinPercent: minPercent, takeoffWindMaxMps } = settings.flight;
  const percent = kite?.batteryPercent;
  const windMps = kite?.windSpeedMps;
  const { delayS, isDegraded, lostPercent } = health.kiteLink;
  const isOutOfCradle = isStandBy && sample.groundStation.kiteInCradle === false;
  return [
    { name: 'KITE_DATA_MISSING', active: kiteSeen && kite === undefined },
    {
      name: 'KITE_LINK_DEGRADED',
      active: kite !== undefined && isDegraded,
      parameters: { lost: lostPercent, delay: roundTo(delayS, 1) },
    },
    { name: 'KITE_NOT_DETECTED', active: (!kiteSeen && kite === undefined) || isOutOfCradle },
    { name: 'KITE_GPS_BAD', active: kite !== undefined && !isPositionGood(kite.gps) },
    {
      name: 'KITE_MAGNETIC_DISTURBANCE',
      active: capabilities.compass && kite !== undefined && kite.headingDeg === undefined,
    },
    levelCondition('KITE_BATTERY_LEVEL_LOW', percent, minPercent),
    temperatureCondition('KITE_BATTERY_TEMPERATURE', kite?.batteryTemperatureC, settings),
    settingsCondition(kite?.settings?.unsafe ?? []),
    {
      name: 'WIND_TOO_STRONG_FOR_TAKEOFF',
      active: isStandBy && health.isTakeOffWindTooStrong,
      parameters: { wind_speed: roundTo(windMps ?? 0, 1), limit: takeoffWindMaxMps },
    },
  ];
}

const settingsCondition = (unsafe: readonly UnsafeSetting[]): NotificationCondition => ({
  name: 'AUTOPILOT_SETTINGS',
  active: unsafe.length > 0,
  parameters: { settings: unsafeSettingsText(unsafe) },
});

function hazardConditions({ sample, kite, motorStartFailed }: ConditionSituation): NotificationCondition[] {
  const found = hazardsNow(sample.groundStation, kite);
  return HAZARD_NAMES.map((name) => {
    const active = found[name] === true || (name === 'motorFailed' && motorStartFailed);
    return { name: HAZARD_REACTIONS[name].notification, active };
  });
}

function healthConditions({ sample, kite, health }: ConditionSituation): NotificationCondition[] {
  const { batteryVoltageV, spoolTemperatureC, vehicleVoltageV } = sample.groundStation;
  const voltage = (volts: number | undefined) => ({ voltage: roundTo(volts ?? 0, 2) });
  return [
    ...heatConditions('KITE_TEMPERATURE_HIGH', 'KITE_OVERHEATING', health.kiteHeat, kite?.temperatureC),
    ...heatConditions('SPOOL_TEMPERATURE_HIGH', 'SPOOL_OVERHEATING', health.spoolHeat, spoolTemperatureC),
    {
      name: 'KITE_BATTERY_VOLTAGE',
      active: health.isKiteVoltageWrong && kite !== undefined,
      parameters: voltage(kite?.batteryVoltageV),
    },
    {
      name: 'GS_BATTERY_VOLTAGE',
      active: health.isGroundStationVoltageWrong,
      parameters: voltage(batteryVoltageV),
    },
    { name: 'SUPPLY_LOW', active: health.isSupplyLow, parameters: voltage(vehicleVoltageV) },
  ];
}

/** Only the more severe of the two. */
function heatConditions(
  warm: NotificationName,
  hot: NotificationName,
  level: HeatLevel,
  celsius: number | undefined,
): NotificationCondition[] {
  const parameters = { temperature: roundTo(celsius ?? 0, 1) };
  return [
    { name: warm, active: level === 'warm', parameters },
    { name: hot, active: level === 'hot', parameters },
  ];
}

function groundConditions({
  capabilities,
  sample,
  isPositionGood,
  isStandBy,
  settings,
}: ConditionSituation): NotificationCondition[] {
  const { groundStation, rooftopBox } = sample;
  const wanted = settings.rooftopBox.parkingBrake;
  const brakeEngaged = rooftopBox?.parkingBrakeEngaged;
  return [
    { name: 'GS_GPS_BAD', active: capabilities.groundGps && !isPositionGood(groundStation.gps) },
    levelCondition('GS_BATTERY_LEVEL_LOW', groundStation.batteryPercent, settings.flight.takeoffBatteryMinPercent),
    temperatureCondition('GS_BATTERY_TEMPERATURE', groundStation.batteryTemperatureC, settings),
    { name: 'SYSTEM_MOVING', active: groundStation.isMoving ?? false },
    { name: 'SAFETY_LAND_BUTTON_PRESSED', active: rooftopBox?.safetyLandButtonPressed ?? false },
    {
      name: 'PARKING_BRAKE',
      active: isStandBy && brakeEngaged !== undefined && !isBrakeRight(brakeEngaged, wanted),
      parameters: { required: wanted === 'engaged' ? 'Engaged' : 'Disengaged' },
    },
  ];
}

function levelCondition(name: NotificationName, percent: number | undefined, minimum: number): NotificationCondition {
  const active = percent !== undefined && percent < minimum;
  return { name, active, parameters: { level: roundTo(percent ?? 0, 1) } };
}

function temperatureCondition(
  name: NotificationName,
  celsius: number | undefined,
  { flight }: StationSettings,
): NotificationCondition {
  const { takeoffTemperatureMinC: minimum, takeoffTemperatureMaxC: maximum } = flight;
  const active = celsius !== undefined && (celsius < minimum || celsius > maximum);
  return { name, active, parameters: { temperature: roundTo(celsius ?? 0, 1) } };
}

function twistConditions(twist: TetherTwist): NotificationCondition[] {
  const parameters = { turns: roundTo(twist.turns, 1), limit: twist.limitTurns };
  return [
    { name: 'TETHER_TWIST_WARNING', active: twist.isWarning && !twist.isCritical, parameters },
    { name: 'TETHER_TWIST_CRITICAL', active: twist.isCritical, parameters },
  ];
}

const REMOTE_ID_NOTIFICATIONS = DRONE_ID_ERROR_CODES.map((code) => ({ code, name: remoteIdNotification(code) }));

const remoteIdConditions = (errors: readonly DroneIdErrorCode[]): NotificationCondition[] =>
  REMOTE_ID_NOTIFICATIONS.map(({ code, name }) => ({ name, active: errors.includes(code) }));
