import Type, { type Static } from 'typebox';
import { FLIGHT_STATES } from '../flight/flight-state.ts';
import { NOTIFICATION_SEVERITIES } from '../notifications/notification.ts';
import { named, Timestamp } from '../schema.ts';
import { IncidentRef } from './incident.ts';

/** Default number of flights in one answer. */
export const FLIGHT_PAGE = 20;
export const FLIGHT_PAGE_MAX = 50;
/** Maximum number of periods in one answer. */
export const FLIGHT_POINTS_MAX = 3000;
/** Maximum number of events of each kind in one answer; a log may have more. */
export const FLIGHT_EVENTS_MAX = 2000;

const FLIGHT_LOSSES = ['unfinished', 'damaged', 'messages_lost'] as const;
export type FlightLoss = (typeof FLIGHT_LOSSES)[number];

const entry = {
  flight_id: Type.String({
    description: 'Id of the flight: the name of its log.',
    examples: ['2026-03-01T09-27-58Z'],
  }),
  started: Timestamp('Take-off; the start of the log if the Kite was already in the air.'),
  ended: Type.Optional(Timestamp('Landing, or the end of the log; absent during the flight.')),
  duration_s: Type.Number({ minimum: 0, description: 'From take-off to landing, seconds.', examples: [754.2] }),
  incident: Type.Optional(IncidentRef),
  recordings: Type.Integer({ minimum: 0, description: 'Number of recordings of the flight.', examples: [1] }),
  snapshots: Type.Integer({ minimum: 0, description: 'Number of stored snapshots of the flight.', examples: [2] }),
  losses: Type.Array(Type.Enum(FLIGHT_LOSSES), {
    description:
      'Gaps of the log: `unfinished` its end is missing, `damaged` parts cannot be read, `messages_lost` the disk was too slow.',
    examples: [[]],
  }),
};

export const FlightEntry = named('FlightEntry', 'A flight with a stored log.', entry);
export type FlightEntry = Static<typeof FlightEntry>;

export const FlightList = named('FlightList', 'Flights, the newest first.', {
  total: Type.Integer({ minimum: 0, description: 'Total number.', examples: [1] }),
  flights: Type.Array(FlightEntry, { description: 'The newest first.' }),
  next_before: Type.Optional(
    Type.String({
      description: 'The last entry of this answer, if more follow: `before` of the next request.',
      examples: ['2026-03-01T09-27-58Z'],
    }),
  ),
});
export type FlightList = Static<typeof FlightList>;

const span = {
  from_time: Timestamp('When it began.'),
  to_time: Timestamp('When it ended; the end of the log if it was still active.'),
};

const count = (severity: string) =>
  Type.Integer({ minimum: 0, description: `Notifications of severity ${severity}.`, examples: [0] });

export const FlightFilm = named('FlightFilm', 'A video of a flight, with its place on the timeline.', {
  recording_id: Type.String({ description: 'Id of its recording.', examples: ['20260301_103000_+0100'] }),
  file_id: Type.String({ description: 'Id of its file.', examples: ['main.mp4'] }),
  type: Type.Enum(['color', 'thermal'], { description: 'Type of the camera.', examples: ['color'] }),
  from_time: Timestamp('Its first picture, station time.'),
  to_time: Timestamp('Its last picture, station time.'),
  duration_s: Type.Number({
    minimum: 0,
    description: 'Playing time, seconds. With a simulation at another speed it differs from the time between both.',
    examples: [61.4],
  }),
});
export type FlightFilm = Static<typeof FlightFilm>;

export const FlightDetails = named('FlightDetails', 'A flight: its figures and events.', {
  ...entry,
  log_from: Timestamp('Beginning of the log, some seconds before the take-off.'),
  log_to: Timestamp('End of the log.'),
  altitude_max: Type.Optional(Type.Number({ description: 'Maximum height, metres.', examples: [42.3] })),
  tether_out_max: Type.Optional(
    Type.Number({ description: 'Maximum length of tether paid out, metres.', examples: [44.1] }),
  ),
  wind_max: Type.Optional(Type.Number({ description: 'Highest wind at the Kite, m/s.', examples: [8.2] })),
  notification_counts: Type.Object(
    Object.fromEntries(NOTIFICATION_SEVERITIES.map((name) => [name, count(name)])) as Record<
      (typeof NOTIFICATION_SEVERITIES)[number],
      ReturnType<typeof count>
    >,
    { description: 'Number of notifications by severity.' },
  ),
  states: Type.Array(
    Type.Object({ state: Type.Enum(FLIGHT_STATES, { description: 'Flight state.', examples: ['Flying'] }), ...span }),
    { description: 'Flight states, in order.' },
  ),
  control: Type.Array(
    Type.Object({ who: Type.String({ description: 'Who was in control.', examples: ['M. Rossi'] }), ...span }),
    { description: 'Who was in control, in order.' },
  ),
  notifications: Type.Array(
    Type.Object({
      code: Type.Integer({ description: 'Code of the notification.', examples: [30001] }),
      severity: Type.Enum(NOTIFICATION_SEVERITIES, { description: 'Severity.', examples: ['Warning'] }),
      message: Type.String({ description: 'Its latest text.', examples: ['The wind is strong.'] }),
      ...span,
    }),
    { description: 'Notifications, in order of their start.' },
  ),
  left_out: Type.Integer({
    minimum: 0,
    description: `Number of events beyond ${FLIGHT_EVENTS_MAX} of each kind.`,
    examples: [0],
  }),
  station_latitude: Type.Optional(Type.Number({ description: 'Of the Ground Station, degrees.', examples: [47.1] })),
  station_longitude: Type.Optional(Type.Number({ description: 'Of the Ground Station, degrees.', examples: [8.5] })),
  films: Type.Array(FlightFilm, { description: 'Videos of the flight.' }),
});
export type FlightDetails = Static<typeof FlightDetails>;

const column = (description: string) =>
  Type.Array(Type.Union([Type.Number(), Type.Null()]), {
    description: `${description} Null where the log has no value.`,
  });

export const FlightData = named('FlightData', 'Telemetry of a flight, one value for each period of equal length.', {
  from_time: Timestamp('Beginning of the first period.'),
  period_s: Type.Number({ description: 'Length of a period, seconds.', examples: [2] }),
  altitude: column('Altitude, metres.'),
  altitude_target: column('Target altitude, metres.'),
  wind: column('Highest wind at the Kite in the period, m/s.'),
  tension: column('Highest tension of the tether in the period, newtons.'),
  tether_out: column('Length of tether paid out, metres.'),
  kite_battery: column('Kite backup battery, %.'),
  gs_battery: column('Ground Station battery, %.'),
  heading: column('Heading of the Kite, degrees from North.'),
  camera_pan: column('Azimuth of the camera, degrees from North.'),
  camera_tilt: column('Tilt of the camera below the horizon, degrees.'),
  east: column('Position east of the Ground Station by both GPS receivers, metres.'),
  north: column('Position north of the Ground Station by both GPS receivers, metres.'),
});
export type FlightData = Static<typeof FlightData>;
export type FlightSeriesName = Exclude<keyof FlightData, 'from_time' | 'period_s'>;

export const REPORT_LANGUAGES = ['en', 'de', 'de-CH', 'fr', 'it'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];
