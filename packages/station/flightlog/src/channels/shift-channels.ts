import { TOPICS_BY_NAME } from '@kitestring/station-contract/topics.ts';
import type { LogChannel } from './channels.ts';
import { messageSchema } from './message-schema.ts';

/** Topics of a station that are recorded as they are published. */
export const RECORDED_TOPICS = [
  'flight/state',
  'camera/state',
  'system/state',
  'handoff/state',
  'recordings/state',
] as const;
export type RecordedTopicName = (typeof RECORDED_TOPICS)[number];

const text = (description: string) => ({ type: 'string', description });

const published = (name: RecordedTopicName | 'notifications/state', topic: string, schemaName: string) => {
  const { message, summary }: { readonly message: object; readonly summary: string } = TOPICS_BY_NAME[name];
  return { topic, schemaName: `kitestring.${schemaName}`, schema: messageSchema(message), summary };
};

/** Channels of the recording of a shift; their order gives the ids in the file, from 1. */
export const SHIFT_CHANNELS = {
  'flight/state': published('flight/state', '/flight/state', 'FlightState'),
  'camera/state': published('camera/state', '/camera/state', 'CameraState'),
  'system/state': published('system/state', '/system/state', 'SystemState'),
  'handoff/state': published('handoff/state', '/handoff/state', 'HandoffState'),
  'recordings/state': published('recordings/state', '/recordings/state', 'RecordingsState'),
  'notifications/state': published('notifications/state', '/notifications', 'Notification'),
  document: {
    topic: '/documents',
    schemaName: 'kitestring.Document',
    schema: {
      type: 'object',
      properties: {
        operation: text('Operation that answered it'),
        body: { type: 'object', description: 'Its answer' },
      },
    },
    summary: 'Answers of the operations that describe the station, at the start and after each reconnection.',
  },
  connection: {
    topic: '/connection',
    schemaName: 'kitestring.Connection',
    schema: {
      type: 'object',
      properties: { topic: text('Topic of the station'), status: text('live, lost, failed ...'), reason: text('Why') },
    },
    summary: 'When the recording lost a topic of the station, and had it again.',
  },
  picture: {
    topic: '/pictures',
    schemaName: 'foxglove.CompressedImage',
    schema: {
      type: 'object',
      properties: {
        timestamp: {
          type: 'object',
          properties: { sec: { type: 'integer' }, nsec: { type: 'integer' } },
        },
        frame_id: text('Id of the stream'),
        data: { type: 'string', contentEncoding: 'base64' },
        format: text('jpeg'),
      },
    },
    summary: 'Snapshots of the video streams, where they were asked for.',
  },
  request: {
    topic: '/requests',
    schemaName: 'kitestring.Request',
    schema: {
      type: 'object',
      properties: {
        method: text('Method'),
        target: text('Path and query, secrets masked'),
        status: { type: 'integer', description: 'Status of the answer; absent where there was none' },
        code: text('Code of a refusal'),
        fault: text('Why there was no answer'),
        duration_ms: { type: 'number', description: 'Until the end of the answer, or of the WebSocket; ms' },
        request_bytes: { type: 'integer' },
        answer_bytes: { type: 'integer' },
        request_body: text('JSON, secrets masked, where bodies were asked for'),
        answer_body: text('JSON, secrets masked, where bodies were asked for'),
      },
    },
    summary: 'Requests of the client that used the proxy of the recording, where one was asked for.',
  },
} as const satisfies Readonly<Record<string, LogChannel>>;

export type ShiftChannel = keyof typeof SHIFT_CHANNELS;
