import { Truth } from '@kitestring/station-contract/sim/truth.ts';
import { Checklist } from '@kitestring/station-contract/station/checklist.ts';
import { Incident } from '@kitestring/station-contract/station/incident.ts';
import { Signature } from '@kitestring/station-contract/station/signature.ts';
import { TOPICS_BY_NAME } from '@kitestring/station-contract/topics.ts';
import { COMMAND_SCHEMA } from './command.ts';
import { FAULT_EVENT_SCHEMA, NOTIFICATION_EVENT_SCHEMA } from './events.ts';
import { LOCATION_FIX_SCHEMA, LOG_SCHEMA } from './foxglove.ts';
import { HAZARDS_SCHEMA } from './hazards.ts';
import { messageSchema } from './message-schema.ts';
import { TELEMETRY_SCHEMA } from './telemetry.ts';

/** One kind of message in the log. */
export interface LogChannel {
  readonly topic: string;
  readonly schemaName: string;
  readonly schema: object;
  readonly summary: string;
  /** JSON when absent; else packets as on the wire, without a schema. */
  readonly encoding?: 'mavlink';
}

const own = (topic: string, schemaName: string, schema: object, summary: string): LogChannel => ({
  topic,
  schemaName: `kitestring.${schemaName}`,
  schema,
  summary,
});

/** @param schema of the contract */
const state = (topic: string, schemaName: string, schema: object, summary: string): LogChannel =>
  own(topic, schemaName, messageSchema(schema), summary);

const packets = (topic: string, summary: string): LogChannel & { readonly encoding: 'mavlink' } => ({
  topic,
  schemaName: 'mavlink.Packet',
  schema: {},
  summary,
  encoding: 'mavlink',
});

/** All channels of a log, by their internal names. Their order gives the channel ids in the file, from 1. */
export const CHANNELS = {
  flightState: state(
    '/flight/state',
    'FlightState',
    TOPICS_BY_NAME['flight/state'].message,
    'As the API shows it: at once when `flight_state` changes, other changes once a second.',
  ),
  cameraState: state(
    '/camera/state',
    'CameraState',
    TOPICS_BY_NAME['camera/state'].message,
    'As the API shows it; changes once a second.',
  ),
  systemState: state(
    '/system/state',
    'SystemState',
    TOPICS_BY_NAME['system/state'].message,
    'As the API shows it; changes once a second.',
  ),
  handoffState: state(
    '/handoff/state',
    'HandoffState',
    TOPICS_BY_NAME['handoff/state'].message,
    'As the API shows it, with each change. Sessions are counted (`session-1`) and plugins have their names only.',
  ),
  telemetry: own('/telemetry', 'Telemetry', TELEMETRY_SCHEMA, 'What the sensors say, 5 times a second.'),
  truth: state(
    '/truth',
    'SimulationTruth',
    Truth,
    'What is really so in the simulated world, 5 times a second. Not with a real aircraft.',
  ),
  hazards: own('/hazards', 'Hazards', HAZARDS_SCHEMA, 'What the hardware finds wrong with itself, with each change.'),
  commands: own(
    '/commands',
    'Command',
    COMMAND_SCHEMA,
    'Each command of flight, camera, lids and handoff: who, what, and what became of it.',
  ),
  notifications: own('/notifications', 'NotificationEvent', NOTIFICATION_EVENT_SCHEMA, 'Each begin, change and end.'),
  faults: own(
    '/faults',
    'FaultState',
    FAULT_EVENT_SCHEMA,
    'Faults injected into the simulation, with each change of status.',
  ),
  log: {
    topic: '/log',
    schemaName: 'foxglove.Log',
    schema: LOG_SCHEMA,
    summary: 'States, commands, notifications and faults in words.',
  },
  kiteLocation: {
    topic: '/kite/location',
    schemaName: 'foxglove.LocationFix',
    schema: LOCATION_FIX_SCHEMA,
    summary: 'Position of the Kite by its GPS, once a second.',
  },
  groundStationLocation: {
    topic: '/ground_station/location',
    schemaName: 'foxglove.LocationFix',
    schema: LOCATION_FIX_SCHEMA,
    summary: 'Position of the Ground Station by its GPS, once a second.',
  },
  incident: state(
    '/incident',
    'Incident',
    Incident,
    'Number and title of the incident, at the start and with each change.',
  ),
  signatures: state(
    '/signatures',
    'Signature',
    Signature,
    'Who has signed the readiness list before the take-off, with its checks and figures.',
  ),
  checklist: state(
    '/checklist',
    'Checklist',
    Checklist,
    'Checks that the crew has made before the take-off, and the open ones.',
  ),
  mavlinkIn: packets('/mavlink/in', 'Each packet that the aircraft has sent, as on the wire. Real aircraft only.'),
  mavlinkOut: packets('/mavlink/out', 'Each packet that the station has sent, as on the wire. Real aircraft only.'),
} as const satisfies Readonly<Record<string, LogChannel>>;

export type ChannelName = keyof typeof CHANNELS;

export const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[];

/** Id in the file. */
export const CHANNEL_IDS = Object.fromEntries(CHANNEL_NAMES.map((name, index) => [name, index + 1])) as Readonly<
  Record<ChannelName, number>
>;

/** Channels of the packets of a link to a real aircraft. They are the last ones: a log without them has the same ids. */
export const PACKET_CHANNELS = ['mavlinkIn', 'mavlinkOut'] as const satisfies readonly ChannelName[];

export const isPacketChannel = (name: ChannelName): boolean => 'encoding' in CHANNELS[name];

/** Channels of a log without packets. */
export const CHANNELS_WITHOUT_PACKETS: readonly LogChannel[] = CHANNEL_NAMES.filter(
  (name) => !isPacketChannel(name),
).map((name) => CHANNELS[name]);
