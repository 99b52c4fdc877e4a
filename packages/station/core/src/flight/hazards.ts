import type { NotificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { AircraftSample, GroundStationHazards, KiteHazards, KiteSample } from '../ports/aircraft.ts';

export type HazardName = keyof KiteHazards | keyof GroundStationHazards;

/** Reaction of the station to a hazard that the aircraft reports. Every hazard inhibits take-off. */
interface HazardReaction {
  readonly notification: NotificationName;
  /** Wording in the refusal of a take-off, and as the reason of a safety landing. */
  readonly fault: string;
  /** Whether it causes a safety landing; a take-off is refused in any case. */
  readonly endsFlight?: true;
}

export const HAZARD_REACTIONS: Readonly<Record<HazardName, HazardReaction>> = {
  mainPowerLost: {
    notification: 'MAIN_POWER_DISCONNECTED',
    fault: 'the main power is disconnected',
    endsFlight: true,
  },
  tetherDamaged: {
    notification: 'TETHER_DAMAGED',
    fault: 'the tether is damaged',
    endsFlight: true,
  },
  motorFailed: { notification: 'KITE_MOTOR_PROBLEM', fault: 'a motor has failed', endsFlight: true },
  sensorFault: {
    notification: 'KITE_SENSOR_FAULT',
    fault: 'a sensor has failed',
    endsFlight: true,
  },
  spoolStuck: { notification: 'SPOOL_STUCK', fault: 'the spool is stuck', endsFlight: true },
  motorWeak: { notification: 'KITE_MOTOR_WEAK', fault: 'a motor is weak' },
  estimationInconsistent: { notification: 'KITE_ESTIMATION_INCONSISTENT', fault: 'its sensors contradict each other' },
  secondaryAutopilotFailed: {
    notification: 'KITE_SECONDARY_AUTOPILOT',
    fault: 'the secondary autopilot has failed',
  },
  equipmentSilent: { notification: 'GROUND_EQUIPMENT_SILENT', fault: 'the ground equipment is not heard' },
  forceSensorFault: { notification: 'FORCE_SENSOR', fault: 'the force on the tether cannot be measured' },
};

export const HAZARD_NAMES = Object.keys(HAZARD_REACTIONS) as readonly HazardName[];

/** Active hazards. Those of the Ground Station are known without data of the Kite. */
export function hazardsNow(
  groundStation: AircraftSample['groundStation'] | undefined,
  kite: KiteSample | undefined,
): Partial<Record<HazardName, boolean>> {
  return { ...groundStation?.hazards, ...kite?.hazards };
}
