import Type, { type Static } from 'typebox';
import { named, Quantity } from '../schema.ts';
import { CAMERA_MODELS, type CameraModel, PREVIEW_CAMERA_MODELS } from './camera-models.ts';

const speeds = {
  pan_speed_min: Quantity('Slowest pan, degrees per second.', 2),
  pan_speed_max: Quantity('Fastest pan, degrees per second.', 25),
  tilt_speed_min: Quantity('Slowest tilt, degrees per second.', 2),
  tilt_speed_max: Quantity('Fastest tilt, degrees per second.', 25),
};

const modelOf = <Model extends CameraModel>(models: readonly Model[]) =>
  Type.Optional(Type.Enum([...models], { description: 'Payload model.', examples: ['Camera 2nd Generation'] }));

export const CameraInfo = named(
  'CameraInfo',
  'The attached camera with its ranges and speeds.',
  {
    model: modelOf(CAMERA_MODELS),
    pan_speed_min: Type.Optional(speeds.pan_speed_min),
    pan_speed_max: Type.Optional(speeds.pan_speed_max),
    tilt_speed_min: Type.Optional(speeds.tilt_speed_min),
    tilt_speed_max: Type.Optional(speeds.tilt_speed_max),
    tilt_min: Type.Optional(Quantity('Furthest upwards, degrees (negative is up).', -11, { minimum: -90, maximum: 0 })),
    tilt_max: Type.Optional(Quantity('Furthest downwards, degrees.', 80, { minimum: 0, maximum: 90 })),
    roll_min: Type.Optional(Quantity('Furthest roll to the left, degrees.', 0, { exclusiveMinimum: -180, maximum: 0 })),
    roll_max: Type.Optional(Quantity('Furthest roll to the right, degrees.', 0, { minimum: 0, maximum: 180 })),
  },
  {
    '0.5.0': {
      without: ['tilt_min', 'tilt_max', 'roll_min', 'roll_max'],
      with: { model: modelOf(PREVIEW_CAMERA_MODELS), ...speeds },
      // A simulated payload can be swapped for a camera that this version does not know.
      write: ({ model, ...info }) => ({
        ...(PREVIEW_CAMERA_MODELS.some((known) => known === model) && { model }),
        ...info,
      }),
    },
  },
);
export type CameraInfo = Static<typeof CameraInfo>;
