import { wrap360 } from '@kitestring/base/angles.ts';
import { bearingDeg, distanceM } from '@kitestring/station-contract/place/geo.ts';
import type { Quantities } from '../quantities/quantities.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import type { SituationInWords } from '../words/en/map.ts';
import { useWords } from '../words/words-context.tsx';
import type { Situation } from './situation.ts';
import styles from './view.module.css';
import type { WindVector } from './wind-load.ts';

interface MarkPlace {
  readonly xPx: number;
  readonly yPx: number;
}

/** A Rooftop Box on its vehicle, about 4.5 m long and 2 m high, metres; larger if it would be too small to see. */
const VEHICLE_LENGTH_M = 4.5;
const VEHICLE_HEIGHT_M = 2;
const LEAST_LENGTH_PX = 14;

interface StationPlace extends MarkPlace {
  readonly pxPerM: number;
}

export function StationFromSide({ pxPerM, xPx, yPx }: StationPlace) {
  const length = Math.max(LEAST_LENGTH_PX, VEHICLE_LENGTH_M * pxPerM);
  const height = (length * VEHICLE_HEIGHT_M) / VEHICLE_LENGTH_M;
  // The tether begins at height 0 of the station: the vehicle is drawn below that line.
  return <rect className={styles.station} x={xPx - length / 2} y={yPx} width={length} height={height} rx={2} />;
}

export function KiteFromSide({ xPx, yPx }: MarkPlace) {
  return (
    <g className={styles.kite} style={{ transform: `translate(${xPx.toFixed(1)}px, ${yPx.toFixed(1)}px)` }}>
      <path d="M-9-3h18M-9-3v-3M9-3v-3M-13-6h8M5-6h8" />
      <circle r="3" cy="-1" />
    </g>
  );
}

/** From above, with its nose at the heading; without a heading it has no nose. */
export function KiteFromAbove({ headingDeg, xPx, yPx }: MarkPlace & { readonly headingDeg: number | undefined }) {
  const transform = `translate(${xPx.toFixed(1)}px, ${yPx.toFixed(1)}px) rotate(${(headingDeg ?? 0).toFixed(1)}deg)`;
  return (
    <g className={styles.kite} style={{ transform }}>
      {headingDeg === undefined ? <circle r="6" /> : <path className={styles.kiteBody} d="M0-11 7 8 0 4-7 8Z" />}
    </g>
  );
}

/** Longest arrow, and its wind speed. */
const LONGEST_PX = 34;
const STRONG_MPS = 14;

/** The wind as an arrow to the right, which is downwind in this view, and as figures. */
export function WindLabel({ wind }: { readonly wind: WindVector | undefined }) {
  const words = useWords();
  const quantities = useQuantities();
  if (wind === undefined) return <p className={styles.windLabel}>{words.situation.windUnknown}</p>;
  const length = Math.max(6, Math.min(1, wind.speedMps / STRONG_MPS) * LONGEST_PX);
  return (
    <p className={styles.windLabel} data-wind-mps={wind.speedMps.toFixed(1)} data-stale={wind.isOld || undefined}>
      {wind.fromDeg !== undefined && (
        <svg aria-hidden="true" width={LONGEST_PX + 4} height="12" viewBox={`0 0 ${LONGEST_PX + 4} 12`}>
          <path d={`M1 6h${length.toFixed(1)}m-5-4 5 4-5 4`} />
        </svg>
      )}
      <span className="figures">{words.situation.wind(quantities.speedText(wind.speedMps), wind.fromDeg)}</span>
    </p>
  );
}

/** The most important figures of the situation, as text. */
export function inWords(
  { footprint, headingDeg, isPlaceKnown, kite, panDeg, ...rest }: Situation,
  quantities: Quantities,
): SituationInWords {
  const place = isPlaceKnown ? kite : undefined;
  const length = (m: number | undefined, places = 0) =>
    m === undefined ? undefined : quantities.lengthText(m, places);
  return {
    state: rest.state,
    altitude: length(kite?.upM),
    target: length(rest.targetM),
    drift: length(place && distanceM(place), 1),
    driftDeg: place && bearingDeg(place),
    headingDeg,
    panDeg: panDeg === undefined ? undefined : wrap360(panDeg),
    wind: rest.wind && quantities.speedText(rest.wind.speedMps, 0),
    windFromDeg: rest.wind?.fromDeg,
    looksAt: length(footprint?.center && distanceM(footprint.center)),
  };
}
