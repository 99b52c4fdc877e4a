import { operation } from '../operation.ts';
import {
  CameraFollow,
  FOLLOW_BOXES_PER_S,
  FOLLOW_ENDS_AFTER_S,
  FOLLOW_LOST_AFTER_S,
  FOLLOW_RANGE_MAX_M,
  FollowBox,
  NewFollow,
} from './camera-follow.ts';
import { CONTROLS, READS } from './paths.ts';

/** 80 m from the simulated station. */
const POINT = { latitude: 47.3764, longitude: 8.5425 };
const BOX = {
  stream_id: 'zoom',
  x: 0.4,
  y: 0.3,
  width: 0.1,
  height: 0.2,
  frame_time: '2026-03-01T09:30:00.250000+00:00',
};
const FOLLOW = {
  state: 'following',
  point: POINT,
  started_time: '2026-03-01T09:30:00.250000+00:00',
  started_by: 'console',
  error: 0.05,
} as const;

export const getCameraFollow = operation({
  ...READS,
  id: 'station.camera_follow',
  path: '/camera-follow',
  summary: 'What the camera follows',
  description:
    'Whether the camera follows a target, and why the last follow ended. `lists/changes` tells of another follow, its loss and its end.',
  replies: { 200: CameraFollow },
  replyExample: FOLLOW,
});

export const startCameraFollow = operation({
  ...CONTROLS,
  id: 'station.camera_follow.start',
  method: 'POST',
  path: '/camera-follow',
  summary: 'Keep the camera on a target',
  description: `Experimental. Turns the camera to a position, or to what a client sees in the picture, and keeps it there while the Kite moves. Allowed as every order to the camera; replaces another follow. Ends with any other order to the camera, when another client takes control, when the session ends, at the landing, and without link. A place must be within ${FOLLOW_RANGE_MAX_M / 1000} km of the Kite and within the travel of the camera. A box is the first: send further ones to \`camera-follow/box\`.`,
  body: NewFollow,
  replies: { 200: CameraFollow },
  errors: [
    'CONTROL_TAKEN',
    'WRONG_FLIGHT_STATE',
    'AIRCRAFT_FLOWN_ELSEWHERE',
    'CAMERA_NOT_FOUND',
    'CAMERA_OFFLINE',
    'CAMERA_DIRECTION_UNKNOWN',
    'NOT_FITTED',
    'TETHER_TWISTED',
    'STREAM_NOT_FOUND',
    'VIDEO_UNAVAILABLE',
    'VIEWPOINT_UNKNOWN',
    'TARGET_OUT_OF_REACH',
  ],
  examples: [
    { summary: 'A place on the ground', value: { point: POINT } },
    { summary: 'An object in the picture', value: { box: BOX } },
  ],
  replyExample: FOLLOW,
});

export const moveFollowBox = operation({
  ...CONTROLS,
  id: 'station.camera_follow.box',
  method: 'POST',
  path: '/camera-follow/box',
  summary: 'Where the followed object is now',
  description: `A newer box of the object, from the client that started the follow; at most ${FOLLOW_BOXES_PER_S} a second. An older picture than that of the last box changes nothing. Without boxes for ${FOLLOW_LOST_AFTER_S} s the state is \`lost\` and the camera stays; after ${FOLLOW_ENDS_AFTER_S} s the follow ends.`,
  body: FollowBox,
  errors: ['CONTROL_TAKEN', 'NOT_FOLLOWING', 'STREAM_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'VIEWPOINT_UNKNOWN'],
  examples: [{ summary: 'Of the next picture', value: BOX }],
});

export const stopCameraFollow = operation({
  ...CONTROLS,
  id: 'station.camera_follow.stop',
  method: 'DELETE',
  path: '/camera-follow',
  summary: 'End the follow',
  description: 'The camera stays where it points. No effect without a follow.',
  errors: ['CONTROL_TAKEN'],
});
