import Type from 'typebox';
import { operation } from '../operation.ts';
import { STATION_BASE } from './paths.ts';
import { ASSUMED_EMISSIVITY, ThermalArea, ThermalScale, ThermalSpot } from './thermal.ts';

const HOW_TEMPERATURES_ARE_KNOWN =
  'Temperatures are those that the picture is made of, not its colours. The simulated camera knows them; of real cameras the station has pictures only, and refuses.';

const STREAM_ID = Type.String({ maxLength: 64, description: 'Id of a thermal stream.', examples: ['thermal'] });
const Share = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [example] });
const PLACE = {
  stream_id: STREAM_ID,
  x: Share('Share of the width from the left edge.', 0.5),
  y: Share('Share of the height from the top edge.', 0.5),
};

const common = {
  base: STATION_BASE,
  access: ['read'],
  method: 'GET',
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
  description: `The temperature at a point of the picture that a thermal stream shows now: what a viewer sees is older by the delay of the video. ${HOW_TEMPERATURES_ARE_KNOWN}`,
  query: Type.Object(PLACE),
  replies: { 200: ThermalSpot },
  replyExample: { ...READING, temperature_c: 31.4 },
});

export const getThermalArea = operation({
  ...common,
  id: 'station.thermal.area',
  path: '/thermal/area',
  summary: 'Temperatures in a part of the picture',
  description: `The lowest, the highest and the mean temperature in a rectangle of the picture that a thermal stream shows now. What reaches beyond the picture is left out. ${HOW_TEMPERATURES_ARE_KNOWN}`,
  query: Type.Object({
    ...PLACE,
    width: Share('Share of the width of the picture.', 0.2),
    height: Share('Share of the height of the picture.', 0.2),
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
  summary: 'Temperatures of the colours',
  description:
    'Which temperatures the first and the last colour of the palette stand for, in the newest picture that is watched. The camera follows what it sees: ask again.',
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
