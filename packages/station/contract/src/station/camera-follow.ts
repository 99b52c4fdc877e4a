import Type, { type Static } from 'typebox';
import { KiteLatitudeDeg, LongitudeDeg, named, OneOf, Quantity, Text, Timestamp } from '../schema.ts';

/** Farther away a place is behind the horizon, or not to be told from its neighbours; metres. */
export const FOLLOW_RANGE_MAX_M = 20_000;
/** Oldest picture of which a box is taken, seconds. */
export const FOLLOW_BOX_AGE_MAX_S = 5;
/** Boxes of one follow, per second. */
export const FOLLOW_BOXES_PER_S = 10;
/** Seconds without a box, or without a position of the Kite: then the target counts as lost, and later the follow ends. */
export const FOLLOW_LOST_AFTER_S = 2;
export const FOLLOW_ENDS_AFTER_S = 10;

const point = {
  latitude: KiteLatitudeDeg('Degrees WGS 84.'),
  longitude: LongitudeDeg('Degrees WGS 84.'),
  altitude: Type.Optional(
    Quantity('Metres above the Ground Station; on the ground when absent.', 0, { minimum: -1000, maximum: 5000 }),
  ),
};

const share = (description: string, example: number) => Quantity(description, example, { minimum: 0, maximum: 1 });

export const FollowBox = named('FollowBox', 'Where a client sees its object in one picture of a stream.', {
  stream_id: Text('Id of the stream.', 'zoom', { maxLength: 64 }),
  x: share('Left edge, as a fraction of the width.', 0.4),
  y: share('Top edge, as a fraction of the height.', 0.3),
  width: share('Fraction of the width; `x` and `width` are together at most 1.', 0.1),
  height: share('Fraction of the height; `y` and `height` are together at most 1.', 0.2),
  frame_time: Timestamp(`When the picture was taken, station time: at most ${FOLLOW_BOX_AGE_MAX_S} s ago.`),
});
export type FollowBox = Static<typeof FollowBox>;

const FollowPoint = Type.Object(point, {
  additionalProperties: false,
  description: 'A target has either a point or a box.',
});

export const NewFollow = named('NewFollow', 'What the camera is to keep in the middle of its picture.', {
  point: Type.Optional(FollowPoint),
  box: Type.Optional(FollowBox),
});
export type NewFollow = Static<typeof NewFollow>;

/** `stopped` and `camera_moved` are orders of clients, all others happen. */
export const FOLLOW_ENDS = [
  'stopped',
  'camera_moved',
  'control_taken',
  'session_ended',
  'target_lost',
  'out_of_reach',
  'not_flying',
  'link_lost',
  'camera_offline',
] as const;
export type FollowEnd = (typeof FOLLOW_ENDS)[number];

export const FOLLOW_STATES = ['off', 'following', 'lost'] as const;

export const CameraFollow = named('CameraFollow', 'Whether the camera follows a target, and which.', {
  state: OneOf(
    FOLLOW_STATES,
    `\`lost\`: for ${FOLLOW_LOST_AFTER_S} s nothing was heard of the target; the camera stays, and after ${FOLLOW_ENDS_AFTER_S} s the follow ends.`,
  ),
  point: Type.Optional(FollowPoint),
  stream_id: Type.Optional(Text('Stream of the boxes; absent with a point.', 'zoom')),
  started_time: Type.Optional(Timestamp('Begin, station time; absent while off.')),
  started_by: Type.Optional(Text('Name of the client that started it.', 'console')),
  error: Type.Optional(Quantity('Angle between the camera and the target, degrees, when the state was read.', 0.05)),
  ended_by: Type.Optional(OneOf(FOLLOW_ENDS, 'Why the last one ended; absent before the first.')),
  ended_time: Type.Optional(Timestamp('When it ended, station time.')),
});
export type CameraFollow = Static<typeof CameraFollow>;
