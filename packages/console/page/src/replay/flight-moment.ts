import { wrap360 } from '@kitestring/base/angles.ts';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { ALOFT_FROM_M } from '@kitestring/station-contract/place/locate.ts';
import type { FlightData, FlightDetails, FlightSeriesName } from '@kitestring/station-contract/station/flights.ts';
import type { Situation } from '../situation/situation.ts';

/** Samples at one time; undefined if the log has none. */
export type ReplaySample = Readonly<Partial<Record<FlightSeriesName, number>>>;

export const timeOf = (timestamp: string): number => parseTimestamp(timestamp) ?? 0;

export function sampleAt(data: FlightData, timeUs: number): ReplaySample | undefined {
  const { from_time, period_s, ...columns } = data;
  const at = Math.floor((timeUs - timeOf(from_time)) / (period_s * 1e6));
  if (at < 0 || at >= data.altitude.length) return undefined;
  const entries = Object.entries(columns).map(([name, column]) => [name, column[at] ?? undefined]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ReplaySample;
}

interface Span {
  readonly from_time: string;
  readonly to_time: string;
}

/** Those at this time. */
export const at = <Each extends Span>(spans: readonly Each[], timeUs: number): readonly Each[] =>
  spans.filter(({ from_time, to_time }) => timeUs >= timeOf(from_time) && timeUs <= timeOf(to_time));

/** State of all objects at a time, in the form of the live drawings. */
export function situationAt(
  { states, station_latitude, station_longitude }: FlightDetails,
  sample: ReplaySample | undefined,
  timeUs: number,
): Situation {
  const { altitude, camera_pan, east, heading, north } = sample ?? {};
  const state: FlightStateName = at(states, timeUs).at(-1)?.state ?? 'Unknown';
  const isPlaceKnown = east !== undefined && north !== undefined;
  const isAloft = altitude !== undefined && altitude >= ALOFT_FROM_M;
  const isStationKnown = station_latitude !== undefined && station_longitude !== undefined;
  return {
    state,
    kite: altitude === undefined ? undefined : { eastM: east ?? 0, northM: north ?? 0, upM: altitude },
    isPlaceKnown,
    headingDeg: heading,
    targetM: sample?.altitude_target,
    station: isStationKnown ? { latDeg: station_latitude, lonDeg: station_longitude } : undefined,
    kiteAt: undefined,
    panDeg: isAloft && camera_pan !== undefined ? wrap360(camera_pan) : undefined,
    footprint: undefined,
    isAloft,
    wind: undefined,
  };
}

/** Length of a chunk of fine samples, and how early the next one is loaded. */
const PIECE_US = 300e6;
const BEFORE_US = 20e6;

/** The chunk of fine samples for a time; unchanged while it is sufficient. */
export function pieceFor(timeUs: number, before: number | undefined): number {
  if (before !== undefined && timeUs >= before && timeUs < before + PIECE_US - BEFORE_US) return before;
  return timeUs - BEFORE_US;
}

export const PIECE = { lengthUs: PIECE_US, points: 1500 } as const;
