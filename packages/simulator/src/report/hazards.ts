import type { AircraftHazards } from '@kitestring/station/ports/aircraft.ts';
import type { Simulation } from '../simulation.ts';

/** A motor that gives less than this share of what it is asked for has failed. */
const MOTOR_FAILED_SHARE = 0.5;

/**
 * What the Kite reports as dangerous, from the state alone. Tether, spool and sensor faults are not simulated yet, so that
 * nothing can be wrong with them.
 */
export function hazardsOf(simulation: Simulation): AircraftHazards {
  const { body, power, parameters, windEstimate } = simulation;
  return {
    mainPowerLost: !power.isMainPowerPresent,
    tetherDamaged: false,
    motorFailed: body.hasCrashed || body.rotors.effectiveness.some((share) => share < MOTOR_FAILED_SHARE),
    overheated: power.motorC > parameters.thermal.limitC,
    sensorFault: false,
    spoolStuck: false,
    windOverLimit: windEstimate.isOverLimit,
  };
}
