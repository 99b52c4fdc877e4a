import Type from 'typebox';
import { binary, Nothing, operation } from '../operation.ts';
import { named, Quantity, Text } from '../schema.ts';
import { ThermalPalette } from './thermal-palette.ts';
import { VideoStreamInfo } from './video-stream-info.ts';
import { VideoStreamState } from './video-stream-state.ts';

const ZoomLevel = named('ZoomLevel', 'Zoom level of a stream.', {
  zoom_level: Quantity('Zoom, from `zoom_min` to `zoom_max` of the stream; 2 halves the field of view.', 4),
});

export const StreamParams = Type.Object({
  stream_id: Text('Id of the stream, as in videostreams.', 'zoom'),
});

export const listVideoStreams = operation({
  id: 'videostreams',
  path: '/v1/videostreams',
  summary: 'Video streams of the camera',
  description:
    'Streams of the attached camera and their addresses. Empty without a camera, and on a station without video. Just after a start the answer waits, at most 10 s, until the video addresses are known.',
  access: ['read'],
  answersWithinS: 15,
  replies: { 200: Type.Array(VideoStreamInfo) },
  replyExample: [
    {
      stream_id: 'zoom',
      type: 'Color',
      frame_width: 1920,
      frame_height: 1080,
      sensor_width: 5.952,
      sensor_height: 3.348,
      lens_focal_length: 2.7,
      zoom_min: 1,
      zoom_max: 32,
      codec: 'H.264',
      rtsp_url: 'rtsp://192.168.2.1:8554/zoom',
      rtsps_url: 'rtsps://192.168.2.1:8322/zoom',
      can_do_snapshot: true,
    },
  ],
});

export const getVideoStreamState = operation({
  id: 'videostreams.state',
  path: '/v1/videostreams/{stream_id}/state',
  summary: 'State of a stream',
  description: 'Direction, field of view, zoom and palette of one stream, with the time of the frame they belong to.',
  access: ['read'],
  params: StreamParams,
  replies: { 200: VideoStreamState },
  errors: ['STREAM_NOT_FOUND'],
  replyExample: {
    stream_id: 'zoom',
    is_streaming: true,
    timestamp: 2712960,
    fov_horizontal: 47.785,
    fov_vertical: 31.8,
    pan_ned: -12.5,
    tilt_ned: 20,
    roll_ned: 0,
    zoom_level: 2,
  },
});

export const setZoom = operation({
  id: 'videostreams.control.zoom',
  method: 'POST',
  path: '/v1/videostreams/{stream_id}/control/zoom',
  summary: 'Zoom',
  description:
    'Sets the zoom of one stream, within its `zoom_min` and `zoom_max`. A stream without zoom accepts 1 only.',
  access: ['control'],
  params: StreamParams,
  body: ZoomLevel,
  replies: { 202: Nothing },
  errors: [
    'INVALID_ZOOM',
    'CONTROL_TAKEN',
    'STREAM_NOT_FOUND',
    'STREAM_NOT_READY',
    'VIDEO_UNAVAILABLE',
    'CAMERA_OFFLINE',
  ],
  examples: [{ summary: 'Four times', value: { zoom_level: 4 } }],
});

export const setPalette = operation({
  id: 'videostreams.control.palette',
  method: 'POST',
  path: '/v1/videostreams/{stream_id}/control/palette',
  summary: 'Choose the thermal palette',
  description: 'Sets the palette of a thermal stream. Colour streams have no palette.',
  access: ['control'],
  params: StreamParams,
  body: ThermalPalette,
  replies: { 202: Nothing },
  errors: ['INVALID_PALETTE', 'CONTROL_TAKEN', 'STREAM_NOT_FOUND', 'STREAM_NOT_READY', 'VIDEO_UNAVAILABLE'],
  examples: [{ summary: 'Hot is white', value: { thermal_color_palette: 'WhiteHot' } }],
});

export const getSnapshot = operation({
  id: 'videostreams.snapshot',
  path: '/v1/videostreams/{stream_id}/snapshot',
  summary: 'A single picture',
  description:
    'A JPEG in the full size of the stream, with time, position and direction in its EXIF data. Only where `can_do_snapshot` is true.',
  access: ['read'],
  params: StreamParams,
  replies: { 200: binary('image/jpeg') },
  errors: ['SNAPSHOT_NOT_SUPPORTED', 'STREAM_NOT_FOUND', 'STREAM_NOT_READY', 'VIDEO_UNAVAILABLE'],
});
