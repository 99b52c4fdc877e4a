import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import {
  PREFLIGHT_CHECKS,
  type PreflightCheckName,
  type PreflightUnit,
} from '@kitestring/station-contract/station/preflight-checks.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { AircraftSample, KiteSample } from '../ports/aircraft.ts';
import { unsafeSettingsText } from '../ports/autopilot-report.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Health } from '../system/health.ts';
import type { Lids } from '../system/lids.ts';
import { HAZARD_NAMES, HAZARD_REACTIONS, hazardsNow } from './hazards.ts';

/** Inputs of the preflight checks. */
interface PreflightSituation {
  readonly sample: AircraftSample | undefined;
  readonly kite: KiteSample | undefined;
  readonly capabilities: Capabilities;
  readonly health: Health;
  readonly lids: Pick<Lids, 'areThere' | 'isStuck'>;
  /** Undefined where no Remote ID is there, and none is required. */
  readonly remoteId: SystemState['drone_id'];
  /** Remaining time of the reset after a safety landing, whole seconds; 0 without one. */
  readonly resettingS: number;
  readonly settings: StationSettings;
}

/** Value and limits of a check, if it has a figure. */
interface PreflightFigure {
  /** Absent while it is not known. */
  readonly value?: number | undefined;
  readonly min?: number;
  readonly max?: number;
  readonly unit: PreflightUnit;
}

/** Result of a check. `unknown` does not refuse: a missing measurement does not ground an aircraft. */
type Finding = { readonly figure?: PreflightFigure } & (
  | { readonly state: 'ok' | 'unknown' }
  | { readonly state: 'refuses'; readonly refusal: Refusal }
);

/** @returns undefined where this system has nothing to check */
type PreflightCheck = (situation: PreflightSituation) => Finding | undefined;

/** One thing that a take-off needs, as it is now. */
export type PreflightFinding = Finding & { readonly check: PreflightCheckName };

const OK: Finding = { state: 'ok' };
const UNKNOWN: Finding = { state: 'unknown' };

const refuses = (why: Refusal, figure?: PreflightFigure): Finding => ({
  state: 'refuses',
  refusal: why,
  ...(figure !== undefined && { figure }),
});

/** Passed, as far as the figure is known. */
const passed = (figure: PreflightFigure): Finding => ({ state: figure.value === undefined ? 'unknown' : 'ok', figure });

const reset: PreflightCheck = ({ resettingS }) =>
  resettingS > 0
    ? refuses(refusal('RESETTING_AFTER_SAFETY_LANDING', { waitS: resettingS }), {
        value: resettingS,
        max: 0,
        unit: 's',
      })
    : OK;

const kiteDetected: PreflightCheck = ({ capabilities, sample, kite }) => {
  const inCradle = capabilities.cradleSwitch ? sample?.groundStation.kiteInCradle : true;
  if (kite === undefined || inCradle === false) return refuses(refusal('KITE_NOT_DETECTED'));
  return inCradle === undefined ? UNKNOWN : OK;
};

const parkingBrake: PreflightCheck = ({ sample, settings }) => {
  const wanted = settings.rooftopBox.parkingBrake;
  const engaged = sample?.rooftopBox?.parkingBrakeEngaged;
  if (engaged === undefined || wanted === 'ignored') return undefined;
  if (isBrakeRight(engaged, wanted)) return OK;
  return refuses(refusal('PARKING_BRAKE', { wanted }));
};

/**
 * Whether the parking brake is in the position that take-off requires. Published texts disagree on it, hence the
 * setting.
 */
export const isBrakeRight = (engaged: boolean, wanted: StationSettings['rooftopBox']['parkingBrake']): boolean =>
  wanted === 'ignored' || engaged === (wanted === 'engaged');

const safetyLandButton: PreflightCheck = ({ sample }) => {
  const isPressed = sample?.rooftopBox?.safetyLandButtonPressed;
  if (isPressed === undefined) return undefined;
  return isPressed ? refuses(refusal('SAFETY_LAND_BUTTON_PRESSED')) : OK;
};

