import { ROUGHEST_SEA } from '@kitestring/station-contract/sim/controls.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';

/** Waves that wind and swell have raised. */
export interface SeaState {
  /** Significant wave height: mean of the highest third, metres. */
  readonly significantHeightM: number;
  /** Peak period of the spectrum, seconds. */
  readonly peakPeriodS: number;
}

/** Peak period of a fully developed sea of this height: Pierson and Moskowitz 1964, omega_p^2 Hs = 0.161 g. */
const grownPeakPeriodS = (heightM: number): number => 2 * Math.PI * Math.sqrt(heightM / (0.161 * GRAVITY_MPS2));

/**
 * Waves by sea state. Height classes: WMO code table 3700. Mean heights and most probable peak periods of the open
 * North Atlantic: STANAG 4194, after Bales 1983; it gives no period for sea state 1, which is taken as fully
 * developed.
 */
const SEA_STATES: readonly SeaState[] = [
  { significantHeightM: 0, peakPeriodS: 1 },
  { significantHeightM: 0.05, peakPeriodS: grownPeakPeriodS(0.05) },
  { significantHeightM: 0.3, peakPeriodS: 7.5 },
  { significantHeightM: 0.88, peakPeriodS: 7.5 },
  { significantHeightM: 1.88, peakPeriodS: 8.8 },
  { significantHeightM: 3.25, peakPeriodS: 9.7 },
];

/** @throws RangeError for a sea state outside 0 to 5 */
export function seaStateOf(code: number): SeaState {
  const state = SEA_STATES[code];
  if (state !== undefined) return state;
  throw new RangeError(`sea state must be an integer from 0 to ${ROUGHEST_SEA} (WMO code table 3700), got ${code}`);
}

/**
 * Spectrum of the elevation, m^2 s/rad: Bretschneider's two-parameter form, the ITTC's for open seas.
 * @param frequencyRadps more than 0
 */
export function waveSpectrum({ significantHeightM, peakPeriodS }: SeaState, frequencyRadps: number): number {
  const ratio = (2 * Math.PI) / peakPeriodS / frequencyRadps;
  return (5 / 16) * ((significantHeightM ** 2 * ratio ** 4) / frequencyRadps) * Math.exp(-1.25 * ratio ** 4);
}

/** Share of the sea's energy below this multiple of the peak's frequency: the spectrum's integral in closed form. */
export const energyShareBelow = (timesPeak: number): number => Math.exp(-1.25 / timesPeak ** 4);
