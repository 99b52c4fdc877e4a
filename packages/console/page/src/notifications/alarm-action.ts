import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import {
  type NotificationName,
  notificationName,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { AlarmActionName } from '../words/en/alarms.ts';
import { LANDINGS } from './notification-feed.ts';

/** In the air, and on the ground; one alone holds for both. */
type Actions = AlarmActionName | readonly [inAir: AlarmActionName, onGround: AlarmActionName];

/**
 * The action of the operator, read in a second (14 CFR 25.1322); the instructions of the dictionary are sentences for every
 * case, and which case it is only the page knows. In the air `clearArea` where the station lands the Kite by itself. Every Critical and Fatal
 * notification has one.
 */
const ACTIONS: Readonly<Partial<Record<NotificationName, Actions>>> = {
  GS_BATTERY_VOLTAGE: ['clearArea', 'chargeStation'],
  MAIN_POWER_DISCONNECTED: ['clearArea', 'checkSupply'],
  SYSTEM_MOVING: 'stopVehicle',
  SPOOL_STUCK: ['clearArea', 'checkSpool'],
  SPOOL_TEMPERATURE_HIGH: ['climbOrLand', 'coolSpool'],
  SPOOL_OVERHEATING: ['clearArea', 'coolSpool'],
  FORCE_SENSOR: ['landTetherExit', 'checkTetherExit'],
  GROUND_EQUIPMENT_SILENT: ['landWinch', 'checkWinch'],
  STORE_UNUSABLE: 'freeDisk',
  KITE_DATA_MISSING: ['clearAreaWatch', 'checkKiteOn'],
  KITE_LINK_DEGRADED: ['landLink', 'checkLink'],
  KITE_BATTERY_VOLTAGE: ['clearArea', 'chargeKite'],
  KITE_MOTOR_PROBLEM: ['clearArea', 'checkMotors'],
  KITE_MOTOR_WEAK: ['landMotors', 'checkMotors'],
  KITE_OVERHEATING: ['clearArea', 'coolKite'],
  KITE_TEMPERATURE_HIGH: ['landCool', 'coolKite'],
  KITE_GPS_BAD: 'stayLow',
  KITE_MAGNETIC_DISTURBANCE: 'avoidSteel',
  KITE_ESTIMATION_INCONSISTENT: ['landKite', 'checkKite'],
  KITE_SECONDARY_AUTOPILOT: ['landRestart', 'restartKite'],
  KITE_SENSOR_FAULT: ['clearArea', 'restartKite'],
  AUTOPILOT_ERROR: ['readyToLand', 'readMessage'],
  HIGH_WIND: ['landOrLow', 'waitWind'],
  GEOFENCE_CROSSED: 'lowerOrLand',
  TETHER_TWIST_WARNING: 'unwind',
  TETHER_TWIST_CRITICAL: 'unwind',
  TETHER_DAMAGED: ['clearArea', 'replaceTether'],
  SAFETY_LANDING: ['clearArea', 'findCause'],
  SAFETY_DESCENT: 'waitOrLand',
  ORDERED_LANDING: 'clearArea',
  LANDING_NOT_SENT: 'orderAgain',
  CAMERA_OFFLINE: ['landCamera', 'checkCamera'],
  STORAGE_FULL: 'deleteRecordings',
  RECORDING_FAILED: 'recordAgain',
  LIDS_STUCK: ['clearLids', 'freeLids'],
  SAFETY_LAND_BUTTON_PRESSED: ['clearArea', 'releaseButton'],
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: 'remoteMode',
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: 'remoteForbidden',
  REMOTE_ID_TX_FAILED: ['landRestartSystem', 'restartSystem'],
  REMOTE_ID_TX_WRONG_WIFI_REGION: 'remoteRegion',
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: 'remoteAntenna',
  REMOTE_ID_TX_NOT_TRANSMITTING: ['landRestartSystem', 'restartSystem'],
  REMOTE_ID_TX_TRANSMITTING: 'restartSystem',
  REMOTE_ID_TX_STALE: 'restartSystem',
  REMOTE_ID_FW_INCOMPATIBLE: 'updateSystem',
  REMOTE_ID_NO_OPERATOR: 'remoteOperator',
  REMOTE_ID_DATA_STALE: 'checkGps',
};

/** The flight has to end: the command is filled while such an action stands. */
const LANDS = /^land(?!OrLow|Camera)/;

export interface AlarmFlight {
  readonly state: FlightStateName | undefined;
  /** The Kite was in the air in its last sample, and is not heard. */
  readonly isLostInAir: boolean;
  readonly active: readonly Notification[];
}

const GROUNDED: ReadonlySet<FlightStateName | undefined> = new Set(['StandBy', 'Unknown', undefined]);

/** First action of the operator for a notification; undefined where its message says all. */
export function alarmAction({ code }: Notification, flight: AlarmFlight): AlarmActionName | undefined {
  const name = notificationName(code);
  const actions = name && ACTIONS[name];
  if (actions === undefined || typeof actions === 'string') return actions;
  const [inAir, onGround] = actions;
  if (GROUNDED.has(flight.state) && !flight.isLostInAir) return onGround;
  return LANDS.test(inAir) && isLanding(flight) ? 'clearArea' : inAir;
}

/** Whether an alarm or a caution demands a landing that is not under way. A Kite that is not heard lands by its own failsafe. */
export const demandsLanding = (flight: AlarmFlight): boolean =>
  !flight.isLostInAir && flight.active.some((notification) => LANDS.test(alarmAction(notification, flight) ?? ''));

const isLanding = ({ active, state }: AlarmFlight): boolean =>
  state === 'Landing' || state === 'SafetyLanding' || active.some(({ code }) => LANDINGS.includes(code));
