import { US_PER_S } from '@kitestring/base/clock.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import { PREVIEW_STREAM_PATH } from '@kitestring/station-contract/videostreams/preview-address.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { shownAngle } from '@kitestring/station-core/camera/shown-camera-state.ts';
import { RTP_CLOCK_HZ } from '@kitestring/video-process/access-unit.ts';
import type { OutputPorts, OutputSettings, PortChoice } from '@kitestring/video-process/process';
import type { PictureState, StreamControls } from '@kitestring/video-process/source';
import { fieldOfPlan, isLensKnown, type StreamPlan } from '@kitestring/video-process/stream-plan.ts';

/** Address of a stream, for one client. */
interface StreamAddress {
  /** Host by which the client reached the API. */
  readonly host: string;
  readonly ticket: string | undefined;
  /** Ports that are open. */
  readonly ports: OutputPorts;
  /** Where each stream has a port of its own: open, or chosen and not open yet. */
  readonly streamPorts: OutputSettings['streamPorts'];
}

export function shownStreamInfo({ id, lens, path }: StreamPlan, address: StreamAddress): VideoStreamInfo {
  const { host, ticket, ports } = address;
  const { rtspsPort } = ports;
  const own = portNumber(address.streamPorts?.[id]);
  const rtspPort = own ?? ports.rtspPort;
  const query = ticket === undefined ? '' : `?ticket=${ticket}`;
  return {
    stream_id: id,
    type: lens.type,
    frame_width: lens.frameWidth,
    frame_height: lens.frameHeight,
    sensor_width: lens.sensorWidthMm,
    sensor_height: lens.sensorHeightMm,
    lens_focal_length: lens.focalLengthMm,
    zoom_min: lens.zoomMin,
    zoom_max: lens.zoomMax,
    // H.265 is not said: the published contract has one value, and generated clients refuse a list with another.
    codec: 'H.264',
    ...(rtspPort !== undefined && {
      rtsp_url: `rtsp://${host}:${rtspPort}/${own === undefined ? path : PREVIEW_STREAM_PATH}${query}`,
    }),
    ...(rtspsPort !== undefined && { rtsps_url: `rtsps://${host}:${rtspsPort}/${path}${query}` }),
    can_do_snapshot: true,
  };
}

const portNumber = (choice: PortChoice | undefined): number | undefined =>
  typeof choice === 'object' ? choice.from : choice;

interface ShownStreamSources {
  readonly plan: StreamPlan;
  readonly controls: StreamControls;
  /** Pictures are available, with or without viewers: clients open a stream only then. */
  readonly canStream: boolean;
  /** Real time, microseconds since 1970. */
  readonly nowUs: number;
  /** The newest picture, while there are any. */
  readonly picture: PictureState | undefined;
  /** Camera direction when there is no picture. */
  readonly pose: { readonly panDeg: number; readonly tiltDeg: number; readonly rollDeg: number } | undefined;
}

/** State of the last picture or, without one or before the first with the latest settings, of a picture taken now. */
export function shownStreamState({
  canStream,
  controls,
  nowUs,
  picture,
  plan,
  pose,
}: ShownStreamSources): VideoStreamState {
  const { zoom, palette } = controls;
  const bare = fieldOfPlan(plan, 1);
  // Pictures of a real camera have no settings.
  const hasSettings = plan.isReal !== true;
  const isOfPicture = picture !== undefined && (!hasSettings || (picture.zoom === zoom && picture.palette === palette));
  const rtpTime = isOfPicture ? picture.rtpTime : Math.round(nowUs * (RTP_CLOCK_HZ / US_PER_S));
  const looks = picture?.pose ?? pose;
  return {
    stream_id: plan.id,
    is_streaming: canStream,
    ...(canStream && { timestamp: rtpTime % 2 ** 32 }),
    ...(isLensKnown(plan) && {
      fov_horizontal: publishedAngle(bare.horizontalDeg, zoom),
      fov_vertical: publishedAngle(bare.verticalDeg, zoom),
    }),
    ...(looks !== undefined && {
      pan_ned: shownAngle(looks.panDeg),
      tilt_ned: shownAngle(looks.tiltDeg),
      roll_ned: shownAngle(looks.rollDeg),
    }),
    zoom_level: zoom,
    ...(palette !== undefined && { thermal_color_palette: palette }),
  };
}

/** Published angle: that of the bare lens in hundredths of a degree, divided by the zoom (47.785 at 2). */
const publishedAngle = (bareDeg: number, zoom: number): number => roundTo(roundTo(bareDeg, 2) / zoom, 3);
