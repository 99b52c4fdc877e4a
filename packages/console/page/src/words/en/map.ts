import { mapArchiveEn } from '@kitestring/console-ui/map/map-archive-words.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { NoPlaceReason } from '@kitestring/station-contract/place/locate.ts';
import { flight } from './flight.ts';

export const map = {
  title: 'Map',
  open: 'Large map (M)',
  close: 'Large video (M)',
  enlarge: 'Enlarge map',
  canvas: 'Map: arrow keys move it, plus and minus zoom, Enter aims the camera at its centre',
  follow: 'Follow the Kite',
  centre: (distance: string, bearingDeg: number) => `Centre: ${distance} from the station, bearing ${bearingDeg}°`,
  pins: (count: number) => (count === 1 ? '1 pin on the map.' : `${count} pins on the map.`),
  pinsOutside: (count: number) =>
    count === 1 ? '1 pin is outside the map (beyond 85°).' : `${count} pins are outside the map (beyond 85°).`,
  outside: 'Station position outside the map (beyond 85° of latitude).',
  noStation: 'Station position unknown: shown below the Kite.',
  noGraphics: 'No large map: this browser has no WebGL 2.',
  graphicsLost: 'Map graphics interrupted - the browser is restoring them.',
  tilesMissing: (host: string) => `Map tiles missing: ${host} does not answer or does not allow this page (CORS).`,
  ...mapArchiveEn,
};

export const place = {
  title: 'Where is that?',
  crosshair: 'Crosshair',
  clicked: 'Selected point',
  follow: 'Crosshair',
  hint: 'Click the video to select a point. Ground assumed level, as at the station.',
  bearing: 'Bearing',
  distance: 'Ground distance',
  slantRange: 'Slant range',
  error: 'Uncertainty (90 %)',
  plusMinus: (distance: string) => `± ${distance}`,
  none: {
    aboveHorizon: 'No ground there: above the horizon.',
    nearHorizon: 'Too close to the horizon for a position. Aim lower.',
    onGround: 'Kite on the ground.',
    noPosition: 'Kite position or camera direction unknown.',
  } satisfies Record<NoPlaceReason, string>,
  notHere: (systems: string) => `${systems}: not defined here, only from 80° S to 84° N.`,
  copy: (system: string) => `Copy ${system}`,
  copied: (text: string) => `Copied: ${text}`,
  pin: 'Pin',
  pinName: 'Name of the pin',
  pinNumber: (number: number) => `Pin ${number}`,
  pins: 'Pins',
  pinsLead: (count: number, limit: number) => `${count} of ${limit}. Visible to everyone at this station.`,
  setBy: (who: string, time: string) => `${time}, ${who}`,
  look: 'Look there',
  lookOf: (name: string) => `Look there: ${name}`,
  coordinates: 'Coordinates',
  coordinatesOf: (name: string) => `Coordinates of ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
};

/** Text alternatives of the drawings. */
export interface SituationInWords {
  readonly state: FlightStateName;
  readonly altitude: string | undefined;
  readonly target: string | undefined;
  readonly drift: string | undefined;
  readonly driftDeg: number | undefined;
  readonly headingDeg: number | undefined;
  readonly panDeg: number | undefined;
  readonly wind: string | undefined;
  readonly windFromDeg: number | undefined;
  /** Distance of the aimed point on the ground from the station. */
  readonly looksAt: string | undefined;
}

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

const wind = (speed: string, fromDeg: number | undefined): string =>
  fromDeg === undefined ? speed : `${speed} from ${Math.round(fromDeg) % 360}°`;

export const situation = {
  views: { side: 'Side', top: 'Top', plots: 'Plots' },
  sideSummary: (now: SituationInWords): string =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite at ${now.altitude}.`,
      now.target !== undefined && `Target ${now.target}.`,
      now.wind !== undefined && `Wind ${wind(now.wind, now.windFromDeg)}.`,
    ]),
  topSummary: (now: SituationInWords): string =>
    said([
      now.drift === undefined
        ? 'Kite position unknown.'
        : `Kite ${now.drift} from the station, bearing ${Math.round(now.driftDeg ?? 0)}°.`,
      now.headingDeg !== undefined && `Heading ${Math.round(now.headingDeg)}°.`,
      now.panDeg !== undefined && `Camera bearing ${Math.round(now.panDeg)}°.`,
      now.looksAt !== undefined && `Aimed at the ground ${now.looksAt} away.`,
    ]),
  wind,
  looksAt: (distance: string) => `Camera on ground ${distance} away`,
  windUnknown: 'Wind not available',
  estimated: 'tether estimated',
  noPlace: 'shown above the station',
  tilesMissing: 'Map tiles do not load.',
  downwind: 'downwind',
  towards: (degrees: number) => `towards ${degrees}°`,
  target: (altitude: string) => `target ${altitude}`,
  driftMax: (limit: string) => `${limit}: descends`,
  north: 'N',
  zoomIn: 'Zoom map in',
  zoomOut: 'Zoom map out',
  lookHere: 'Click to aim there',
  plots: {
    altitude: 'Altitude',
    wind: 'Wind',
    tension: 'Tension',
    battery: 'Battery',
  },
  series: { target: 'target', kiteBattery: 'Kite', stationBattery: 'station' },
  notAvailable: 'not available',
  minutesAgo: (minutes: number) => (minutes === 0 ? 'now' : minutes < 60 ? `−${minutes}` : `−${minutes / 60} h`),
  spans: { minutes: '10 min', hours: '8 h' },
  span: 'Period of the plots',
  plotSummary: (name: string, now: string, low: string, high: string, span: 'minutes' | 'hours'): string =>
    `${name}: now ${now}; in the last ${span === 'hours' ? '8 hours' : '10 minutes'} from ${low} to ${high}.`,
};
