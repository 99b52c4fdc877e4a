import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { NOTIFICATION_SEVERITIES } from '@kitestring/station-contract/notifications/notification.ts';
import {
  FLIGHT_EVENTS_MAX,
  type FlightDetails,
  type FlightEntry,
  type FlightFilm,
  type FlightLoss,
} from '@kitestring/station-contract/station/flights.ts';
import type { CapturesOfPeriod } from '@kitestring/station-core/captures';
import type { RecordingRecord, VideoFileRecord } from '@kitestring/station-core/ports';
import type { LoggedFlight } from '../read/flight.ts';
import { isOffGround } from '../report/figures.ts';

/** Longest delay of the first picture after the start of a recording. */
const FIRST_PICTURE_MAX_US = 20e6;

/** The films of a recording on the time line of the station. Those of earlier releases say in UTC only when they began. */
function flightFilms({ films = [], id, startedUs, stoppedUs, videos }: RecordingRecord): readonly FlightFilm[] {
  if (films.length === 0 || stoppedUs === undefined) return [];
  const toStationUs = stationTime(films, startedUs, stoppedUs);
  return films.flatMap((film) => {
    const type = typeOf(film, videos);
    if (type === undefined) return [];
    const { durationS: duration_s, fileId: file_id, startedUtcUs } = film;
    const byUtcUs = toStationUs(startedUtcUs);
    const fromUs = film.startedStationUs ?? byUtcUs;
    const from_time = formatTimestamp(fromUs);
    const to_time = formatTimestamp(fromUs + toStationUs(startedUtcUs + duration_s * 1e6) - byUtcUs);
    return [{ recording_id: id, file_id, type, from_time, to_time, duration_s }];
  });
}

/**
 * Station time is UTC, but in a simulation at another speed, or with a jump of its clock: then the whole of the films lies
 * between start and stop of the recording.
 */
function stationTime(films: readonly VideoFileRecord[], startedUs: number, stoppedUs: number) {
  const firstUs = Math.min(...films.map((film) => film.startedUtcUs));
  const lastUs = Math.max(...films.map((film) => film.startedUtcUs + film.durationS * 1e6));
  const isSameTime = firstUs >= startedUs && lastUs <= stoppedUs + 1e6 && firstUs - startedUs < FIRST_PICTURE_MAX_US;
  const scale = isSameTime ? 1 : (stoppedUs - startedUs) / Math.max(1, lastUs - firstUs);
  const originUs = isSameTime ? firstUs : startedUs;
  return (utcUs: number): number => Math.round(originUs + (utcUs - firstUs) * scale);
}

/** A stream has several files when its pictures change their size: `main.mp4`, `main-2.mp4`. */
function typeOf({ fileId }: VideoFileRecord, videos: RecordingRecord['videos']): FlightFilm['type'] | undefined {
  const stem = (name: string) => name.replace(/(-\d+)?\.mp4$/, '');
  return videos.find((video) => stem(video.fileId) === stem(fileId))?.type;
}

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

export function entry(outline: FlightOutline, { recordings, snapshots }: CapturesOfPeriod): FlightEntry {
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
export function flightDetails(outline: FlightOutline, flight: LoggedFlight, captures: CapturesOfPeriod): FlightDetails {
  const { figures, groundStation, notifications } = flight;
  const figure = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 100) / 100);
  const [altitudeM, tetherM, windMps] = [figures.altitudeM, figures.tetherOutM, figures.windMps].map((it) =>
    figure(it?.value),
  );
  const count = (severity: string) => notifications.filter(({ shown }) => shown.severity === severity).length;
  return {
    ...entry(outline, captures),
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
    films: captures.recordings.flatMap(flightFilms).slice(0, FLIGHT_EVENTS_MAX),
  };
}

const times = ({ fromUs, toUs }: { readonly fromUs: number; readonly toUs: number }) => ({
  from_time: formatTimestamp(fromUs),
  to_time: formatTimestamp(toUs),
});