const lids: PreflightCheck = ({ lids: { areThere, isStuck } }) => {
  if (!areThere && !isStuck) return undefined;
  return isStuck ? refuses(refusal('LIDS_STUCK.stuck')) : OK;
};

const moving: PreflightCheck = ({ capabilities, sample }) => {
  if (!capabilities.motionSensor) return undefined;
  const isMoving = sample?.groundStation.isMoving;
  if (isMoving === undefined) return UNKNOWN;
  return isMoving ? refuses(refusal('SYSTEM_MOVING')) : OK;
};

const remoteId: PreflightCheck = ({ remoteId: shown }) => {
  if (shown === undefined) return undefined;
  if (shown.status === 'OK') return OK;
  return refuses(refusal('REMOTE_ID_NOT_READY', { errors: shown.error_codes.join(', ') || 'still checking' }));
};

const battery =
  (owner: string, level: (situation: PreflightSituation) => number | undefined): PreflightCheck =>
  (situation) => {
    const percent = level(situation);
    const min = situation.settings.flight.takeoffBatteryMinPercent;
    // Rounded down: what refuses must not read as if it were enough.
    const value = percent === undefined ? undefined : Math.floor(percent * 10) / 10;
    const figure = { value, min, unit: '%' } as const;
    if (percent === undefined || percent >= min) return passed(figure);
    const values = { owner, minPercent: min, percent: value ?? 0 };
    return refuses(refusal('BATTERY_NOT_READY.charge', values), figure);
  };

const voltage =
  (
    owner: string,
    isWrong: (health: Health) => boolean,
    volts: (situation: PreflightSituation) => number | undefined,
  ): PreflightCheck =>
  (situation) => {
    const figure = { value: rounded(volts(situation)), unit: 'V' } as const;
    if (!isWrong(situation.health)) return passed(figure);
    return refuses(refusal('BATTERY_NOT_READY.voltage', { owner }), figure);
  };

const temperature =
  (part: string, celsiusOf: (situation: PreflightSituation) => number | undefined): PreflightCheck =>
  (situation) => {
    const celsius = celsiusOf(situation);
    const { takeoffTemperatureMinC: min, takeoffTemperatureMaxC: max } = situation.settings.flight;
    const figure = { value: rounded(celsius), min, max, unit: '°C' } as const;
    if (celsius === undefined || (celsius >= min && celsius <= max)) return passed(figure);
    const values = { part, minC: min, maxC: max, gotC: figure.value ?? celsius };
    return refuses(refusal('TEMPERATURE_OUT_OF_RANGE.outside', values), figure);
  };

const spoolTemperature: PreflightCheck = ({ capabilities, sample, health, settings }) => {
  if (!capabilities.winch) return undefined;
  const value = rounded(sample?.groundStation.spoolTemperatureC);
  const { hysteresisC, spoolWarnC } = settings.heat;
  if (health.spoolHeat === 'normal') return passed({ value, max: spoolWarnC, unit: '°C' });
  const max = spoolWarnC - hysteresisC;
  const tooHot = refusal('TEMPERATURE_OUT_OF_RANGE.spool', { maxC: max, gotC: value ?? 0 });
  return refuses(tooHot, { value, max, unit: '°C' });
};

const wind: PreflightCheck = ({ kite, health, settings }) => {
  const max = settings.flight.takeoffWindMaxMps;
  if (!health.isTakeOffWindTooStrong) return passed({ value: rounded(kite?.windSpeedMps), max, unit: 'm/s' });
  const value = rounded(health.strongestWindMps);
  return refuses(refusal('WIND_TOO_STRONG', { maxMps: max, gotMps: value ?? 0 }), { value, max, unit: 'm/s' });
};

