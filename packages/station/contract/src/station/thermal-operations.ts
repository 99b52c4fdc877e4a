import Type from 'typebox';
import { binary, operation } from '../operation.ts';
import { Quantity, Text } from '../schema.ts';
import { READS } from './paths.ts';
import { ASSUMED_EMISSIVITY, RadiometricFormat, ThermalArea, ThermalScale, ThermalSpot } from './thermal.ts';

const HOW_TEMPERATURES_ARE_KNOWN =
  'Temperatures are the radiometric data of the picture, not derived from its colours. The simulated camera provides them; for real cameras, which send pictures only, the request is refused.';

const STREAM_ID = Text('Id of a thermal stream.', 'thermal', { maxLength: 64 });
const Share = (description: string, example: number) => Quantity(description, example, { minimum: 0, maximum: 1 });
const PLACE = {
  stream_id: STREAM_ID,
  x: Share('Fraction of the width from the left edge.', 0.5),
  y: Share('Fraction of the height from the top edge.', 0.5),
};

const common = {
  ...READS,
  errors: ['INVALID_REQUEST', 'STREAM_NOT_FOUND', 'STREAM_NOT_READY', 'VIDEO_UNAVAILABLE', 'NO_TEMPERATURES'],
} as const;

const READING = {
  stream_id: 'thermal',
  time: '2026-03-01T09:30:00.250000+00:00',
  error_c: 2.3,
  emissivity: ASSUMED_EMISSIVITY,
  distance_m: 57.4,
};

export const getThermalSpot = operation({
  ...common,
  id: 'station.thermal.spot',
  path: '/thermal/spot',
  summary: 'Temperature at a point of the picture',
  description: `The temperature at a point of the current picture of a thermal stream; a viewer sees an older picture, by the delay of the video. ${HOW_TEMPERATURES_ARE_KNOWN}`,
  query: Type.Object(PLACE),
  replies: { 200: ThermalSpot },
  replyExample: { ...READING, temperature_c: 31.4 },
});

export const getThermalArea = operation({
  ...common,
  id: 'station.thermal.area',
  path: '/thermal/area',
  summary: 'Temperatures in a part of the picture',
  description: `The lowest, the highest and the mean temperature in a rectangle of the current picture of a thermal stream, clipped to the picture. ${HOW_TEMPERATURES_ARE_KNOWN}`,
  query: Type.Object({
    ...PLACE,
    width: Share('Fraction of the width of the picture.', 0.2),
    height: Share('Fraction of the height of the picture.', 0.2),
  }),
  replies: { 200: ThermalArea },
  replyExample: {
    ...READING,
    min_c: 12.1,
    max_c: 64.8,
    mean_c: 19.5,
    min_at: { x: 0.41, y: 0.62 },
    max_at: { x: 0.53, y: 0.48 },
  },
});

export const getThermalScale = operation({
  ...common,
  id: 'station.thermal.scale',
  path: '/thermal/scale',
  summary: 'Temperature range of the palette',
  description:
    'Temperatures of the first and the last colour of the palette, in the newest picture with a viewer. The range adapts to the scene: poll it.',
  query: Type.Object({ stream_id: STREAM_ID }),
  replies: { 200: ThermalScale },
  replyExample: {
    stream_id: 'thermal',
    palette: 'Ironbow',
    time: '2026-03-01T09:30:00.250000+00:00',
    low_c: 12.3,
    high_c: 31.8,
  },
});

export const getThermalImage = operation({
  ...common,
  id: 'station.thermal.image',
  path: '/thermal/image',
  summary: 'A picture with its temperatures',
  description: `The current picture of a thermal stream with the temperature of each pixel, as a radiometric JPEG or a TIFF of 16 bits; [formats](../integrator/thermal.md). ${HOW_TEMPERATURES_ARE_KNOWN}`,
  query: Type.Object({
    stream_id: STREAM_ID,
    format: Type.Optional(RadiometricFormat),
  }),
  replies: { 200: binary('image/jpeg', 'image/tiff') },
});
