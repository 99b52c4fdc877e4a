import type { AircraftSample, GroundStationHazards, KiteHazards } from '@kitestring/station-core/ports';
import type { JsonSchema } from '../encode/rounded-json.ts';

const flag = (description: string) => ({ type: 'boolean', description }) as const;

/** Hazards reported by the hardware. Fields of a part without data are absent. */
const FIELDS = {
  kite_motor_failed: flag('A motor does not follow its command'),
  kite_motor_weak: flag('A motor gives less than it is asked for'),
  kite_sensor_fault: flag('A sensor of the Kite gives values that can’t be true'),
  kite_estimation_inconsistent: flag('Two ways of knowing where the Kite is disagree'),
  kite_secondary_autopilot_failed: flag('The second autopilot does not answer'),
  kite_failsafe_landing: flag('The Kite comes down by a failsafe of its own'),
  gs_main_power_lost: flag('The supply of the Ground Station is gone'),
  gs_tether_damaged: flag('The tether is damaged or cut'),
  gs_spool_stuck: flag('The spool does not turn'),
  gs_force_sensor_fault: flag('The readings of the force sensor can’t be used'),
  gs_is_moving: flag('The Ground Station moves'),
} as const;

type HazardField = keyof typeof FIELDS;
export type Hazards = Partial<Record<HazardField, boolean>>;

export const HAZARD_NAMES = Object.keys(FIELDS) as HazardField[];

export const HAZARDS_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'What the hardware finds wrong with itself.',
  properties: FIELDS,
};

export function hazardsOf({ groundStation, kite }: AircraftSample): Hazards {
  return {
    ...(kite !== undefined && kiteHazards(kite.hazards, kite.failsafeLanding)),
    ...groundStationHazards(groundStation.hazards, groundStation.isMoving),
  };
}

const kiteHazards = (hazards: KiteHazards, failsafeLanding: boolean): Hazards => ({
  kite_motor_failed: hazards.motorFailed,
  kite_motor_weak: hazards.motorWeak,
  kite_sensor_fault: hazards.sensorFault,
  kite_estimation_inconsistent: hazards.estimationInconsistent,
  kite_secondary_autopilot_failed: hazards.secondaryAutopilotFailed,
  kite_failsafe_landing: failsafeLanding,
});

const groundStationHazards = (hazards: GroundStationHazards, isMoving: boolean | undefined): Hazards => ({
  gs_main_power_lost: hazards.mainPowerLost,
  gs_tether_damaged: hazards.tetherDamaged,
  gs_spool_stuck: hazards.spoolStuck,
  gs_force_sensor_fault: hazards.forceSensorFault,
  ...(isMoving !== undefined && { gs_is_moving: isMoving }),
});

export const isSameHazards = (a: Hazards, b: Hazards): boolean => HAZARD_NAMES.every((name) => a[name] === b[name]);
