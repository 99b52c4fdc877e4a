import type { FaultKindOf } from './fault-kind.ts';

export const forceSensor: FaultKindOf<'force_sensor'> = {
  claims: () => ['force sensor'],
  begin: ({ simulation: { forceSensor } }, { mode, bias_n, bias_deg }, severity) => {
    forceSensor.isFrozen = mode === 'freeze';
    forceSensor.isSilent = mode === 'silent';
    forceSensor.biasN = mode === 'bias' ? severity * bias_n : 0;
    forceSensor.biasDeg = mode === 'bias' ? severity * bias_deg : 0;
    return {
      end: () => {
        forceSensor.isFrozen = false;
        forceSensor.isSilent = false;
        forceSensor.biasN = 0;
        forceSensor.biasDeg = 0;
      },
    };
  },
};

/** The Kite's barometer freezes or drifts. */
export const barometer: FaultKindOf<'barometer'> = {
  claims: () => ['barometer'],
  begin: ({ simulation }, { mode, drift_mps }) => {
    const sensor = simulation.barometer;
    sensor.isFrozen = mode === 'freeze';
    return {
      step: (sinceS) => {
        sensor.faultM = mode === 'drift' ? drift_mps * sinceS : 0;
      },
      end: () => {
        sensor.isFrozen = false;
        sensor.faultM = 0;
      },
    };
  },
};
