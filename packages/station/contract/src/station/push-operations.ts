import Type from 'typebox';
import { anyOf, operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { READS, STATION_BASE } from './paths.ts';
import { NewVideoPush, VideoPush, VideoPushList } from './push.ts';

/** Pilots and administrators may send pictures elsewhere. */
const SEAT = { base: STATION_BASE, access: anyOf('control', 'internal') } as const;
const PUSH_PARAMS = Type.Object({ stream_id: Text('Id of a stream.', 'color', { maxLength: 64 }) });

const PUSH = {
  stream_id: 'color',
  address: 'rtmp://relay.example/live/***',
  protocol: 'rtmp',
  state: 'Live',
  since: '2026-03-01T09:30:00.250000+00:00',
  sent_bytes: 1_250_000,
  skipped_pictures: 0,
} as const;

export const listPushes = operation({
  ...READS,
  id: 'station.pushes',
  path: '/pushes',
  summary: 'List pushed streams',
  description:
    'The streams that the station brings to relays by RTMP, SRT or WHIP, with their state. Secrets are never returned.',
  replies: { 200: VideoPushList },
  replyExample: { pushes: [PUSH] },
});

export const setPush = operation({
  ...SEAT,
  id: 'station.pushes.set',
  method: 'POST',
  path: '/pushes/{stream_id}',
  summary: 'Push a stream to a relay',
  description:
    'Brings the stream to this relay until it is ended or the station stops, and replaces an earlier push of the stream, also one of the settings. While the relay refuses or is unreachable, the station tries again, every 30 s at last. The stream is encoded all the time.',
  params: PUSH_PARAMS,
  body: NewVideoPush,
  replies: { 200: VideoPush },
  errors: ['STREAM_NOT_FOUND', 'VIDEO_UNAVAILABLE'],
  examples: [{ summary: 'To a relay over RTMP', value: { address: 'rtmp://relay.example/live/k3y' } }],
  replyExample: PUSH,
});

export const endPush = operation({
  ...SEAT,
  id: 'station.pushes.end',
  method: 'DELETE',
  path: '/pushes/{stream_id}',
  summary: 'End a push',
  description:
    'The relay gets no more pictures. No effect on a stream that is not pushed. A push of the settings begins again with the next start.',
  params: PUSH_PARAMS,
});
