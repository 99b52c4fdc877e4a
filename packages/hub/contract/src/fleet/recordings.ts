import { binary, operation } from '@kitestring/station-contract/operation.ts';
import { named, OneOf, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Sid } from '../tokens.ts';
import { UPLOAD_KINDS } from '../upload.ts';
import { UploadWait } from '../upload-wait.ts';
import { IdParams, limit, READS } from './operations.ts';

export const RECORDING_PAGE_MAX = 1000;

export const RECORDING_STATES = ['ordered', 'uploading', 'stored', 'failed', 'removed'] as const;
const RecordingState = OneOf(
  RECORDING_STATES,
  '`ordered`: the station has not begun. `uploading`: parts have arrived. `stored`: everything was read back and compared with the hashes of the station. `failed`: the station has no such recording; a new order tries again. `removed`: the hub has deleted its files; listed only if `state` requests it.',
);

const recording = Text(
  'Id of the recording at the station; of a flight log that of the flight.',
  '20260301_103000_+0100',
  { pattern: '^[A-Za-z0-9_+-]{1,64}$' },
);

export const FleetRecording = named('FleetRecording', 'A recording or a flight log that the hub has or is receiving.', {
  id: Text('Id at the hub.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  sid: Sid,
  kind: OneOf(UPLOAD_KINDS, '`recording`: videos. `flight_log`: the MCAP file of a flight.'),
  recording,
  automatic: Type.Boolean({ description: 'Whether the policy of the station has ordered it.' }),
  state: RecordingState,
  waits: Type.Optional(UploadWait),
  ordered: Timestamp('When it was ordered.'),
  ordered_by: Type.String({ description: 'Who ordered it.' }),
  stored: Type.Optional(Timestamp('When it was stored.')),
  removed: Type.Optional(Timestamp('When its files were deleted at the hub.')),
  reason: Type.Optional(Type.String({ description: 'Why it failed or was removed.' })),
  files: Type.Array(
    Type.Object({
      name: Text('Name of the file.', 'main.mp4'),
      bytes: Type.Integer({ minimum: 0, description: 'Its length.' }),
      sha256: Type.String({ description: 'SHA-256 of the file at the station, base64.' }),
    }),
    { description: 'Its files; empty until the station has begun.' },
  ),
});
export type FleetRecording = Static<typeof FleetRecording>;

export const FleetRecordings = named('FleetRecordings', 'Recordings at the hub, newest order first.', {
  recordings: Type.Array(FleetRecording, { maxItems: RECORDING_PAGE_MAX, description: 'A page of them.' }),
  next_before: Type.Optional(
    Type.Integer({ minimum: 1, description: '`before` of the next page; absent when there is none.' }),
  ),
});

export const orderFleetUpload = operation({
  ...READS,
  id: 'fleet.uploads',
  method: 'POST',
  path: '/uploads',
  access: ['control'],
  summary: 'Upload a recording or a flight log to the hub',
  description:
    'The station sends its files in parts, at most at `kbps`, and continues after interruptions, whatever its policy is. Repeating an order has no effect. The file stays on the station.',
  body: Type.Object({
    sid: Sid,
    recording,
    kind: Type.Optional(OneOf(UPLOAD_KINDS, 'What it is; `recording` when absent.')),
    kbps: Type.Optional(
      Type.Integer({
        minimum: 300,
        maximum: 10_000_000,
        description: 'Maximum average rate on the uplink, kbit/s; 10,000 when absent.',
      }),
    ),
  }),
  replies: { 201: FleetRecording },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

const ListQuery = Type.Object({
  sid: Type.Optional(Sid),
  state: Type.Optional(RecordingState),
  before: Type.Optional(Type.Integer({ minimum: 1, description: '`next_before` of the page before.' })),
  limit: limit(RECORDING_PAGE_MAX, 100),
});

export const listFleetRecordings = operation({
  ...READS,
  id: 'fleet.recordings',
  path: '/recordings',
  summary: 'Recordings at the hub',
  description: 'Of all stations, newest order first.',
  query: ListQuery,
  replies: { 200: FleetRecordings },
  errors: ['STORE_UNUSABLE'],
});

export const readFleetRecordingFile = operation({
  ...READS,
  id: 'fleet.recordings.file',
  path: '/recordings/{id}/file',
  access: ['can_override'],
  summary: 'A video of a recording',
  description: 'A file of a stored recording, whole or one range (`Range`). Downloads are audited.',
  params: IdParams,
  query: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 64, description: 'Name of the file; `main.mp4` when absent.' })),
  }),
  replies: { 200: binary('video/mp4'), 206: binary('video/mp4') },
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'STORE_UNUSABLE'],
});

export const removeFleetRecording = operation({
  ...READS,
  id: 'fleet.recordings.remove',
  method: 'DELETE',
  path: '/recordings/{id}',
  access: ['internal'],
  summary: 'Delete a recording at the hub',
  description:
    'Its videos are removed from the store of the hub, or their upload is ended; the station keeps its own. The deletion is audited.',
  params: IdParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listFleetFlightLogs = operation({
  ...READS,
  id: 'fleet.flight_logs',
  path: '/flight-logs',
  summary: 'Flight logs at the hub',
  description: 'Of all stations, newest order first. `recording` is the id of the flight.',
  query: ListQuery,
  replies: { 200: FleetRecordings },
  errors: ['STORE_UNUSABLE'],
});

export const readFleetFlightLog = operation({
  ...READS,
  id: 'fleet.flight_logs.file',
  path: '/flight-logs/{id}/file',
  access: ['can_override'],
  summary: 'A flight log',
  description:
    'The MCAP file of a flight, whole or one range (`Range`). It names operators and their commands. Downloads are audited.',
  params: IdParams,
  replies: { 200: binary('application/octet-stream'), 206: binary('application/octet-stream') },
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'STORE_UNUSABLE'],
});

export const removeFleetFlightLog = operation({
  ...READS,
  id: 'fleet.flight_logs.remove',
  method: 'DELETE',
  path: '/flight-logs/{id}',
  access: ['internal'],
  summary: 'Delete a flight log at the hub',
  description: 'Like a recording; the station keeps its own. The deletion is audited.',
  params: IdParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const RECORDING_OPERATIONS = [
  orderFleetUpload,
  listFleetRecordings,
  readFleetRecordingFile,
  removeFleetRecording,
  listFleetFlightLogs,
  readFleetFlightLog,
  removeFleetFlightLog,
] as const;
