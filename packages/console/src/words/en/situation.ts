import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { flight } from './flight.ts';

const meters = (value: number) => `${Math.round(value)} m`;

/** What the drawings show, for who cannot see them. */
export interface SituationInWords {
  readonly state: FlightStateName;
  readonly altitudeM: number | undefined;
  readonly targetM: number | undefined;
  readonly driftM: number | undefined;
  readonly driftDeg: number | undefined;
  readonly headingDeg: number | undefined;
  readonly panDeg: number | undefined;
  readonly windMps: number | undefined;
  readonly windFromDeg: number | undefined;
  /** Where the camera looks at the ground, metres from the station. */
  readonly looksAtM: number | undefined;
}

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

export const situation = {
  title: 'Situation',
  views: { side: 'Side', top: 'From above', plots: 'Last 10 min' },
  sideSummary: (now: SituationInWords): string =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitudeM !== undefined && `Kite at ${meters(now.altitudeM)}.`,
      now.targetM !== undefined && `Target ${meters(now.targetM)}.`,
      now.windMps !== undefined && `Wind ${Math.round(now.windMps)} m/s from ${Math.round(now.windFromDeg ?? 0)}°.`,
    ]),
  topSummary: (now: SituationInWords): string =>
    said([
      now.driftM === undefined
        ? 'Position of the Kite not known.'
        : `Kite ${now.driftM.toFixed(1)} m from the station, in direction ${Math.round(now.driftDeg ?? 0)}°.`,
      now.headingDeg !== undefined && `Heading ${Math.round(now.headingDeg)}°.`,
      now.panDeg !== undefined && `Camera looks to ${Math.round(now.panDeg)}°.`,
      now.looksAtM !== undefined && `It looks at the ground ${meters(now.looksAtM)} away.`,
    ]),
  wind: (mps: number, fromDeg: number) => `${mps.toFixed(1)} m/s from ${fromDeg}°`,
  windUnknown: 'Wind not available',
  estimated: 'tether estimated',
  noPlace: 'position not known: drawn above the station',
  downwind: 'downwind',
  towards: (degrees: number) => `towards ${degrees}°`,
  target: (altitudeM: string) => `target ${altitudeM} m`,
  driftMax: (m: number) => `${m} m comes down`,
  north: 'N',
  zoomIn: 'Show less ground',
  zoomOut: 'Show more ground',
  scale: (m: number) => (m >= 1000 ? `${m / 1000} km` : `${m} m`),
  old: (seconds: number) => `${seconds} s old`,
  plots: {
    altitude: 'Altitude',
    wind: 'Wind',
    tension: 'Tension',
    battery: 'Battery',
  },
  series: { target: 'target', kiteBattery: 'Kite', stationBattery: 'station' },
  notAvailable: 'not available',
  minutesAgo: (minutes: number) => (minutes === 0 ? 'now' : `−${minutes}`),
  plotSummary: (name: string, now: string, low: string, high: string): string =>
    `${name}: now ${now}; in the last 10 minutes from ${low} to ${high}.`,
};
