import { NOTIFICATION_SEVERITIES } from '@kitestring/contract/notifications/notification.ts';
import {
  FLIGHT_EVENTS_MAX,
  type FlightDetails,
  type FlightEntry,
  type FlightLoss,
} from '@kitestring/contract/station/flights.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { CapturesOfPeriod } from '@kitestring/station/captures/captures.ts';
import type { LoggedFlight } from '../read/flight.ts';
import { isOffGround } from '../report/figures.ts';
import { filmsOf } from './film-times.ts';

/** Facts of a flight for the list. */
export interface FlightOutline {
  readonly id: string;
  readonly fromUs: number;
  readonly toUs: number;
  readonly takeOffUs: number;
  /** Undefined while it goes on. */
  readonly landedUs: number | undefined;
  readonly incident: FlightEntry['incident'];
  readonly losses: readonly FlightLoss[];
}

/** @param isRunning its log is being written, which is no loss */
export function outlineOf(id: string, flight: LoggedFlight, isRunning: boolean): FlightOutline {
  const { facts, fromUs, incident, states, toUs } = flight;
  const first = states.findIndex(({ state }) => isOffGround(state));
  const landed = states.findLast(({ state }) => isOffGround(state));
  const goesOn = isRunning && landed?.isOpen === true;
  return {
    id,
    fromUs,
    toUs,
    takeOffUs: states[first]?.fromUs ?? fromUs,
    landedUs: goesOn ? undefined : (landed?.toUs ?? toUs),
    incident: incident && { number: incident.number, title: incident.title },
    losses: [
      ...(facts.isComplete || isRunning ? [] : (['unfinished'] as const)),
      ...(facts.isDamaged ? (['damaged'] as const) : []),
      ...(Number(facts.end.get('messages_lost') ?? 0) > 0 ? (['messages_lost'] as const) : []),
    ],
  };
}

export function entryOf(outline: FlightOutline, { recordings, snapshots }: CapturesOfPeriod): FlightEntry {
  const { id, incident, landedUs, losses, takeOffUs, toUs } = outline;
  return {
    flight_id: id,
    started: formatTimestamp(takeOffUs),
    ...(landedUs !== undefined && { ended: formatTimestamp(landedUs) }),
    duration_s: Math.round(Math.max(0, (landedUs ?? toUs) - takeOffUs) / 1e5) / 10,
    ...(incident !== undefined && { incident }),
    recordings: recordings.length,
    snapshots: snapshots.length,
    losses: [...losses],
  };
}

/** @param isRunning its log is being written */
export function detailsOf(outline: FlightOutline, flight: LoggedFlight, captures: CapturesOfPeriod): FlightDetails {
  const { figures, groundStation, notifications } = flight;
  const figure = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 100) / 100);
  const [altitudeM, tetherM, windMps] = [figures.altitudeM, figures.tetherOutM, figures.windMps].map((it) =>
    figure(it?.value),
  );
  const count = (severity: string) => notifications.filter(({ shown }) => shown.severity === severity).length;
  return {
    ...entryOf(outline, captures),
    log_from: formatTimestamp(outline.fromUs),
    log_to: formatTimestamp(outline.toUs),
    ...(altitudeM !== undefined && { altitude_max: altitudeM }),
    ...(tetherM !== undefined && { tether_out_max: tetherM }),
    ...(windMps !== undefined && { wind_max: windMps }),
    notification_counts: Object.fromEntries(
      NOTIFICATION_SEVERITIES.map((severity) => [severity, count(severity)]),
    ) as FlightDetails['notification_counts'],
    states: flight.states.map((span) => ({ state: span.state, ...times(span) })),
    control: flight.control.map((span) => ({ who: span.who, ...times(span) })),
    notifications: notifications.map((span) => ({
      code: span.shown.code,
      severity: span.shown.severity,
      message: span.shown.message,
      ...times(span),
    })),
    left_out: flight.leftOut,
    ...(groundStation !== undefined && {
      station_latitude: groundStation.latDeg,
      station_longitude: groundStation.lonDeg,
    }),
    films: captures.recordings.flatMap(filmsOf).slice(0, FLIGHT_EVENTS_MAX),
  };
}

const times = ({ fromUs, toUs }: { readonly fromUs: number; readonly toUs: number }) => ({
  from_time: formatTimestamp(fromUs),
  to_time: formatTimestamp(toUs),
});
