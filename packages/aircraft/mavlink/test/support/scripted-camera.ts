import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { CAMERA_CAP_FLAGS, MAV_AUTOPILOT, MAV_CMD, MAV_RESULT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';

type Stream = Pick<FieldsToSend['VIDEO_STREAM_INFORMATION'], 'uri' | 'flags'>;

interface ScriptedCameraOptions {
  readonly streams: readonly Stream[];
  readonly component?: number;
  readonly hasZoom?: boolean;
  readonly hasImages?: boolean;
}

const text = (name: string) => [...Buffer.from(name)];

/** A camera that is a component of the vehicle of a link, with the answers of the camera protocol. */
export class ScriptedCamera {
  /** May be changed: the next question gets another answer. */
  streams: readonly Stream[];
  /** Types of zoom that it takes. */
  zoomTypes: readonly number[] = [2];
  /** Orders for its zoom: type and value. */
  readonly zooms: (readonly [type: number, value: number])[] = [];
  zoomLevel = 0;
  /** Orders for an image, by their numbers. */
  readonly images: number[] = [];
  /** Result of the next one: 1 is stored, 0 is not. */
  imageResult: 0 | 1 = 1;
  readonly #link: MavlinkLink;
  readonly #from: number;
  readonly #flags: number;

  constructor(
    link: MavlinkLink,
    { component = 100, hasImages = false, hasZoom = false, streams }: ScriptedCameraOptions,
  ) {
    this.#link = link;
    this.#from = component;
    this.streams = streams;
    const { CAPTURE_IMAGE, HAS_BASIC_ZOOM, HAS_VIDEO_STREAM } = CAMERA_CAP_FLAGS;
    this.#flags = HAS_VIDEO_STREAM | (hasZoom ? HAS_BASIC_ZOOM : 0) | (hasImages ? CAPTURE_IMAGE : 0);
    link.onMessage((message) => {
      if (message.name !== 'COMMAND_LONG' || message.fields.target_component !== component) return;
      const { command, param1, param2, param4 } = message.fields;
      if (command === MAV_CMD.IMAGE_START_CAPTURE) this.#takeImage(param4);
      const to = { target_system: message.system, target_component: message.component };
      link.send(
        'COMMAND_ACK',
        { command, result: this.#resultOf(command, param1, param2), ...to },
        { from: component },
      );
    });
  }

  beat(): void {
    const beat = { type: MAV_TYPE.CAMERA, autopilot: MAV_AUTOPILOT.INVALID, base_mode: 0, custom_mode: 0 };
    this.#link.send('HEARTBEAT', { ...beat, system_status: 4, mavlink_version: 3 }, { from: this.#from });
  }

  #resultOf(command: number, param1: number, param2: number): number {
    const { ACCEPTED, DENIED, UNSUPPORTED } = MAV_RESULT;
    if (command === MAV_CMD.REQUEST_MESSAGE) return this.#requested(param1, param2) ? ACCEPTED : UNSUPPORTED;
    if (command === MAV_CMD.IMAGE_START_CAPTURE) return ACCEPTED;
    if (command !== MAV_CMD.SET_CAMERA_ZOOM) return UNSUPPORTED;
    this.zooms.push([param1, param2]);
    return this.zoomTypes.includes(param1) ? ACCEPTED : DENIED;
  }

  #takeImage(number: number): void {
    this.images.push(number);
    const place = { lat: 0, lon: 0, alt: 0, relative_alt: 0, q: [1, 0, 0, 0] };
    const what = { image_index: this.images.length, camera_id: 0, capture_result: this.imageResult, file_url: '' };
    this.#link.send(
      'CAMERA_IMAGE_CAPTURED',
      { time_utc: 0n, time_boot_ms: 1, ...place, ...what },
      { from: this.#from },
    );
  }

  #requested(id: number, index: number): boolean {
    const from = { from: this.#from };
    if (id === 259) this.#link.send('CAMERA_INFORMATION', this.#information(), from);
    else if (id === 260) this.#link.send('CAMERA_SETTINGS', this.#settings(), from);
    else if (id === 269 && this.streams[index - 1] !== undefined) {
      this.#link.send('VIDEO_STREAM_INFORMATION', this.#streamInformation(index), from);
    } else return false;
    return true;
  }

  #information(): FieldsToSend['CAMERA_INFORMATION'] {
    return {
      time_boot_ms: 1,
      firmware_version: 0,
      focal_length: 4,
      sensor_size_h: 6,
      sensor_size_v: 4,
      flags: this.#flags,
      resolution_h: 1920,
      resolution_v: 1080,
      cam_definition_version: 0,
      vendor_name: text('Maker'),
      model_name: text('Eye'),
      lens_id: 0,
      cam_definition_uri: '',
    };
  }

  #settings(): FieldsToSend['CAMERA_SETTINGS'] {
    return { time_boot_ms: 1, mode_id: 1, zoomLevel: this.zoomLevel, focusLevel: Number.NaN };
  }

  #streamInformation(index: number): FieldsToSend['VIDEO_STREAM_INFORMATION'] {
    return {
      stream_id: index,
      count: this.streams.length,
      type: 0,
      framerate: 30,
      bitrate: 4_000_000,
      rotation: 0,
      resolution_h: 1920,
      resolution_v: 1080,
      hfov: 60,
      name: `stream ${index}`,
      encoding: 1,
      ...(this.streams[index - 1] as Stream),
    };
  }
}
