import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import {
  CAMERA_CAP_FLAGS,
  CAMERA_MODE,
  CAMERA_SOURCE,
  MAV_CMD,
  MAV_RESULT,
  MAV_TYPE,
  VIDEO_STREAM_ENCODING,
  VIDEO_STREAM_STATUS_FLAGS,
  VIDEO_STREAM_TYPE,
} from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { FlightPicture } from '../autopilot/flight-picture.ts';
import { degE7, mm, quaternion } from '../autopilot/units.ts';
import type { VehicleComponent } from '../server/component-server.ts';
import type { Sources } from '../server/message-streams.ts';
import { ACCEPTED, type OrderOutcome, refused, UNSUPPORTED, type VehicleOrder } from '../server/order.ts';
import { partHeartbeat } from '../server/part-heartbeat.ts';
import { outcomeOf } from '../station/refusal.ts';
import type { VehicleControl } from '../station/vehicle-control.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';
import { DEFINITION_PATH, DEFINITION_VERSION } from './camera-definition.ts';
import type { CameraOrder } from './camera-order.ts';
import { CameraParameters } from './camera-parameters.ts';
import { CameraZoom, fieldOfViewDeg } from './camera-zoom.ts';
import { ImageCapture } from './image-capture.ts';
import type { OfferedStreams } from './offered-streams.ts';
import { addressFor } from './stream-address.ts';

interface CameraDeps {
  readonly link: MavlinkLink;
  readonly station: VehicleStation;
  readonly control: VehicleControl;
  readonly picture: FlightPicture;
  readonly streams: OfferedStreams;
  /** Device of its gimbal. */
  readonly gimbalDeviceId: number;
}

/** Bytes of an address, with the NUL that some programs need. */
const ADDRESS_MAX = 159;
const FRAME_RATE_HZ = 25;

/** A camera of MAVLink's camera protocol: the colour streams of the Kite's camera, or its thermal stream, as its source says. */
export class CameraComponent implements VehicleComponent {
  readonly id: number;
  readonly intervalsUs = { CAMERA_SETTINGS: 5_000_000, CAMERA_CAPTURE_STATUS: 5_000_000 };
  readonly sources: Sources = {
    CAMERA_INFORMATION: () => this.#information(),
    CAMERA_SETTINGS: () => ({
      time_boot_ms: this.#deps.picture.bootMs,
      mode_id: this.#mode,
      focusLevel: Number.NaN,
      zoomLevel: this.#zoom.percent,
    }),
    CAMERA_CAPTURE_STATUS: () => this.#captureStatus(),
    CAMERA_IMAGE_CAPTURED: (_peer, index) => (index === undefined ? undefined : this.#images.captured(index)),
    STORAGE_INFORMATION: () => ({
      time_boot_ms: this.#deps.picture.bootMs,
      storage_id: 1,
      storage_count: 0,
      status: 0,
      total_capacity: 0,
      used_capacity: 0,
      available_capacity: 0,
      read_speed: 0,
      write_speed: 0,
    }),
    VIDEO_STREAM_INFORMATION: (peer) => this.#own.map((stream, index) => this.#streamInformation(stream, index, peer)),
    VIDEO_STREAM_STATUS: () => this.#own.map((stream, index) => this.#streamStatus(stream, index)),
  };
  readonly #deps: CameraDeps;
  readonly #zoom: CameraZoom;
  readonly #parameters: CameraParameters;
  /** The primary source. */
  #type: VideoStreamInfo['type'];
  readonly #ownType: VideoStreamInfo['type'];
  #mode: number = CAMERA_MODE.VIDEO;
  #isRecordingSinceMs: number | undefined;
  readonly #images: ImageCapture;

  constructor(id: number, type: VideoStreamInfo['type'], deps: CameraDeps) {
    this.id = id;
    this.#type = type;
    this.#ownType = type;
    this.#deps = deps;
    const order: CameraOrder = (given, path, body) => this.#order(given, path, body);
    const { link, station } = deps;
    this.#images = new ImageCapture({
      clock: link.clock,
      shoot: () => this.#shoot(),
      describe: () => this.#imagePlace(),
      send: (captured) => link.send('CAMERA_IMAGE_CAPTURED', captured, { from: id }),
    });
    this.#zoom = new CameraZoom({ station, clock: link.clock, order });
    const thermal = () => (this.#hasSettings ? this.#own[0] : undefined);
    this.#parameters = new CameraParameters({ link, component: id, station, thermal, order });
  }

