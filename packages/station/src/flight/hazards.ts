import type { NotificationName } from '@kitestring/contract/notifications/notification-dictionary.ts';
import type { AircraftSample, GroundStationHazards, KiteHazards, KiteSample } from '../ports/aircraft.ts';

export type HazardName = keyof KiteHazards | keyof GroundStationHazards;

/** What the station does about something that the aircraft finds wrong with itself. Every one forbids take-off. */
export interface HazardReaction {
  readonly notification: NotificationName;
  /** How a refused take-off names it. */
  readonly fault: string;
  /** How a safety landing names its reason; undefined where the flight goes on. */
  readonly landingReason?: string;
}

export const HAZARD_REACTIONS: Readonly<Record<HazardName, HazardReaction>> = {
  mainPowerLost: {
    notification: 'MAIN_POWER_DISCONNECTED',
    fault: 'the main power is disconnected',
    landingReason: 'the main power is disconnected',
  },
  tetherDamaged: {
    notification: 'TETHER_DAMAGED',
    fault: 'the tether is damaged',
    landingReason: 'the tether is damaged',
  },
  motorFailed: { notification: 'KITE_MOTOR_PROBLEM', fault: 'a motor has failed', landingReason: 'a motor has failed' },
  sensorFault: {
    notification: 'KITE_SENSOR_FAULT',
    fault: 'a sensor has failed',
    landingReason: 'a sensor has failed',
  },
  spoolStuck: { notification: 'SPOOL_STUCK', fault: 'the spool is stuck', landingReason: 'the spool is stuck' },
  motorWeak: { notification: 'KITE_MOTOR_WEAK', fault: 'a motor is weak' },
  estimationInconsistent: { notification: 'KITE_ESTIMATION_INCONSISTENT', fault: 'its sensors contradict each other' },
  secondaryAutopilotFailed: {
    notification: 'KITE_SECONDARY_AUTOPILOT',
    fault: 'the secondary autopilot has failed',
  },
  forceSensorFault: { notification: 'FORCE_SENSOR', fault: 'the force on the tether cannot be measured' },
};

export const HAZARD_NAMES = Object.keys(HAZARD_REACTIONS) as readonly HazardName[];

/** What is wrong now. The Ground Station's part is known although nothing comes from the Kite. */
export function hazardsNow(
  groundStation: AircraftSample['groundStation'] | undefined,
  kite: KiteSample | undefined,
): Partial<Record<HazardName, boolean>> {
  return { ...groundStation?.hazards, ...kite?.hazards };
}
