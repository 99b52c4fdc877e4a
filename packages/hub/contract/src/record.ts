import { AUDIT_OUTCOMES } from '@kitestring/station-contract/admin/audit-kinds.ts';
import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Inventory } from './inventory.ts';
import { Person } from './person.ts';
import { RequestId, Seq, UnixMs } from './tokens.ts';

const FlightPhase = Type.Object({
  state: OneOf(FLIGHT_STATES, 'The new state.'),
  previous: Type.Optional(OneOf(FLIGHT_STATES, 'The state before; absent after a start.')),
});

const NotificationEvent = Type.Object({
  code: Type.Integer({ description: 'Code of the notification dictionary.' }),
  severity: NotificationSeverity,
  began: UnixMs('When it began, station time; with `code` its identity.'),
  message: Type.String({ maxLength: 2000, description: 'Its text, in English.' }),
});

const CommandEvent = Type.Object({
  id: RequestId,
  op: Type.String({ maxLength: 100, description: 'Id of the operation.' }),
  person: Person,
  via: Type.String({
    maxLength: 100,
    description: 'How the person uses the hub: its page, or the name of an API key.',
  }),
  outcome: OneOf(AUDIT_OUTCOMES, 'Outcome.'),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the station’s answer.' })),
  code: Type.Optional(Type.String({ maxLength: 100, description: 'Reason of a refusal.' })),
});

const LinkEvent = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: 200, description: 'Why it descended.' })),
});

const RecordingEvent = Type.Object({
  recording: Type.Boolean({ description: 'Whether it records.' }),
});

/** Sample of a station: the newest values of its topics, small enough for 16,000 a day. */
const StateSample = Type.Object({
  phase: OneOf(FLIGHT_STATES, 'State of the Kite.'),
  alt: Type.Optional(Type.Number({ description: 'Height of the Kite above the station, metres.' })),
  hdg: Type.Optional(Type.Number({ description: 'Heading of the Kite, degrees.' })),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Latitude of the station, degrees.' })),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Longitude of the station, degrees.' })),
  bat: Type.Optional(Type.Number({ description: 'Charge of the Kite’s backup battery, percent.' })),
  gsBat: Type.Optional(Type.Number({ description: 'Charge of the station’s backup battery, percent.' })),
});

/** Data of each kind of record. All but `state` are events, which are never dropped. */
export const RECORD_KINDS = {
  'flight.phase': FlightPhase,
  'notification.begin': NotificationEvent,
  'notification.end': NotificationEvent,
  command: CommandEvent,
  'link.up': LinkEvent,
  'link.down': LinkEvent,
  recording: RecordingEvent,
  inventory: Inventory,
  state: StateSample,
} as const;
export type RecordKind = keyof typeof RECORD_KINDS;
export type RecordData<Kind extends RecordKind> = Static<(typeof RECORD_KINDS)[Kind]>;

export const isEventKind = (kind: string): boolean => kind !== 'state';

const kinds = Object.keys(RECORD_KINDS) as RecordKind[];

/** One record of the journal, a line of a segment’s body. Readers keep records of unknown kinds. */
export const JournalRecord = Type.Object({
  s: Seq('Consecutive number.'),
  t: UnixMs('Station time.'),
  w: UnixMs('Time of the computer’s clock.'),
  k: Type.String({
    // The dots become those of a subject, which must not have empty tokens.
    pattern: '^(?=.{1,40}$)[a-z]+(?:\\.[a-z]+)*$',
    description: `Kind: ${kinds.map((kind) => `\`${kind}\``).join(', ')}.`,
  }),
  d: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description: 'Data of this kind.' }),
});
export type JournalRecord = Static<typeof JournalRecord>;
