import Type, { type Static } from 'typebox';
import { named, OneOf, Quantity, Text, Whole, YesNo } from '../schema.ts';
import type { SchemaDifference } from '../versions/schema-versions.ts';

const VIDEO_STREAM_TYPES = ['Color', 'Thermal'] as const;

const VideoStreamType = Type.Enum(VIDEO_STREAM_TYPES, {
  $id: 'VideoStreamType',
  description: 'Type of the camera.',
  examples: ['Color'],
});

const IN_PREVIEW: SchemaDifference = {
  without: ['rtsp_url', 'rtsps_url'],
  with: {
    protocol: OneOf(['RTP'] as const, 'How the video is sent.', 'RTP'),
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
    stream_id: Text('Id of the stream.', 'zoom'),
    type: VideoStreamType,
    frame_width: Type.Optional(Whole('Width of the picture, pixels.', 1920)),
    frame_height: Type.Optional(Whole('Height of the picture, pixels.', 1080)),
    sensor_width: Quantity('Width of the sensor, millimetres.', 5.952),
    sensor_height: Quantity('Height of the sensor, millimetres.', 3.348),
    lens_focal_length: Quantity('Focal length at zoom 1, millimetres.', 2.7),
    zoom_min: Quantity('Smallest zoom level.', 1),
    zoom_max: Quantity('Largest zoom level; 1 on a stream without zoom.', 32),
    codec: OneOf(['H.264'] as const, 'Video codec.', 'H.264'),
    rtsp_url: Type.Optional(
      Type.String({
        description: 'RTSP address, with the host by which this request reached the station.',
        examples: ['rtsp://192.168.2.1:8554/zoom'],
      }),
    ),
    rtsps_url: Type.Optional(
      Type.String({ description: 'Address for RTSP over TLS.', examples: ['rtsps://192.168.2.1:8322/zoom'] }),
    ),
    can_do_snapshot: YesNo('Whether snapshots are available.', true),
  },
  { '0.5.0': IN_PREVIEW },
);
export type VideoStreamInfo = Static<typeof VideoStreamInfo>;
