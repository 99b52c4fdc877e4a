import type { NotificationName } from '@kitestring/contract/notifications/notification-dictionary.ts';
import type { AircraftHazards, KiteSample } from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';

/** Without a position for this long the Kite comes down below the limit: a receiver loses single fixes all the time. */
export const GPS_LOSS_S = 1;

/** How far above the safe altitude for wind a Kite must be to be sent down, metres: twice what counts as being there. */
const WIND_TRIGGER_M = 1;

interface SafetyHazard {
  readonly notification: NotificationName;
  readonly reason: string;
}

/** Hazards that end the flight, the notification of each, and how the safety landing names its reason. */
export const SAFETY_LANDING_HAZARDS: Readonly<Partial<Record<keyof AircraftHazards, SafetyHazard>>> = {
  mainPowerLost: { notification: 'MAIN_POWER_DISCONNECTED', reason: 'the main power is disconnected' },
  tetherDamaged: { notification: 'TETHER_DAMAGED', reason: 'the tether is damaged' },
  motorFailed: { notification: 'KITE_MOTOR_PROBLEM', reason: 'a motor has failed' },
  overheated: { notification: 'KITE_OVERHEATING', reason: 'the Kite is overheated' },
  sensorFault: { notification: 'KITE_SENSOR_FAULT', reason: 'a sensor has failed' },
  spoolStuck: { notification: 'SPOOL_STUCK', reason: 'the spool is stuck' },
};

export interface SafetySituation {
  readonly kite: KiteSample;
  readonly safetyLandButtonPressed: boolean;
  readonly gpsLostS: number;
  readonly flight: StationSettings['flight'];
}

/** What must happen whatever was asked of the Kite, and why. */
export interface SafetyDemand {
  readonly event: 'safetyLandingNeeded' | 'descentNeeded';
  readonly reason: string;
}

/** What the sensors demand of a Kite in the air; undefined when nothing. */
export function safetyDemand(situation: SafetySituation): SafetyDemand | undefined {
  const landing = landingReason(situation);
  if (landing !== undefined) return { event: 'safetyLandingNeeded', reason: landing };
  const descent = descentReason(situation);
  return descent === undefined ? undefined : { event: 'descentNeeded', reason: descent };
}

function landingReason({ kite, safetyLandButtonPressed }: SafetySituation): string | undefined {
  if (safetyLandButtonPressed) return 'the safety land button is pressed';
  for (const [hazard, { reason }] of Object.entries(SAFETY_LANDING_HAZARDS) as [
    keyof AircraftHazards,
    SafetyHazard,
  ][]) {
    if (kite.hazards[hazard]) return reason;
  }
  return kite.failsafeLanding ? 'the Kite lands by a failsafe of its own' : undefined;
}

function descentReason({ kite, gpsLostS, flight }: SafetySituation): string | undefined {
  const altitudeM = kite.altitudeM ?? 0;
  if (gpsLostS >= GPS_LOSS_S && altitudeM >= flight.altitudeMaxWithoutGpsM) return 'GPS is lost';
  const isTooHighInWind = kite.hazards.windOverLimit && altitudeM > flight.safeAltitudeWindM + WIND_TRIGGER_M;
  return isTooHighInWind ? 'the wind is over its limit' : undefined;
}