  heartbeat(): FieldsToSend['HEARTBEAT'] | undefined {
    const isOn = this.#deps.station.camera().online_state === 'Online' && this.#own.length > 0;
    return isOn ? partHeartbeat(MAV_TYPE.CAMERA) : undefined;
  }

  run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    const [, param2] = order.params;
    switch (order.command) {
      case MAV_CMD.SET_CAMERA_MODE:
        if (param2 !== CAMERA_MODE.IMAGE && param2 !== CAMERA_MODE.VIDEO)
          return refused('DENIED', 'No such camera mode');
        this.#mode = param2;
        return ACCEPTED;
      case MAV_CMD.SET_CAMERA_ZOOM:
        return this.#zoom.run(order, this.#zoomable);
      case MAV_CMD.SET_CAMERA_SOURCE:
        return this.#setSource(param2);
      case MAV_CMD.IMAGE_START_CAPTURE:
        return this.#images.start(order);
      case MAV_CMD.IMAGE_STOP_CAPTURE:
        return this.#images.stop();
      case MAV_CMD.VIDEO_START_STREAMING:
      case MAV_CMD.VIDEO_STOP_STREAMING:
        return ACCEPTED;
      case MAV_CMD.VIDEO_START_CAPTURE:
        return this.#record(order, true);
      case MAV_CMD.VIDEO_STOP_CAPTURE:
        return this.#record(order, false);
      default:
        return UNSUPPORTED;
    }
  }

  take(message: Message, peer: string): void {
    this.#parameters.take(message, peer);
  }

  step(): void {
    this.#deps.streams.look();
    this.#zoom.step();
    this.#images.step();
    // A payload without a thermal picture was attached.
    if (this.#own.length === 0) this.#type = this.#ownType;
  }

  /** The palette of its picture. */
  get #hasSettings(): boolean {
    return this.#ownType === 'Thermal';
  }

  get #all(): readonly VideoStreamInfo[] {
    return this.#deps.streams.list;
  }

  get #own(): readonly VideoStreamInfo[] {
    return this.#all.filter(({ type }) => type === this.#type);
  }

  /** The colour camera can show the thermal picture in its place; the streams of the new source are told to all. */
  #setSource(source: number): OrderOutcome {
    const wanted = SOURCES[source] ?? (source === CAMERA_SOURCE.DEFAULT ? this.#ownType : undefined);
    const isThere = this.#all.some(({ type }) => type === wanted);
    if (wanted === undefined || !isThere || (this.#ownType === 'Thermal' && wanted !== 'Thermal')) {
      return refused('DENIED', 'This camera has no such source');
    }
    this.#type = wanted;
    for (const [index, stream] of this.#own.entries()) {
      this.#deps.link.send('VIDEO_STREAM_INFORMATION', this.#streamInformation(stream, index), { from: this.id });
    }
    return ACCEPTED;
  }

  #information(): FieldsToSend['CAMERA_INFORMATION'] | undefined {
    const [stream] = this.#own;
    if (stream === undefined) return undefined;
    const {
      CAN_CAPTURE_IMAGE_IN_VIDEO_MODE,
      CAPTURE_IMAGE,
      CAPTURE_VIDEO,
      HAS_BASIC_ZOOM,
      HAS_MODES,
      HAS_VIDEO_STREAM,
    } = CAMERA_CAP_FLAGS;
    const zooms = this.#zoomable === undefined ? 0 : HAS_BASIC_ZOOM;
    const { model = 'Camera' } = this.#deps.station.cameraInfo() ?? {};
    return {
      time_boot_ms: this.#deps.picture.bootMs,
      firmware_version: 1,
      lens_id: 0,
      vendor_name: bytes('Kitestring'),
      model_name: bytes(this.#type === 'Thermal' ? `${model} thermal` : model),
      focal_length: stream.lens_focal_length,
      sensor_size_h: stream.sensor_width,
      sensor_size_v: stream.sensor_height,
      resolution_h: stream.frame_width ?? 0,
      resolution_v: stream.frame_height ?? 0,
      flags: CAPTURE_VIDEO | CAPTURE_IMAGE | HAS_MODES | CAN_CAPTURE_IMAGE_IN_VIDEO_MODE | HAS_VIDEO_STREAM | zooms,
      ...(this.#hasSettings
        ? {
            cam_definition_version: DEFINITION_VERSION,
            cam_definition_uri: `mftp://[;comp=${this.id}]/${DEFINITION_PATH}`,
          }
        : { cam_definition_version: 0, cam_definition_uri: '' }),
      gimbal_device_id: this.#deps.gimbalDeviceId,
    };
  }

  #captureStatus(): FieldsToSend['CAMERA_CAPTURE_STATUS'] {
    const { bootMs } = this.#deps.picture;
    const since = this.#isRecordingSinceMs;
    return {
      time_boot_ms: bootMs,
      available_capacity: 0,
      ...this.#images.status,
      video_status: since === undefined ? 0 : 1,
      recording_time_ms: since === undefined ? 0 : bootMs - since,
    };
  }

  #streamInformation(stream: VideoStreamInfo, index: number, peer?: string): FieldsToSend['VIDEO_STREAM_INFORMATION'] {
    const { rtsp_url = '', stream_id } = stream;
    const { link } = this.#deps;
    const url = addressFor(rtsp_url, peer === undefined ? undefined : link.localAddressOf(peer));
    return {
      ...this.#streamStatus(stream, index),
      count: this.#own.length,
      type: VIDEO_STREAM_TYPE.RTSP,
      encoding: VIDEO_STREAM_ENCODING.H264,
      name: stream_id.slice(0, 31),
      uri: url.length > ADDRESS_MAX ? '' : url,
    };
  }

  #streamStatus(stream: VideoStreamInfo, index: number): FieldsToSend['VIDEO_STREAM_STATUS'] {
    const { RUNNING, THERMAL } = VIDEO_STREAM_STATUS_FLAGS;
    return {
      stream_id: index + 1,
      framerate: FRAME_RATE_HZ,
      bitrate: 0,
      rotation: 0,
      resolution_h: stream.frame_width ?? 0,
      resolution_v: stream.frame_height ?? 0,
      hfov: Math.round(fieldOfViewDeg(stream)),
      flags: RUNNING | (stream.type === 'Thermal' ? THERMAL : 0),
    };
  }

  /** The stream whose zoom a zoom of the camera is. */
  get #zoomable(): VideoStreamInfo | undefined {
    return this.#own.find(({ zoom_max, zoom_min }) => zoom_max > zoom_min);
  }

  async #shoot(): Promise<OrderOutcome> {
    const [stream] = this.#own;
    if (stream === undefined) return refused('TEMPORARILY_REJECTED', 'The camera is off');
    const path = `videostreams/${stream.stream_id}/snapshot`;
    return outcomeOf(await this.#deps.station.request({ method: 'GET', path }));
  }

  #imagePlace(): Omit<FieldsToSend['CAMERA_IMAGE_CAPTURED'], 'image_index' | 'capture_result'> {
    const { picture, station } = this.#deps;
    const { altitudeM = 0, amslM = 0, bootMs, position, timeUs } = picture;
    const { pan_ned = 0, roll_ned = 0, tilt_ned = 0 } = station.camera();
    return {
      time_boot_ms: bootMs,
      time_utc: timeUs,
      camera_id: 0,
      lat: degE7(position?.latDeg ?? 0),
      lon: degE7(position?.lonDeg ?? 0),
      alt: mm(amslM),
      relative_alt: mm(altitudeM),
      q: quaternion(roll_ned, -tilt_ned, pan_ned),
      file_url: '',
    };
  }

  async #record(order: VehicleOrder, begins: boolean): Promise<OrderOutcome> {
    const outcome = await this.#order(order, `recordings/control/${begins ? 'start' : 'stop'}`);
    const isDone = outcome !== 'Silent' && outcome.result === MAV_RESULT.ACCEPTED;
    if (isDone) this.#isRecordingSinceMs = begins ? this.#deps.picture.bootMs : undefined;
    return outcome;
  }

  /** An operation of the station, with control. */
  async #order({ from }: Pick<VehicleOrder, 'from'>, path: string, body?: object): Promise<OrderOutcome> {
    const { control, station } = this.#deps;
    const refusal = await control.take(from.system);
    if (refusal !== undefined) return outcomeOf({ refusal });
    return outcomeOf(await station.request({ method: 'POST', path, ...(body !== undefined && { body }) }));
  }
}

const SOURCES: Readonly<Record<number, VideoStreamInfo['type']>> = {
  [CAMERA_SOURCE.RGB]: 'Color',
  [CAMERA_SOURCE.IR]: 'Thermal',
};

const bytes = (text: string): number[] => [...Buffer.from(text)].slice(0, 31);
