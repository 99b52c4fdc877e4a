import { escaped } from '@kitestring/base/markup.ts';
import { distanceM, type GroundPlace, type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { PIN_PLATE, PIN_SYMBOLS } from '@kitestring/station-contract/place/pin-symbols.ts';
import type { Pin } from '@kitestring/station-contract/station/pin.ts';
import type { FlightSample } from '../../read/flight.ts';

const SIDE = 420;
const MIDDLE = SIDE / 2;
/** Pins farther away belong to another place. */
const PIN_REACH_M = 10_000;
const RADII_M = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const TRACK_POINTS_MAX = 500;

/** A pin as seen from the Ground Station. */
export interface PlacedPin {
  readonly pin: Pin;
  readonly place: GroundPlace;
}

export const placedPins = (pins: readonly Pin[], station: LatLon): readonly PlacedPin[] =>
  pins
    .map((pin) => ({ pin, place: offsetOf(station, { latDeg: pin.latitude, lonDeg: pin.longitude }) }))
    .filter(({ place }) => distanceM(place) <= PIN_REACH_M);

/** Station, track of the Kite and pins from above, north up, to scale; as SVG that needs no script and no tiles. */
export function placeMap(
  pins: readonly PlacedPin[],
  samples: readonly FlightSample[],
  { north, title }: { readonly title: string; readonly north: string },
): string {
  const far = Math.max(10, ...pins.map(({ place }) => distanceM(place)));
  const reachM = RADII_M.find((m) => m >= far * 1.15) ?? far * 1.15;
  const scale = (MIDDLE - 24) / reachM;
  const x = ({ eastM }: GroundPlace) => n(MIDDLE + eastM * scale);
  const y = ({ northM }: GroundPlace) => n(MIDDLE - northM * scale);
  const ringM = [reachM / 2, reachM];
  return `<svg class="map" viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="${escaped(title)}">
${ringM.map((m) => `<circle class="ring" cx="${MIDDLE}" cy="${MIDDLE}" r="${n(m * scale)}"/><text x="${MIDDLE + 3}" y="${n(MIDDLE - m * scale - 3)}">${lengthText(m)}</text>`).join('')}
<path class="grid" d="M${MIDDLE} 20V${SIDE - 20}M20 ${MIDDLE}H${SIDE - 20}"/>
<path class="track" d="${trackPath(samples, x, y)}"/>
<rect class="station" x="${MIDDLE - 4}" y="${MIDDLE - 4}" width="8" height="8"/>
${pins
  .map(
    ({ pin, place }, index) =>
      `<g transform="translate(${x(place)} ${y(place)})"><path class="pin" d="${PIN_PLATE}"/><path class="kind" transform="translate(0 -16)" d="${PIN_SYMBOLS[pin.kind]}"/><text class="pin-name" x="12" y="-12">${index + 1}</text></g>`,
  )
  .join('')}
<path class="north" d="M20 36V14m-5 7 5-8 5 8"/><text x="20" y="50" text-anchor="middle">${escaped(north)}</text>
</svg>`;
}

function trackPath(samples: readonly FlightSample[], x: (at: GroundPlace) => string, y: (at: GroundPlace) => string) {
  const known = samples.flatMap(({ telemetry: { drift_east_m: eastM, drift_north_m: northM } }) =>
    eastM === undefined || northM === undefined ? [] : [{ eastM, northM }],
  );
  const every = Math.max(1, Math.ceil(known.length / TRACK_POINTS_MAX));
  const points = known.filter((_, index) => index % every === 0);
  return points.map((at, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(at)}`).join('');
}

export const lengthText = (m: number): string => (m >= 1000 ? `${n(m / 1000)} km` : `${Math.round(m)} m`);

export const n = (value: number): string => String(Math.round(value * 10) / 10);
