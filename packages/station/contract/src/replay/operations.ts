import { anyOf, operation } from '../operation.ts';
import { ReplayChange, ReplayState } from './replay-state.ts';

/** Base path of the controls of a replay, below the root of the server. */
export const REPLAY_BASE = '/replay/v1';

const STATE: ReplayState = {
  from_time: '2026-03-01T09:00:00.000000Z',
  to_time: '2026-03-01T17:00:00.000000Z',
  time: '2026-03-01T10:30:00.000000Z',
  speed: 4,
  paused: false,
  looped: false,
  is_at_end: false,
};

export const getReplay = operation({
  id: 'replay.state',
  base: REPLAY_BASE,
  path: '/state',
  summary: 'State of the replay',
  description: 'Period of the recording, station time now, speed, and whether it is paused or looped.',
  access: ['read'],
  replies: { 200: ReplayState },
  replyExample: STATE,
});

export const setReplay = operation({
  id: 'replay.control',
  method: 'POST',
  base: REPLAY_BASE,
  path: '/control',
  summary: 'Go to a time, set the speed, pause, loop',
  description:
    'Takes effect at once, for all clients. A change of `time` closes every WebSocket with 1012, as a restart of a station does: states and notifications of another time follow. `paused` false at the end starts again at the beginning. Absent fields stay unchanged.',
  access: anyOf('control', 'experimental', 'internal'),
  body: ReplayChange,
  replies: { 200: ReplayState },
  errors: ['REPLAY_TIME_OUT_OF_RANGE'],
  examples: [
    { summary: 'Go to a time', value: { time: '2026-03-01T10:30:00Z' } },
    { summary: 'Four times as fast', value: { speed: 4 } },
    { summary: 'Pause', value: { paused: true } },
  ],
  replyExample: STATE,
});

/** The controls of a replay, in the order of the reference. */
export const REPLAY_OPERATIONS = [getReplay, setReplay] as const;
