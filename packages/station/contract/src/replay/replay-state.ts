import Type, { type Static } from 'typebox';
import { named, Quantity, Text, Timestamp, YesNo } from '../schema.ts';

export const REPLAY_SPEED_MIN = 0.1;
export const REPLAY_SPEED_MAX = 1000;

const speed = Quantity('Multiple of the pace at which it was recorded.', 4, {
  minimum: REPLAY_SPEED_MIN,
  maximum: REPLAY_SPEED_MAX,
});
const paused = YesNo(
  'Whether the time of the replay stands still. At its end a replay that is not looped pauses.',
  false,
);
const looped = YesNo('Whether it starts again at its end.', false);

export const ReplayState = named('ReplayState', 'Position of the replay, and how it continues.', {
  from_time: Timestamp('Start of the recording.'),
  to_time: Timestamp('End of the recording.'),
  time: Timestamp('Station time now: that of the states which are served.'),
  speed,
  paused,
  looped,
  is_at_end: YesNo('Whether the end of the recording is reached.', false),
  loss: Type.Optional(
    Text(
      'Parts of the file that could not be read; absent if all of it could.',
      'it ends in the middle, after byte 41000 of 50000',
    ),
  ),
});
export type ReplayState = Static<typeof ReplayState>;

export const ReplayChange = Type.Object(
  {
    time: Type.Optional(Timestamp('Station time to go to, from the start of the recording to its end.')),
    speed: Type.Optional(speed),
    paused: Type.Optional(paused),
    looped: Type.Optional(looped),
  },
  { $id: 'ReplayChange', description: 'A change of the replay. Absent fields stay unchanged.', minProperties: 1 },
);
export type ReplayChange = Static<typeof ReplayChange>;
