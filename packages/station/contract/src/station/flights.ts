import Type, { type Static } from 'typebox';
import { FLIGHT_STATES } from '../flight/flight-state.ts';
import { NOTIFICATION_SEVERITIES } from '../notifications/notification.ts';
import { named, OneOf, Quantity, Text, Timestamp, Whole } from '../schema.ts';
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
  flight_id: Text('Id of the flight: the name of its log.', '2026-03-01T09-27-58Z'),
  started: Timestamp('Take-off; the start of the log if the Kite was already in the air.'),
  ended: Type.Optional(Timestamp('Landing, or the end of the log; absent during the flight.')),
  duration_s: Quantity('From take-off to landing, seconds.', 754.2, { minimum: 0 }),
  incident: Type.Optional(IncidentRef),
  recordings: Whole('Number of recordings of the flight.', 1, { minimum: 0 }),
  snapshots: Whole('Number of stored snapshots of the flight.', 2, { minimum: 0 }),
  losses: Type.Array(Type.Enum(FLIGHT_LOSSES), {
    description:
      'Gaps of the log: `unfinished` its end is missing, `damaged` parts cannot be read, `messages_lost` the disk was too slow.',
    examples: [[]],
  }),
};

export const FlightEntry = named('FlightEntry', 'A flight with a stored log.', entry);
export type FlightEntry = Static<typeof FlightEntry>;

export const FlightList = named('FlightList', 'Flights, the newest first.', {
  total: Whole('Total number.', 1, { minimum: 0 }),
  flights: Type.Array(FlightEntry, { description: 'The newest first.' }),
  next_before: Type.Optional(
    Text('The last entry of this answer, if more follow: `before` of the next request.', '2026-03-01T09-27-58Z'),
  ),
});
export type FlightList = Static<typeof FlightList>;

const span = {
  from_time: Timestamp('When it began.'),
  to_time: Timestamp('When it ended; the end of the log if it was still active.'),
};

const count = (severity: string) => Whole(`Notifications of severity ${severity}.`, 0, { minimum: 0 });

export const FlightFilm = named('FlightFilm', 'A video of a flight, with its place on the timeline.', {
  recording_id: Text('Id of its recording.', '20260301_103000_+0100'),
  file_id: Text('Id of its file.', 'main.mp4'),
  type: OneOf(['color', 'thermal'], 'Type of the camera.', 'color'),
  from_time: Timestamp('Its first picture, station time.'),
  to_time: Timestamp('Its last picture, station time.'),
  duration_s: Quantity(
    'Playing time, seconds. With a simulation at another speed it differs from the time between both.',
    61.4,
    { minimum: 0 },
  ),
});
export type FlightFilm = Static<typeof FlightFilm>;

export const FlightDetails = named('FlightDetails', 'A flight: its figures and events.', {
  ...entry,
  log_from: Timestamp('Beginning of the log, some seconds before the take-off.'),
  log_to: Timestamp('End of the log.'),
  altitude_max: Type.Optional(Quantity('Maximum height, metres.', 42.3)),
  tether_out_max: Type.Optional(Quantity('Maximum length of tether paid out, metres.', 44.1)),
  wind_max: Type.Optional(Quantity('Highest wind at the Kite, m/s.', 8.2)),
  notification_counts: Type.Object(
    Object.fromEntries(NOTIFICATION_SEVERITIES.map((name) => [name, count(name)])) as Record<
      (typeof NOTIFICATION_SEVERITIES)[number],
      ReturnType<typeof count>
    >,
    { description: 'Number of notifications by severity.' },
  ),
  states: Type.Array(Type.Object({ state: OneOf(FLIGHT_STATES, 'Flight state.', 'Flying'), ...span }), {
    description: 'Flight states, in order.',
  }),
  control: Type.Array(Type.Object({ who: Text('Who was in control.', 'M. Rossi'), ...span }), {
    description: 'Who was in control, in order.',
  }),
  notifications: Type.Array(
    Type.Object({
      code: Whole('Code of the notification.', 30001),
      severity: OneOf(NOTIFICATION_SEVERITIES, 'Severity.', 'Warning'),
      message: Text('Its latest text.', 'The wind is strong.'),
      ...span,
    }),
    { description: 'Notifications, in order of their start.' },
  ),
  left_out: Whole(`Number of events beyond ${FLIGHT_EVENTS_MAX} of each kind.`, 0, { minimum: 0 }),
  station_latitude: Type.Optional(Quantity('Of the Ground Station, degrees.', 47.1)),
  station_longitude: Type.Optional(Quantity('Of the Ground Station, degrees.', 8.5)),
  films: Type.Array(FlightFilm, { description: 'Videos of the flight.' }),
});
export type FlightDetails = Static<typeof FlightDetails>;

const column = (description: string) =>
  Type.Array(Type.Union([Type.Number(), Type.Null()]), {
    description,
  });

export const FlightData = named(
  'FlightData',
  'Telemetry of a flight, one value for each period of equal length; null where the log has no value.',
  {
    from_time: Timestamp('Beginning of the first period.'),
    period_s: Quantity('Length of a period, seconds.', 2),
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
  },
);
export type FlightData = Static<typeof FlightData>;
export type FlightSeriesName = Exclude<keyof FlightData, 'from_time' | 'period_s'>;

export const REPORT_LANGUAGES = ['en', 'de', 'de-CH', 'fr', 'it'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];
