import { ASSUMED_EMISSIVITY } from '@kitestring/station-contract/station/thermal.ts';

/** The material is unknown: matt surfaces emit 0.90 to 0.98, as tables of emissivity have it. Standard error. */
const EMISSIVITY_ERROR = 0.05;
/**
 * Reflected and air temperatures are not measured: a temperate day is assumed, with the deviation of other days as
 * standard error.
 */
const SURROUNDINGS_C = 15;
const SURROUNDINGS_ERROR_K = 15;
/** Attenuation of long-wave infrared in clear air, per kilometre. */
const LOSS_PER_KM = 0.2;
/** Where the distance is not known. */
const FAR_M = 500;
/** Calibration of uncooled radiometric cameras, as their makers specify it. */
const CALIBRATION = { leastK: 2, share: 0.02 };
/** Noise of an uncooled detector. */
const NOISE_K = 0.05;

const ZERO_C_K = 273.15;

/**
 * Standard error of a temperature, kelvin: emissivity and reflection, the air between, calibration and noise. Each is taken as
 * independent of the others.
 * @param distanceM undefined where it is not known
 */
export function temperatureErrorC(temperatureC: number, distanceM = FAR_M): number {
  const bodyK = temperatureC + ZERO_C_K;
  const aroundK = SURROUNDINGS_C + ZERO_C_K;
  // How much a body radiates beyond what is around it, as a difference of temperature at its own slope.
  const beyondK = (bodyK ** 4 - aroundK ** 4) / (4 * bodyK ** 3);
  const lost = 1 - Math.exp((-LOSS_PER_KM * distanceM) / 1000);
  return Math.hypot(
    (beyondK * EMISSIVITY_ERROR) / ASSUMED_EMISSIVITY,
    ((1 - ASSUMED_EMISSIVITY) / ASSUMED_EMISSIVITY) * SURROUNDINGS_ERROR_K,
    lost * Math.hypot(bodyK - aroundK, SURROUNDINGS_ERROR_K),
    Math.max(CALIBRATION.leastK, CALIBRATION.share * Math.abs(temperatureC)),
    NOISE_K,
  );
}
