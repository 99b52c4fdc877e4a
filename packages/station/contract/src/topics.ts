import type { Static, TSchema } from 'typebox';
import { CameraState } from './camera/camera-state.ts';
import { getCameraState } from './camera/operations.ts';
import { FlightState } from './flight/flight-state.ts';
import { getFlightState } from './flight/operations.ts';
import { HandoffState } from './handoff/handoff-state.ts';
import { getHandoffState } from './handoff/operations.ts';
import { Notification } from './notifications/notification.ts';
import { getNotifications } from './notifications/operations.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { getRecordingsState } from './recordings/operations.ts';
import { RecordingsState } from './recordings/recordings-state.ts';
import { getSystemState } from './system/operations.ts';
import { SystemState } from './system/system-state.ts';
import { getVideoStreamState, StreamParams } from './videostreams/operations.ts';
import { VideoStreamState } from './videostreams/video-stream-state.ts';

/** A topic that a client can subscribe to. */
export interface TopicDefinition<Message extends TSchema = TSchema> {
  /** Path below `/v1`, with `{name}` for parameters: `flight/state`. */
  readonly name: string;
  /** Schema of the parameters in `name`, where there are any. */
  readonly params?: TSchema;
  /** Schema of each message. */
  readonly message: Message;
  /** The operation that returns the same by GET. */
  readonly operationId: string;
  /** `state`: each message is the whole state, the newest counts. `event`: each message counts, none is dropped. */
  readonly kind: 'state' | 'event';
  readonly summary: string;
}

/** Every topic, by name. */
export const TOPICS_BY_NAME = {
  'flight/state': {
    name: 'flight/state',
    message: FlightState,
    operationId: getFlightState.id,
    kind: 'state',
    summary: 'State of the flight.',
  },
  'camera/state': {
    name: 'camera/state',
    message: CameraState,
    operationId: getCameraState.id,
    kind: 'state',
    summary: 'Direction of the camera.',
  },
  'handoff/state': {
    name: 'handoff/state',
    message: HandoffState,
    operationId: getHandoffState.id,
    kind: 'state',
    summary: 'The client in control and the queue.',
  },
  'system/state': {
    name: 'system/state',
    message: SystemState,
    operationId: getSystemState.id,
    kind: 'state',
    summary: 'Power, position, Remote ID and the Rooftop Box.',
  },
  'notifications/state': {
    name: 'notifications/state',
    message: Notification,
    operationId: getNotifications.id,
    kind: 'event',
    summary:
      'Single notifications: the active ones at connection, then each one that begins, changes its parameters or ends (`end_time` is there).',
  },
  'videostreams/{stream_id}/state': {
    name: 'videostreams/{stream_id}/state',
    params: StreamParams,
    message: VideoStreamState,
    operationId: getVideoStreamState.id,
    kind: 'state',
    summary: 'State of a video stream.',
  },
  'recordings/state': {
    name: 'recordings/state',
    message: RecordingsState,
    operationId: getRecordingsState.id,
    kind: 'state',
    summary: 'The recorder and its storage.',
  },
} as const satisfies Readonly<Record<string, TopicDefinition>>;

export type TopicName = keyof typeof TOPICS_BY_NAME;
/** The value of a message of this topic. */
export type TopicMessage<Name extends TopicName> = Static<(typeof TOPICS_BY_NAME)[Name]['message']>;

export const TOPICS: readonly TopicDefinition[] = Object.values(TOPICS_BY_NAME);

/** A message of this topic, for the reference. */
export function exampleMessage(topic: TopicDefinition, operations: readonly Operation[] = OPERATIONS): unknown {
  const example = operations.find(({ id }) => id === topic.operationId)?.replyExample;
  return topic.kind === 'event' ? (example as { notifications: readonly unknown[] }).notifications[0] : example;
}

/** A topic as clients name it, `videostreams/zoom/state`, resolved. */
export interface TopicMatch {
  readonly topic: TopicDefinition;
  readonly params: Readonly<Record<string, string>>;
}

/** The topic of a concrete name, with the values of its parameters; undefined when there is none. */
export function matchTopic(name: string): TopicMatch | undefined {
  const parts = name.split('/');
  for (const topic of TOPICS) {
    const params = matchParts(topic.name.split('/'), parts);
    if (params !== undefined) return { topic, params };
  }
  return undefined;
}

function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? '';
    const parameter = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (parameter === undefined ? part !== expected : part === '') return undefined;
    if (parameter !== undefined) params[parameter] = part;
  }
  return params;
}

export { BEARER_SUBPROTOCOL_PREFIX, ENVELOPE_SUBPROTOCOL, PLAIN_SUBPROTOCOL } from './subscriptions/subprotocols.ts';

/** A message under `kitestring.topics.v1`. `time` is an RFC 3339 moment of station time. */
export interface TopicEnvelope<Name extends TopicName = TopicName> {
  readonly topic: string;
  readonly time: string;
  readonly data: TopicMessage<Name>;
}
