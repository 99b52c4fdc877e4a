import type { FaultKindOf } from './fault-kind.ts';
import { rampShare } from './ramp.ts';

/** A magnetic field that builds up on top of the Earth's; one set by hand is added to it. */
export const magneticDisturbance: FaultKindOf<'magnetic_disturbance'> = {
  claims: () => ['field at the magnetometer'],
  begin: ({ simulation: { magnetometer } }, { east_ut, north_ut, ramp_s }, severity) => ({
    step: (sinceS) => {
      const share = severity * rampShare(sinceS, ramp_s);
      magnetometer.faultEastUt = share * east_ut;
      magnetometer.faultNorthUt = share * north_ut;
    },
    end: () => {
      magnetometer.faultEastUt = 0;
      magnetometer.faultNorthUt = 0;
    },
  }),
};

/** A motor lead has shifted: its magnetic calibration no longer fits. */
export const motorMagneticField: FaultKindOf<'motor_magnetic_field'> = {
  claims: () => ['leads of the motors'],
  begin: ({ simulation: { magnetometer } }, { ut_per_kw }, severity) => {
    magnetometer.faultUtPerW = (severity * ut_per_kw) / 1000;
    return {
      end: () => {
        magnetometer.faultUtPerW = 0;
      },
    };
  },
};
