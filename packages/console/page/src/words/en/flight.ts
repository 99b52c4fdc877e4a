import type { CeilingName } from '@kitestring/station-contract/flight/altitude-limits.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { PreflightCheckName } from '@kitestring/station-contract/station/preflight-checks.ts';
import type { LidsState } from '@kitestring/station-contract/system/system-state.ts';
import type { AltitudeFault } from '../../flight/altitude-limits.ts';

const states: Readonly<Record<FlightStateName, { readonly name: string; readonly meaning: string }>> = {
  Unknown: { name: 'Unknown', meaning: 'No Kite connected or no data from it.' },
  StandBy: { name: 'Standby', meaning: 'On the ground.' },
  TakingOff: { name: 'Taking off', meaning: 'Preflight checks, initial climb.' },
  Flying: { name: 'Flying', meaning: 'Holding altitude.' },
  Landing: { name: 'Landing', meaning: 'Descending to land.' },
  SafetyLanding: { name: 'Safety landing', meaning: 'Failure: descending to land.' },
  SafetyDescending: { name: 'Safety descent', meaning: 'Descending to a safe altitude.' },
};

const ceilings: Readonly<Record<CeilingName, string>> = {
  hard: 'Hard max',
  soft: 'Soft max',
  gps: 'Limit without GPS',
  wind: 'Wind',
  descent: 'Descent',
};

const lidsStates: Readonly<Record<LidsState, string>> = {
  Closed: 'closed',
  Opening: 'opening',
  Opened: 'open',
  Closing: 'closing',
};

const noAction = {
  safetyLanding: 'Safety landing cannot be aborted.',
  orderedLanding: 'Automatic landing: cannot be aborted while its cause lasts.',
  unknown: 'No data from the Kite.',
  noData: 'Waiting for data from the station.',
};

/** @param limit the violated one; empty if there is none */
function fault(kind: AltitudeFault['kind'], limit: string): string {
  switch (kind) {
    case 'notANumber':
      return 'Enter an altitude as a number.';
    case 'tooLow':
      return `Minimum ${limit}. To go lower, land.`;
    case 'hard':
      return `Must be below the hard maximum of ${limit}.`;
    case 'soft':
      return `Must be below the soft maximum of ${limit}.`;
    case 'gps':
      return `No GPS: must be below ${limit}.`;
    case 'wind':
      return `Wind limit: maximum ${limit}.`;
    case 'descent':
      return `Safety descent: maximum ${limit}.`;
  }
}

const checks: Readonly<Record<PreflightCheckName, string>> = {
  reset: 'Reset after safety landing',
  kite_detected: 'Kite in the cradle',
  safety_land_button: 'Safety land button',
  parking_brake: 'Parking brake',
  lids: 'Lids',
  moving: 'Ground Station at rest',
  remote_id: 'Remote ID',
  kite_battery: 'Kite battery',
  gs_battery: 'Station battery',
  kite_battery_voltage: 'Kite battery voltage',
  gs_battery_voltage: 'Station battery voltage',
  kite_temperature: 'Kite temperature',
  kite_battery_temperature: 'Kite battery temperature',
  gs_battery_temperature: 'Station battery temperature',
  spool_temperature: 'Spool temperature',
  wind: 'Wind',
  main_power: 'Main power',
  aircraft: 'Aircraft faults',
  thrust: 'Hover thrust',
  failsafe: 'Lands without the station',
};

/** A figure with its limits: `41.5 % (min 50)`. @param value with its unit */
function figure(value: string, min: string | undefined, max: string | undefined): string {
  const limits = [min === undefined ? [] : [`min ${min}`], max === undefined ? [] : [`max ${max}`]].flat();
  return `${value}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`;
}

