import Type from 'typebox';
import { binary, Nothing, operation } from '../operation.ts';
import { DownloadHeaders } from '../recordings/download-headers.ts';
import { OneOf, Text, Timestamp, Whole } from '../schema.ts';
import {
  FLIGHT_PAGE,
  FLIGHT_PAGE_MAX,
  FLIGHT_POINTS_MAX,
  FlightData,
  FlightDetails,
  type FlightEntry,
  FlightList,
  REPORT_LANGUAGES,
} from './flights.ts';
import { STATION_BASE } from './paths.ts';

const FlightParams = Type.Object({
  flight_id: Text('Id of the flight, as in flights.', '2026-03-01T09-27-58Z'),
});

const ENTRY: FlightEntry = {
  flight_id: '2026-03-01T09-27-58Z',
  started: '2026-03-01T09:28:12.000000+00:00',
  ended: '2026-03-01T09:40:46.200000+00:00',
  duration_s: 754.2,
  incident: { number: '2026-0117', title: 'Fire in a warehouse, Harbour Road' },
  recordings: 1,
  snapshots: 2,
  losses: [],
};

const common = { base: STATION_BASE, access: ['read'] } as const;
/** The log of a whole shift is read in about a second; several clients may request it at once. */
const READ_WITHIN_S = 60;

export const listFlights = operation({
  ...common,
  id: 'station.flights',
  path: '/flights',
  summary: 'List flights',
  description:
    'Flights with a stored log, the newest first and including the current one, in pages: `next_before` of an answer is `before` of the next request.',
  answersWithinS: READ_WITHIN_S,
  query: Type.Object({
    limit: Type.Optional(
      Whole(`Maximum number of flights; ${FLIGHT_PAGE} when absent.`, FLIGHT_PAGE, {
        minimum: 1,
        maximum: FLIGHT_PAGE_MAX,
      }),
    ),
    before: Type.Optional(Text('Only flights before this one.', '2026-03-01T09-27-58Z', { maxLength: 64 })),
  }),
  replies: { 200: FlightList },
  errors: ['STATION_BUSY', 'STORAGE_UNAVAILABLE'],
  replyExample: { total: 1, flights: [ENTRY] },
});

export const getFlight = operation({
  ...common,
  id: 'station.flights.get',
  path: '/flights/{flight_id}',
  summary: 'A flight and its events',
  description: 'Figures of a flight, its states, clients in control, notifications, and its videos on the timeline.',
  answersWithinS: READ_WITHIN_S,
  params: FlightParams,
  replies: { 200: FlightDetails },
  errors: ['FLIGHT_NOT_FOUND', 'STATION_BUSY', 'STORAGE_UNAVAILABLE'],
  replyExample: {
    ...ENTRY,
    log_from: '2026-03-01T09:27:58.000000+00:00',
    log_to: '2026-03-01T09:41:11.200000+00:00',
    altitude_max: 42.3,
    notification_counts: { Info: 0, Warning: 1, Critical: 0, Fatal: 0 },
    states: [],
    control: [],
    notifications: [],
    left_out: 0,
    films: [],
  },
});

export const getFlightData = operation({
  ...common,
  id: 'station.flights.data',
  path: '/flights/{flight_id}/data',
  summary: 'Telemetry of a flight',
  description:
    'Telemetry of a flight or of a part of it, in the requested number of periods. The log has five samples per second; periods are never shorter than that.',
  answersWithinS: READ_WITHIN_S,
  params: FlightParams,
  query: Type.Object({
    from_time: Type.Optional(Timestamp('Start; that of the log when absent.')),
    to_time: Type.Optional(Timestamp('End; that of the log when absent.')),
    points: Type.Optional(
      Whole('Maximum number of periods; 600 when absent.', 600, { minimum: 1, maximum: FLIGHT_POINTS_MAX }),
    ),
  }),
  replies: { 200: FlightData },
  errors: ['FLIGHT_NOT_FOUND', 'STATION_BUSY', 'STORAGE_UNAVAILABLE'],
  replyExample: {
    from_time: '2026-03-01T09:27:58.000000+00:00',
    period_s: 2,
    altitude: [0, 1.2],
    altitude_target: [null, 2],
    wind: [3.1, 3.4],
    tension: [12, 25],
    tether_out: [0, 1.4],
    kite_battery: [100, 100],
    gs_battery: [98, 98],
    heading: [40.1, 40.2],
    camera_pan: [120.5, 120.5],
    camera_tilt: [12, 12],
    east: [0.1, 0.2],
    north: [0, 0.1],
  },
});

export const getFlightReport = operation({
  ...common,
  id: 'station.flights.report',
  path: '/flights/{flight_id}/report',
  summary: 'Printable report of a flight',
  description:
    'One self-contained HTML page without scripts: incident, times, heights, clients in control, notifications, recordings, thumbnails of snapshots, and a map with the pins of now. Times are in the time zone of the station. Texts of notifications are not translated.',
  answersWithinS: READ_WITHIN_S,
  params: FlightParams,
  query: Type.Object({
    language: Type.Optional(OneOf(REPORT_LANGUAGES, 'Language of the page; English when absent.', 'de')),
  }),
  replies: { 200: binary('text/html') },
  errors: ['FLIGHT_NOT_FOUND', 'STATION_BUSY', 'STORAGE_UNAVAILABLE'],
});

export const getFlightLog = operation({
  ...common,
  id: 'station.flights.log',
  path: '/flights/{flight_id}/log',
  summary: 'Download the log of a flight',
  description:
    'The MCAP file, or the ranges requested by `Range` (206), several as `multipart/byteranges`. It is complete some time after the landing; until then the request is refused. It contains the names of operators and their commands.',
  params: FlightParams,
  headers: DownloadHeaders,
  replies: {
    200: binary('application/octet-stream'),
    206: binary('application/octet-stream', 'multipart/byteranges'),
    304: Nothing,
  },
  errors: ['FLIGHT_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'STATION_BUSY', 'TOO_MANY_DOWNLOADS', 'STORAGE_UNAVAILABLE'],
});
