import type { GroundStationHazards, KiteHazards } from '@kitestring/station/ports/aircraft.ts';
import type { Simulation } from '../simulation.ts';

/** What the Kite finds wrong with itself, by its own monitors. */
export function kiteHazards({ electrics, watch, selfTests }: Simulation): KiteHazards {
  return {
    motorFailed: electrics.motorMonitor.motorFailed,
    motorWeak: electrics.motorMonitor.motorWeak,
    sensorFault: watch.barometer.isFaulty,
    estimationInconsistent: watch.estimation.isInconsistent,
    secondaryAutopilotFailed: selfTests.secondaryAutopilotFails,
  };
}

/** What the Ground Station finds wrong with itself. */
export function groundStationHazards({ electrics, watch }: Simulation): GroundStationHazards {
  return {
    mainPowerLost: electrics.powerMonitor.mainPowerLost,
    tetherDamaged: electrics.powerMonitor.lineDamaged || watch.tether.isCut,
    spoolStuck: watch.spool.isStuck,
    forceSensorFault: watch.forceSensor.isFaulty,
  };
}