const readiness = {
  title: 'Preflight checks',
  ready: 'Ready on the ground.',
  notReady: 'Not ready for take-off.',
  why: (refusing: readonly PreflightCheckName[]) => `Not ready: ${refusing.map((name) => checks[name]).join(', ')}`,
  summary: (passed: number, refusing: number, unknown: number) =>
    [
      `Preflight checks: ${passed} OK`,
      ...(refusing === 0 ? [] : [`${refusing} not OK`]),
      ...(unknown === 0 ? [] : [`${unknown} not measured`]),
    ].join(', '),
  states: { ok: 'OK', refuses: 'Not OK', unknown: 'Not measured' },
  checks,
  figure,
};

const signature = {
  title: 'Sign the preflight checks',
  signed: (name: string, time: string) => `Signed: ${name}, ${time}`,
  name: 'Name',
  nameMissing: 'Enter your name.',
  submit: 'Sign',
};

export const flight = {
  signature,
  title: 'Flight',
  states,
  climbing: (target: string) => `Climbing to ${target}.`,
  sinking: (target: string) => `Descending to ${target}.`,
  takeOff: 'Take off',
  land: 'Land',
  abort: 'Abort',
  stop: 'Stop here',
  noAction,
  readiness,
  takeOffSteps: { lids: 'Lids', checks: 'Checks', climb: 'Climb' },
  takeOffProgress: 'Take-off',
  sent: 'Sent, awaiting confirmation',
  doubtful: 'Accepted, but not confirmed by the state.',
  brokenOff: 'Take-off aborted.',
  /** Before the first state. */
  waiting: { name: 'No data yet', meaning: 'Waiting for data from the station.' },
  lost: {
    name: 'Kite data lost',
    short: 'Data lost',
    /** @param duration undefined if it is unknown or not mentioned */
    since: (duration: string | undefined) =>
      duration === undefined ? 'No data from the Kite.' : `No data from the Kite for ${duration}.`,
    last: (state: string) => `Last: ${state}.`,
    /** @param by undefined if it is unknown */
    landingPending: (by: string | undefined) =>
      by === undefined ? 'Lands when the Kite is heard' : `Lands when the Kite is heard (${by})`,
    withdraw: 'Withdraw',
  },
  ageS: (seconds: number) => `${seconds} s old`,
  altitude: 'Altitude',
  target: 'Target',
  targetSent: (altitude: string) => `${altitude} sent`,
  targetDoubtful: (altitude: string) => `${altitude} not confirmed`,
  notSent: 'Not sent',
  releaseToSend: 'Release to send',
  setToSend: 'Set to send',
  set: 'Set',
  step: (by: number, unit: 'm' | 'ft') => (by > 0 ? `${by} ${unit} up` : `${-by} ${unit} down`),
  targetSlider: 'Target altitude',
  ceilings,
  fault,
  softMax: 'Soft max',
  softMaxTitle: 'Highest permitted altitude',
  softMaxField: (unit: 'm' | 'ft') => `Soft maximum, ${unit === 'm' ? 'metres' : 'feet'}`,
  softMaxHint: (hardMax: string) => `A Kite above it descends at once. ${hardMax} switches the soft maximum off.`,
  softMaxNone: 'No limit',
  heading: 'Heading',
  verticalSpeed: 'Vertical speed',
  gps: 'GPS',
  gpsFix: 'Fix',
  gpsNoFix: 'No fix',
  position: 'Position',
  windFrom: (degrees: number | undefined) =>
    degrees === undefined ? 'Wind' : `Wind from ${Math.round(degrees) % 360}°`,
  limit: (value: string) => `max ${value}`,
  tension: 'Tension, angle',
  tilt: 'Tilt',
  link: 'Kite link',
  flightTime: 'Flight time',
  lastFlight: 'Last flight',
  greatestHeight: 'Max height',
  tetherOut: 'Tether out',
  kiteBattery: 'Kite battery',
  stationBattery: 'Station battery',
  lids: 'Lids',
  lidsStates,
  openLids: 'Open lids',
  closeLids: 'Close lids',
  brake: 'Parking brake',
  brakeStates: { Engaged: 'engaged', Disengaged: 'released' },
  button: 'Safety button',
  buttonStates: { Pressed: 'pressed', NotPressed: 'released' },
  altitudeInFlight: 'Altitude can be set in flight.',
};
