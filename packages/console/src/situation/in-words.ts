import type { SituationInWords } from '../words/en/situation.ts';
import { bearingDeg, distanceM, turn360 } from './geo.ts';
import type { Situation } from './situation.ts';

/** The figures of the situation that are worth saying. */
export function inWords({ footprint, headingDeg, isPlaceKnown, kite, panDeg, ...rest }: Situation): SituationInWords {
  const place = isPlaceKnown ? kite : undefined;
  return {
    state: rest.state,
    altitudeM: kite?.upM,
    targetM: rest.targetM,
    driftM: place && distanceM(place),
    driftDeg: place && bearingDeg(place),
    headingDeg,
    panDeg: panDeg === undefined ? undefined : turn360(panDeg),
    windMps: rest.wind?.speedMps,
    windFromDeg: rest.wind?.fromDeg,
    looksAtM: footprint?.center && distanceM(footprint.center),
  };
}
