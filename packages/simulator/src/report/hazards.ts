import type { GroundStationHazards, KiteHazards } from '@kitestring/station/ports/aircraft.ts';
import type { Simulation } from '../simulation.ts';

/** A motor that gives less than this share of what it is asked for has failed. */
const MOTOR_FAILED_SHARE = 0.5;

/** What the Kite finds wrong with itself, from the state alone. */
export function kiteHazards({ body }: Simulation): KiteHazards {
  return {
    motorFailed: body.hasCrashed || body.rotors.effectiveness.some((share) => share < MOTOR_FAILED_SHARE),
    motorWeak: false,
    sensorFault: false,
    estimationInconsistent: false,
    secondaryAutopilotFailed: false,
  };
}

/** What the Ground Station finds wrong with itself. */
export function groundStationHazards({ power }: Simulation): GroundStationHazards {
  return {
    mainPowerLost: !power.isMainPowerPresent,
    tetherDamaged: false,
    spoolStuck: false,
    forceSensorFault: false,
  };
}
