import type { DroneIdErrorCode } from '@kitestring/contract/system/system-state.ts';
import type { AircraftSample, KiteSample } from '../ports/aircraft.ts';
import type { Refusal } from '../refusal.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Health } from '../system/health.ts';
import { HAZARD_NAMES, HAZARD_REACTIONS, hazardsNow } from './hazards.ts';

/** Everything that decides whether the Kite may take off. */
export interface PreflightSituation {
  readonly sample: AircraftSample | undefined;
  readonly kite: KiteSample | undefined;
  readonly health: Health;
  readonly lidsStuck: boolean;
  readonly remoteIdErrors: readonly DroneIdErrorCode[];
  readonly remoteIdReady: boolean;
  readonly settings: StationSettings;
}

type Check = (situation: PreflightSituation) => Refusal | undefined;

const fail = (code: Refusal['code'], message: string): Refusal => ({ code, message });

const kiteDetected: Check = ({ sample, kite }) =>
  kite === undefined || sample?.groundStation.kiteInCradle === false
    ? fail('KITE_NOT_DETECTED', 'the Kite is not detected in its cradle')
    : undefined;

const parkingBrake: Check = ({ sample, settings }) => {
  const engaged = sample?.rooftopBox?.parkingBrakeEngaged;
  const wanted = settings.rooftopBox.parkingBrake;
  if (engaged === undefined || isBrakeRight(engaged, wanted)) return undefined;
  return fail('PARKING_BRAKE', `the parking brake must be ${wanted} for take-off`);
};

/** Whether the brake is where take-off needs it. Public texts disagree on the position, hence the setting. */
export const isBrakeRight = (engaged: boolean, wanted: StationSettings['rooftopBox']['parkingBrake']): boolean =>
  wanted === 'ignored' || engaged === (wanted === 'engaged');

const safetyLandButton: Check = ({ sample }) =>
  sample?.rooftopBox?.safetyLandButtonPressed
    ? fail('SAFETY_LAND_BUTTON_PRESSED', 'the external safety land button is pressed')
    : undefined;

const lids: Check = ({ lidsStuck }) =>
  lidsStuck ? fail('LIDS_STUCK', 'the lids of the Rooftop Box are stuck') : undefined;

const moving: Check = ({ sample }) =>
  sample?.groundStation.isMoving ? fail('SYSTEM_MOVING', 'the Ground Station is moving') : undefined;

const remoteId: Check = ({ remoteIdReady, remoteIdErrors }) =>
  remoteIdReady
    ? undefined
    : fail('REMOTE_ID_NOT_READY', `Remote ID is not ready: ${remoteIdErrors.join(', ') || 'still checking'}`);

const battery: Check = ({ sample, kite, health, settings }) => {
  const minimum = settings.flight.takeoffBatteryMinPercent;
  const levels = { Kite: kite?.batteryPercent, 'Ground Station': sample?.groundStation.batteryPercent };
  for (const [owner, percent] of Object.entries(levels)) {
    if (percent !== undefined && percent < minimum) {
      const got = Math.floor(percent * 10) / 10;
      return fail('BATTERY_NOT_READY', `the ${owner} backup battery must be at least at ${minimum} %, is at ${got} %`);
    }
  }
  const wrong = { Kite: health.isKiteVoltageWrong, 'Ground Station': health.isGroundStationVoltageWrong };
  const owner = Object.entries(wrong).find(([, isWrong]) => isWrong)?.[0];
  if (owner === undefined) return undefined;
  return fail('BATTERY_NOT_READY', `the voltage of the ${owner} backup battery does not fit its charge`);
};

const temperature: Check = ({ sample, kite, health, settings }) => {
  const { takeoffTemperatureMinC: min, takeoffTemperatureMaxC: max } = settings.flight;
  const temperatures = {
    'motor or converter': kite?.temperatureC,
    'Kite backup battery': kite?.batteryTemperatureC,
    'Ground Station battery': sample?.groundStation.batteryTemperatureC,
  };
  for (const [part, celsius] of Object.entries(temperatures)) {
    if (celsius !== undefined && (celsius < min || celsius > max)) {
      const got = Math.round(celsius * 10) / 10;
      return fail('TEMPERATURE_OUT_OF_RANGE', `the ${part} temperature must be from ${min} to ${max} °C, is ${got} °C`);
    }
  }
  if (health.spoolHeat === 'normal') return undefined;
  const got = Math.round((sample?.groundStation.spoolTemperatureC ?? 0) * 10) / 10;
  const limit = settings.heat.spoolWarnC - settings.heat.hysteresisC;
  return fail('TEMPERATURE_OUT_OF_RANGE', `the spool of the tether must cool down below ${limit} °C, is ${got} °C`);
};

const wind: Check = ({ health, settings }) => {
  if (!health.isTakeOffWindTooStrong) return undefined;
  const limit = settings.flight.takeoffWindMaxMps;
  const got = Math.round(health.strongestWindMps * 10) / 10;
  return fail('WIND_TOO_STRONG', `the wind must be at most ${limit} m/s for take-off, it was ${got} m/s just now`);
};

/** A Kite that hovers at the share at which it lands for safety must not take off: in thin or hot air, or too heavy. */
const thrust: Check = ({ kite, settings }) => {
  const limit = settings.wind.safetyThrustShare;
  if (kite?.hoverThrustShare === undefined || kite.hoverThrustShare < limit) return undefined;
  const got = Math.round(kite.hoverThrustShare * 100);
  return fail(
    'KITE_FAULT',
    `the thrust does not suffice in this air: to hover takes ${got} % of it, less than ${Math.round(limit * 100)} % is needed`,
  );
};

const mainPower: Check = ({ sample }) =>
  sample?.groundStation.hazards.mainPowerLost
    ? fail('MAIN_POWER_DISCONNECTED', HAZARD_REACTIONS.mainPowerLost.fault)
    : undefined;

const hazards: Check = ({ sample, kite }) => {
  const found = hazardsNow(sample?.groundStation, kite);
  const faults = HAZARD_NAMES.filter((name) => found[name]).map((name) => HAZARD_REACTIONS[name].fault);
  return faults.length === 0 ? undefined : fail('KITE_FAULT', `the aircraft reports: ${faults.join(', ')}`);
};

/** In the order a person would put right: what is at hand first. */
const CHECKS: readonly Check[] = [
  kiteDetected,
  safetyLandButton,
  parkingBrake,
  lids,
  moving,
  remoteId,
  battery,
  temperature,
  wind,
  mainPower,
  hazards,
  thrust,
];

/** The first reason why the Kite must not take off now; undefined when there is none. */
export function preflightRefusal(situation: PreflightSituation): Refusal | undefined {
  for (const check of CHECKS) {
    const refusal = check(situation);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
