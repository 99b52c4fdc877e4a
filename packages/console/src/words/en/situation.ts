import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { flight } from './flight.ts';

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

export const situation = {
  views: { side: 'Side', top: 'Top', plots: 'Plots' },
  sideSummary: (now: SituationInWords): string =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite at ${now.altitude}.`,
      now.target !== undefined && `Target ${now.target}.`,
      now.wind !== undefined && `Wind ${now.wind} from ${Math.round(now.windFromDeg ?? 0)}°.`,
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
  wind: (speed: string, fromDeg: number) => `${speed} from ${fromDeg}°`,
  looksAt: (distance: string) => `Camera on ground ${distance} away`,
  windUnknown: 'Wind not available',
  estimated: 'tether estimated',
  noPlace: 'position unknown: shown above the station',
  downwind: 'downwind',
  towards: (degrees: number) => `towards ${degrees}°`,
  target: (altitude: string) => `target ${altitude}`,
  driftMax: (limit: string) => `${limit}: descends`,
  north: 'N',
  zoomIn: 'Zoom map in',
  zoomOut: 'Zoom map out',
  lookHere: 'Click to aim the camera there',
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
