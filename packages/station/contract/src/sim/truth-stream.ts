import Type, { type Static } from 'typebox';
import { binary, operation } from '../operation.ts';
import { KiteLatitudeDeg, LongitudeDeg, named, OneOf, Quantity, Text, Timestamp, Whole, YesNo } from '../schema.ts';
import { CONTROL } from './paths.ts';

/** Media type of a stream of JSON lines. */
export const JSON_LINES_TYPE = 'application/jsonl';
/** Open streams of one session. */
export const TRUTH_STREAMS_MAX = 8;

const TRUE_OBJECT_CLASSES = ['person', 'vehicle', 'fire', 'smoke'] as const;

const px = (description: string, example: number) => Quantity(`${description}, pixels.`, example);

/** A line of the stream: one picture and the objects in it. */
export const FrameObjects = named('FrameObjects', 'A picture of a stream, and the objects in it.', {
  time: Timestamp('When the picture was taken, station time.'),
  stream_id: Text('Id of the stream.', 'zoom'),
  rtp_time: Whole('Time stamp of its RTP packets, 90 kHz, modulo 2^32.', 3_145_728),
  width: Whole('Width of the picture, pixels.', 1920),
  height: Whole('Height of the picture, pixels.', 1080),
  zoom: Quantity('Zoom of the picture.', 1),
  skipped: Whole('Pictures left out before this one because the client read too slowly.', 0),
  objects: Type.Array(
    Type.Object({
      id: Text('The same in every picture of this scene.', 'vehicle-3'),
      class: OneOf(TRUE_OBJECT_CLASSES, 'What it is.', 'vehicle'),
      box: Type.Object(
        {
          x: px('Left edge', 812),
          y: px('Upper edge', 401),
          width: px('Width', 64),
          height: px('Height', 31),
        },
        { description: 'Around its visible pixels.' },
      ),
      area_px: Whole('Visible pixels.', 1320),
      visible_share: Quantity('Part of its pixels in the picture that nothing stands in front of, above 0 to 1.', 0.83),
      truncated: YesNo('Whether it continues beyond the edge of the picture.', false),
      distance_m: Quantity('From the camera to its middle, m.', 57.2),
      latitude: KiteLatitudeDeg('Of its middle, degrees WGS 84.'),
      longitude: LongitudeDeg('Of its middle, degrees WGS 84.'),
      height_m: Quantity('Of its middle above the ground, m.', 0.7),
      speed_mps: Quantity('Over the ground, m/s.', 9.1),
      temperature_c: Type.Optional(Quantity('The hottest of its visible pixels, °C; in thermal pictures only.', 61.5)),
    }),
    { description: 'The largest first, at most 200.' },
  ),
});
export type FrameObjects = Static<typeof FrameObjects>;

export const subscribeTruth = operation({
  ...CONTROL,
  id: 'sim.truth.subscribe',
  path: '/truth/{stream_id}/subscribe',
  summary: 'Objects in the pictures of a stream',
  description: `People, vehicles, fire and smoke in each picture of a synthetic stream, for those who train and test detectors: one line of JSON for each picture, until the client disconnects or its session ends. The fields are in the [guide to detectors](../integrator/detectors.md). The subscription counts as a viewer: the stream runs, at its usual rate. Objects smaller than 6 pixels, or farther away than the visibility, are left out. A client that reads too slowly misses pictures, which \`skipped\` counts; one that does not read at all is disconnected. At most ${TRUTH_STREAMS_MAX} for each session.`,
  params: Type.Object({ stream_id: Text('Id of a stream', 'zoom', { maxLength: 64 }) }),
  replies: { 200: binary(JSON_LINES_TYPE) },
  errors: [
    'STREAM_NOT_FOUND',
    'STREAM_NOT_READY',
    'VIDEO_UNAVAILABLE',
    'NO_TRUTH',
    'TOO_MANY_CONNECTIONS',
    'SIMULATION_STOPPED',
  ],
});
