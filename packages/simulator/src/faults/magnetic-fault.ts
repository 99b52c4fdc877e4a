import type { FaultKindOf } from './fault-kind.ts';
import { rampShare } from './ramp.ts';

/** A magnetic field that grows beside the Earth's; one set by hand stays on top of it. */
export const magneticDisturbance: FaultKindOf<'magnetic_disturbance'> = {
  claims: () => ['compass'],
  begin: ({ simulation: { compass } }, { east_ut, north_ut, ramp_s }, severity) => ({
    step: (sinceS) => {
      const share = severity * rampShare(sinceS, ramp_s);
      compass.faultEastUt = share * east_ut;
      compass.faultNorthUt = share * north_ut;
    },
    end: () => {
      compass.faultEastUt = 0;
      compass.faultNorthUt = 0;
    },
  }),
};
