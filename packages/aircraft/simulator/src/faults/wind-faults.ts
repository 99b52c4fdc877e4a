import type { TetheredFaultOf, TetheredFaultWorld } from './fault-kind.ts';
import { rampShare } from './ramp.ts';

const isGusting = ({ simulation: { wind } }: TetheredFaultWorld) =>
  wind.isGusting ? 'a gust is under way' : undefined;

/** One gust on top of the present wind. */
export const windGust: TetheredFaultOf<'wind_gust'> = {
  claims: () => ['gust'],
  lengthS: ({ rise_s, hold_s, fall_s }) => rise_s + hold_s + fall_s,
  refusal: isGusting,
  begin: ({ simulation: { wind } }, { peak_mps, rise_s, hold_s, fall_s, from_deg }, severity) => {
    wind.startGust({ peakMps: severity * peak_mps, riseS: rise_s, holdS: hold_s, fallS: fall_s, fromDeg: from_deg });
    return () => wind.endGust();
  },
};

/**
 * Highest air speed beside a lorry, as a share of its speed: 11.3 m/s at up to 22.4 m/s and 0.6 to 1.8 m away was the
 * maximum of six vehicles (SAE 2007-01-0758).
 */
const LORRY_AIR_SHARE = 0.5;
/** The wake decays over this many lengths of the lorry. Assumed. */
const WAKE_LENGTHS = 3;
/**
 * Full strength up to the lower height, zero above the upper one, metres: AASHTO LTS, gusts by lorries on signs above
 * the road.
 */
const LORRY_FADES_M = [6, 10] as const;

/** Air that a passing lorry drags along: at its nose, along its side, and in its wake. */
export const passingLorry: TetheredFaultOf<'passing_lorry'> = {
  claims: () => ['gust'],
  lengthS: ({ length_m, speed_mps }) => ((1.5 + WAKE_LENGTHS) * length_m) / speed_mps,
  refusal: isGusting,
  begin: ({ simulation: { wind } }, { heading_deg, length_m, speed_mps }, severity) => {
    const passingS = length_m / speed_mps;
    wind.startGust({
      peakMps: severity * LORRY_AIR_SHARE * speed_mps,
      riseS: passingS / 2,
      holdS: passingS,
      fallS: WAKE_LENGTHS * passingS,
      fromDeg: heading_deg + 180,
      fadesM: LORRY_FADES_M,
    });
    return () => wind.endGust();
  },
};

/** Another wind; it ends with the wind that was set last, also when that was set during the change. */
export const windChange: TetheredFaultOf<'wind_change'> = {
  claims: () => ['wind'],
  begin: ({ simulation: { wind } }, { speed_mps, from_deg, turbulence, ramp_s }) => {
    const changed = { speedMps: speed_mps, fromDeg: from_deg, turbulence };
    return {
      step: (sinceS) => wind.changeTo(changed, rampShare(sinceS, ramp_s)),
      end: () => wind.endChange(),
    };
  },
};
