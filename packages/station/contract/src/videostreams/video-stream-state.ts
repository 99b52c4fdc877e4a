import Type, { type Static } from 'typebox';
import { AngleNedDeg, named, Quantity, Text, YesNo } from '../schema.ts';
import { ThermalColorPalette } from './thermal-palette.ts';

const fieldOfView = (description: string, example: number) => Type.Optional(Quantity(description, example));

export const VideoStreamState = named('VideoStreamState', 'Current state of a stream.', {
  stream_id: Text('Id of the stream.', 'zoom'),
  is_streaming: YesNo(
    'Frames are available: the camera is on and the stream is not lost. They are encoded only while there is a viewer.',
    true,
  ),
  timestamp: Type.Optional(
    Quantity(
      'RTP timestamp of the frame of this state, 90 kHz: the last one, or that of now. Absent while `is_streaming` is false.',
      2712960,
    ),
  ),
  fov_horizontal: fieldOfView('Horizontal field of view at this zoom, degrees.', 47.785),
  fov_vertical: fieldOfView('Vertical field of view at this zoom, degrees.', 31.8),
  pan_ned: Type.Optional(AngleNedDeg('Azimuth of the optical axis, degrees from North, positive clockwise.', -12.5)),
  tilt_ned: Type.Optional(AngleNedDeg('Angle of the optical axis below the horizon, degrees.', 20)),
  roll_ned: Type.Optional(AngleNedDeg('Rotation about the optical axis, degrees, positive clockwise.', 0)),
  zoom_level: Type.Optional(Quantity('Zoom level.', 2)),
  thermal_color_palette: Type.Optional(ThermalColorPalette),
});
export type VideoStreamState = Static<typeof VideoStreamState>;
