import Type, { type Static } from 'typebox';
import { named, Quantity } from '../schema.ts';

export const RotateCameraByAngle = named(
  'RotateCameraByAngle',
  'A rotation relative to the current direction. An absent axis does not move.',
  {
    pan: Type.Optional(
      Quantity(
        'Degrees to turn, positive clockwise. The sign gives the sense of rotation, even for 180. 0 stops this axis.',
        90,
        {
          minimum: -180,
          maximum: 180,
        },
      ),
    ),
    tilt: Type.Optional(
      Quantity('Degrees to tilt, positive downwards. Ends at the limit of the gimbal. 0 stops this axis.', 20, {
        exclusiveMinimum: -180,
        maximum: 180,
      }),
    ),
  },
);
export type RotateCameraByAngle = Static<typeof RotateCameraByAngle>;

export const RotateCameraToAngle = named(
  'RotateCameraToAngle',
  'A target direction. Pan takes the shorter way. An absent axis does not move.',
  {
    pan_ned: Type.Optional(
      Quantity('Azimuth, degrees clockwise from North: 0 North, 90 East.', 270, { minimum: 0, exclusiveMaximum: 360 }),
    ),
    tilt_ned: Type.Optional(
      Quantity('Angle below the horizon, degrees: 0 level, 90 straight down. Ends at the limit of the gimbal.', 45, {
        exclusiveMinimum: -180,
        maximum: 180,
      }),
    ),
  },
);
export type RotateCameraToAngle = Static<typeof RotateCameraToAngle>;

const speed = (direction: string) =>
  Type.Optional(
    Quantity(
      `Degrees per second, positive ${direction}. 0 or absent stops this axis, in every flight state; any other value is within the camera’s minimum and maximum, in either direction.`,
      10,
    ),
  );

export const RotateCameraWithSpeed = named(
  'RotateCameraWithSpeed',
  'A rotation at a constant speed for a limited time.',
  {
    pan_speed: speed('clockwise'),
    tilt_speed: speed('downwards'),
    duration: Quantity('Duration, seconds. Repeat the command before it ends to continue smoothly.', 2, {
      minimum: 0.1,
      maximum: 10,
    }),
  },
);
export type RotateCameraWithSpeed = Static<typeof RotateCameraWithSpeed>;
