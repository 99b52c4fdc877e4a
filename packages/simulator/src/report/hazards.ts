import type { GroundStationHazards, KiteHazards } from '@kitestring/station/ports/aircraft.ts';
import type { Simulation } from '../simulation.ts';

/** Hazards that the Kite's own monitors detect. */
export function kiteHazards({ electrics, watch, selfTests }: Simulation): KiteHazards {
  return {
    motorFailed: electrics.motorMonitor.motorFailed,
    motorWeak: electrics.motorMonitor.motorWeak,
    sensorFault: watch.findings.isBarometerFaulty,
    estimationInconsistent: watch.findings.isPositionInconsistent,
    secondaryAutopilotFailed: selfTests.secondaryAutopilotFails,
  };
}

/** Hazards that the Ground Station's monitors detect. */
export function groundStationHazards({ electrics, watch }: Simulation): GroundStationHazards {
  return {
    mainPowerLost: electrics.powerMonitor.mainPowerLost,
    tetherDamaged: electrics.powerMonitor.lineDamaged || watch.findings.isTetherCut,
    spoolStuck: watch.findings.isSpoolStuck,
    forceSensorFault: watch.findings.isForceSensorFaulty,
  };
}
