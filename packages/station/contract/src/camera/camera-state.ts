import Type, { type Static } from 'typebox';
import { AngleNedDeg, named, OneOf } from '../schema.ts';

export const ONLINE_STATES = ['Online', 'Offline'] as const;

export const CameraState = named(
  'CameraState',
  'Direction of the camera. While it is `Offline`, the angles are the last known ones.',
  {
    online_state: OneOf(
      ONLINE_STATES,
      '`Online` when the camera answers; `Offline` when it was detected before and does not answer now.',
      'Online',
    ),
    pan_ned: Type.Optional(
      AngleNedDeg('Azimuth of the optical axis, degrees from North, positive clockwise (90 is East).', -12.5),
    ),
    tilt_ned: Type.Optional(
      AngleNedDeg('Angle of the optical axis below the horizon, degrees: 0 level, 90 straight down.', 20),
    ),
    roll_ned: Type.Optional(
      AngleNedDeg('Rotation about the optical axis, degrees, positive clockwise as seen from behind the camera.', 0),
    ),
  },
);
export type CameraState = Static<typeof CameraState>;
