import type { FaultKindOf } from './fault-kind.ts';
import { rampShare } from './ramp.ts';

/** One gust on top of the wind of the moment, whatever that is. */
export const windGust: FaultKindOf<'wind_gust'> = {
  claims: () => ['gust'],
  lengthS: ({ rise_s, hold_s, fall_s }) => rise_s + hold_s + fall_s,
  refusal: ({ simulation: { wind } }) => (wind.isGusting ? 'a gust is under way' : undefined),
  begin: ({ simulation: { wind } }, { peak_mps, rise_s, hold_s, fall_s, from_deg }, severity) => {
    wind.startGust({ peakMps: severity * peak_mps, riseS: rise_s, holdS: hold_s, fallS: fall_s, fromDeg: from_deg });
    return { end: () => wind.endGust() };
  },
};

/** Another wind; afterwards it is what was set last, also when that was during the change. */
export const windChange: FaultKindOf<'wind_change'> = {
  claims: () => ['wind'],
  begin: ({ simulation: { wind } }, { speed_mps, from_deg, turbulence, ramp_s }) => {
    const changed = { speedMps: speed_mps, fromDeg: from_deg, turbulence };
    let share = -1;
    return {
      step: (sinceS) => {
        const next = rampShare(sinceS, ramp_s);
        if (next !== share) wind.changeTo(changed, next);
        share = next;
      },
      end: () => wind.endChange(),
    };
  },
};
