import { figure, LONG_S, NOISE, SHARE, SHORT_S } from '../parameter-ranges.ts';

/** Wind and weather. */
export const AIR_PARAMETERS = {
  wind: {
    /**
     * Exponent of the wind profile: open country. Turbulence that follows the wind is proportional to it (Counihan
     * 1975).
     */
    profileExponent: figure(1 / 7, ...SHARE),
    /** Averaging time of the Kite's wind estimate. Assumed. */
    estimateTimeS: figure(2, ...SHORT_S),
    /** Noise of the anemometer that replaces the estimate while the Kite is in its cradle. Assumed. */
    anemometerNoiseMps: figure(0.3, ...NOISE),
    /** Averaging time of the mean wind that sets the tether tension. Assumed. */
    sustainedTimeS: figure(10, ...LONG_S),
  },
  /** Weather for the camera picture only. No effect on the flight. */
  weather: {
    /** Visibility: distance at which 2 % of a contrast remain. A clear day. */
    visibilityM: figure(14_000, 20, 300_000, 'denser than any fog to the clearest air (Rayleigh)'),
    /** Covered share of the sky. */
    cloudCover: figure(0.25, ...SHARE),
    /** Rain reduces contrast by Carbonneau's 1.076 R^0.67 dB/km, and adds streaks to colour pictures. */
    rainMmph: figure(0, 0, 300, 'none to a cloudburst; WMO: violent rain is above 50'),
  },
};
