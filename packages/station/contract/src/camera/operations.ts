import type { ErrorCode } from '../errors.ts';
import { Nothing, operation } from '../operation.ts';
import { CameraInfo } from './camera-info.ts';
import { CameraState } from './camera-state.ts';
import { RotateCameraByAngle, RotateCameraToAngle, RotateCameraWithSpeed } from './rotation.ts';

const ROTATION_ERRORS = [
  'NOT_FITTED',
  'CONTROL_TAKEN',
  'CAMERA_NOT_FOUND',
  'WRONG_FLIGHT_STATE',
  'TETHER_TWISTED',
  'CAMERA_OFFLINE',
  'CAMERA_DIRECTION_UNKNOWN',
  'AIRCRAFT_LINK_DOWN',
  'AIRCRAFT_FLOWN_ELSEWHERE',
] as const satisfies readonly ErrorCode[];

const ROTATION_RULES =
  'Pan needs `Flying`, because the Kite turns with it; tilt alone works whenever the camera is online, but not in `Landing` and `SafetyLanding`. Stopping is possible in every flight state, and a landing stops both axes. A new command replaces the one under way on the same axis. A pan that would exceed the tether twist limit is refused; the opposite direction is permitted.';

export const getCameraInfo = operation({
  id: 'camera.info',
  path: '/v1/camera/info',
  summary: 'Camera model and limits',
  description: 'Model, ranges and speeds of the attached camera. Changes when the payload is swapped.',
  access: ['read'],
  replies: { 200: CameraInfo },
  errors: ['CAMERA_NOT_FOUND'],
  replyExample: {
    model: 'Camera 2nd Generation',
    pan_speed_min: 2,
    pan_speed_max: 25,
    tilt_speed_min: 2,
    tilt_speed_max: 25,
    tilt_min: -11,
    tilt_max: 80,
    roll_min: 0,
    roll_max: 0,
  },
});

export const getCameraState = operation({
  id: 'camera.state',
  path: '/v1/camera/state',
  summary: 'Camera direction',
  description:
    'Direction of the camera in the world: gimbal and Kite combined. When the camera is off, the last data with `online_state` `Offline`.',
  access: ['read'],
  replies: { 200: CameraState },
  errors: ['CAMERA_NOT_FOUND'],
  replyExample: { online_state: 'Online', pan_ned: -12.5, tilt_ned: 20, roll_ned: 0 },
});

export const rotateCameraByAngle = operation({
  id: 'camera.control.rotate_by_angle',
  method: 'POST',
  path: '/v1/camera/control/rotate_by_angle',
  summary: 'Turn the camera by an angle',
  description: `Turns relative to the current direction; the sign gives the sense of rotation. Without any axis nothing moves. ${ROTATION_RULES}`,
  access: ['control'],
  body: RotateCameraByAngle,
  replies: { 202: Nothing },
  errors: ROTATION_ERRORS,
  examples: [
    { summary: 'Half a turn clockwise', value: { pan: 180 } },
    { summary: 'A quarter turn anticlockwise, and down', value: { pan: -90, tilt: 20 } },
  ],
});

export const rotateCameraToAngle = operation({
  id: 'camera.control.rotate_to_angle',
  method: 'POST',
  path: '/v1/camera/control/rotate_to_angle',
  summary: 'Turn the camera to a direction',
  description: `Turns to an azimuth and a tilt by the shorter way. Without any axis nothing moves. ${ROTATION_RULES}`,
  access: ['control'],
  body: RotateCameraToAngle,
  replies: { 202: Nothing },
  errors: ROTATION_ERRORS,
  examples: [
    { summary: 'West', value: { pan_ned: 270 } },
    { summary: 'Straight down', value: { tilt_ned: 90 } },
  ],
});

export const rotateCameraWithSpeed = operation({
  id: 'camera.control.rotate_with_speed',
  method: 'POST',
  path: '/v1/camera/control/rotate_with_speed',
  summary: 'Turn the camera at a speed',
  description: `Turns at a constant speed for \`duration\`, then stops. An absent axis, or 0, stops at once. ${ROTATION_RULES}`,
  access: ['control'],
  body: RotateCameraWithSpeed,
  replies: { 202: Nothing },
  errors: ['SPEED_OUT_OF_RANGE', ...ROTATION_ERRORS],
  examples: [
    { summary: 'Slowly clockwise for two seconds', value: { pan_speed: 5, duration: 2 } },
    { summary: 'Stop both axes', value: { duration: 0.1 } },
  ],
});
