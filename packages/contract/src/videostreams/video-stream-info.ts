import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';
import type { SchemaDifference } from '../versions/schema-versions.ts';

const VIDEO_STREAM_TYPES = ['Color', 'Thermal'] as const;

const VideoStreamType = Type.Enum(VIDEO_STREAM_TYPES, {
  $id: 'VideoStreamType',
  description: 'Type of the camera.',
  examples: ['Color'],
});

/** Address of a stream in 0.5.0: a port for each, and the same path. */
export const PREVIEW_STREAM_PORTS: Readonly<Record<string, number>> = { zoom: 5010, overview: 5014, thermal: 5012 };
export const PREVIEW_STREAM_PATH = 'video';

const IN_PREVIEW: SchemaDifference = {
  without: ['rtsp_url', 'rtsps_url'],
  with: {
    protocol: Type.Enum(['RTP'] as const, { description: 'How the video is sent.', examples: ['RTP'] }),
    url: Type.String({
      description: 'RTSP address, with the host by which this request reached the station.',
      examples: ['rtsp://192.168.2.1:5010/video'],
    }),
  },
  write: ({ rtsp_url, ...info }) => ({ ...info, protocol: 'RTP', url: rtsp_url }),
};

export const VideoStreamInfo = named(
  'VideoStreamInfo',
  'A video stream: its picture, its lens and its addresses.',
  {
    stream_id: Type.String({ description: 'Id of the stream.', examples: ['zoom'] }),
    type: VideoStreamType,
    frame_width: Type.Optional(Type.Integer({ description: 'Width of the picture, pixels.', examples: [1920] })),
    frame_height: Type.Optional(Type.Integer({ description: 'Height of the picture, pixels.', examples: [1080] })),
    sensor_width: Type.Number({ description: 'Width of the sensor, millimetres.', examples: [5.952] }),
    sensor_height: Type.Number({ description: 'Height of the sensor, millimetres.', examples: [3.348] }),
    lens_focal_length: Type.Number({ description: 'Focal length at zoom 1, millimetres.', examples: [2.7] }),
    zoom_min: Type.Number({ description: 'Smallest zoom level.', examples: [1] }),
    zoom_max: Type.Number({ description: 'Largest zoom level; 1 on a stream without zoom.', examples: [32] }),
    codec: Type.Enum(['H.264'] as const, { description: 'Video codec.', examples: ['H.264'] }),
    rtsp_url: Type.Optional(
      Type.String({
        description: 'RTSP address, with the host by which this request reached the station.',
        examples: ['rtsp://192.168.2.1:8554/zoom'],
      }),
    ),
    rtsps_url: Type.Optional(
      Type.String({ description: 'Address for RTSP over TLS.', examples: ['rtsps://192.168.2.1:8322/zoom'] }),
    ),
    can_do_snapshot: Type.Boolean({ description: 'Whether snapshots are available.', examples: [true] }),
  },
  { '0.5.0': IN_PREVIEW },
);
export type VideoStreamInfo = Static<typeof VideoStreamInfo>;