/** A Kite that hovers at the thrust share of a safety landing must not take off: thin or hot air, or overweight. */
const thrust: PreflightCheck = ({ kite, settings }) => {
  const share = kite?.hoverThrustShare;
  const limit = settings.wind.safetyThrustShare;
  const max = Math.round(limit * 100);
  const figure = { value: share === undefined ? undefined : Math.round(share * 100), max, unit: '%' } as const;
  if (share === undefined || share < limit) return passed(figure);
  const weak = refusal('KITE_FAULT.thrust', { percent: Math.round(share * 100), maxPercent: max });
  return refuses(weak, figure);
};

const mainPower: PreflightCheck = ({ capabilities, sample }) => {
  if (!capabilities.mainPower) return undefined;
  if (sample === undefined) return UNKNOWN;
  return sample.groundStation.hazards.mainPowerLost
    ? refuses(refusal('MAIN_POWER_DISCONNECTED', { fault: HAZARD_REACTIONS.mainPowerLost.fault }))
    : OK;
};

const aircraft: PreflightCheck = ({ sample, kite }) => {
  const found = hazardsNow(sample?.groundStation, kite);
  // Main power has a check of its own.
  const faults = HAZARD_NAMES.filter((name) => found[name] && name !== 'mainPowerLost').map(
    (name) => HAZARD_REACTIONS[name].fault,
  );
  if (faults.length > 0) {
    return refuses(refusal('KITE_FAULT.reported', { faults: faults.join(', ') }));
  }
  return kite === undefined ? UNKNOWN : OK;
};

/** Safety: nothing arms whose autopilot would not land by itself when the station is lost, or does not say so. */
const failsafe: PreflightCheck = ({ kite }) => {
  const loss = kite?.settings?.stationLoss;
  switch (loss?.state) {
    case undefined:
      return undefined;
    case 'Lands':
      return OK;
    case 'NotKnown':
      return UNKNOWN;
    case 'NotRead':
      return refuses(refusal('KITE_FAULT.settingsNotRead'));
    case 'FliesOn':
      return refuses(refusal('KITE_FAULT.fliesOn', { settings: unsafeSettingsText(loss.settings) }));
  }
};

/** Tenths, as people read them. */
const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 10) / 10;

const CHECKS: Readonly<Record<PreflightCheckName, PreflightCheck>> = {
  reset,
  kite_detected: kiteDetected,
  safety_land_button: safetyLandButton,
  parking_brake: parkingBrake,
  lids,
  moving,
  remote_id: remoteId,
  kite_battery: battery('Kite', ({ kite }) => kite?.batteryPercent),
  gs_battery: battery('Ground Station', ({ sample }) => sample?.groundStation.batteryPercent),
  kite_battery_voltage: voltage(
    'Kite',
    (health) => health.isKiteVoltageWrong,
    ({ kite }) => kite?.batteryVoltageV,
  ),
  gs_battery_voltage: voltage(
    'Ground Station',
    (health) => health.isGroundStationVoltageWrong,
    ({ sample }) => sample?.groundStation.batteryVoltageV,
  ),
  kite_temperature: temperature('motor or converter', ({ kite }) => kite?.temperatureC),
  kite_battery_temperature: temperature('Kite backup battery', ({ kite }) => kite?.batteryTemperatureC),
  gs_battery_temperature: temperature(
    'Ground Station battery',
    ({ sample }) => sample?.groundStation.batteryTemperatureC,
  ),
  spool_temperature: spoolTemperature,
  wind,
  main_power: mainPower,
  aircraft,
  thrust,
  failsafe,
};

/** Everything that a take-off needs, as it is now. The take-off is judged by this and by nothing else. */
export const preflightFindings = (situation: PreflightSituation): readonly PreflightFinding[] =>
  PREFLIGHT_CHECKS.flatMap((check) => {
    const finding = CHECKS[check](situation);
    return finding === undefined ? [] : [{ check, ...finding }];
  });

/** The first failed preflight check; undefined when all pass. */
export const firstRefusal = (findings: readonly PreflightFinding[]): Refusal | undefined =>
  findings.find((finding) => finding.state === 'refuses')?.refusal;
