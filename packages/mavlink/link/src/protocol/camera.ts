import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import {
  CAMERA_CAP_FLAGS,
  MAV_CMD,
  VIDEO_STREAM_ENCODING,
  VIDEO_STREAM_STATUS_FLAGS,
  VIDEO_STREAM_TYPE,
} from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '../link/component-watch.ts';
import type { CommandRefusal, MavlinkCommandOutcome } from './command.ts';
import type { MavlinkCommandSender, ProtocolLink } from './command-sender.ts';
import { requestMessage } from './request-message.ts';

type StreamKind = keyof typeof VIDEO_STREAM_TYPE | 'UNKNOWN';
type StreamEncoding = keyof typeof VIDEO_STREAM_ENCODING;

export interface CameraStream {
  readonly id: number;
  readonly name: string;
  readonly kind: StreamKind;
  readonly encoding: StreamEncoding;
  /** Undefined where the text is no address, or fills its field, so that its end may be missing. */
  readonly url: string | undefined;
  readonly isRunning: boolean;
  readonly isThermal: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framerateHz: number;
  /** Horizontal field of view; 0 where it is not known. */
  readonly hfovDeg: number;
}

export interface CameraLens {
  readonly sensorWidthMm: number;
  readonly sensorHeightMm: number;
  readonly focalLengthMm: number;
}

export interface CameraDescription {
  readonly ids: MavlinkIds;
  readonly vendor: string;
  readonly model: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasSnapshots: boolean;
  readonly hasZoom: boolean;
  readonly hasThermalRange: boolean;
  /** Without zoom; undefined where the camera does not tell it. */
  readonly lens: CameraLens | undefined;
  /** Component of its gimbal, or 1 to 6; 0 for none. */
  readonly gimbalDeviceId: number;
  /** Those that have answered. */
  readonly streams: readonly CameraStream[];
}

export type CameraReply =
  | { readonly outcome: 'Received'; readonly camera: CameraDescription }
  | { readonly outcome: 'Refused'; readonly reason: CommandRefusal }
  | { readonly outcome: 'Silent' };

const STREAMS_MAX = 8;
const URL_BYTES = 160;

/** Asks a component for its camera, and for each of its video streams (camera protocol v2). Always resolves. */
export async function describeCamera(
  link: ProtocolLink,
  commands: MavlinkCommandSender,
  target: MavlinkIds,
): Promise<CameraReply> {
  const reply = await requestMessage(link, commands, { target, name: 'CAMERA_INFORMATION' });
  if (reply.outcome !== 'Received') return reply;
  const { fields } = reply.message;
  const has = (flag: number) => (fields.flags & flag) !== 0;
  const streams = has(CAMERA_CAP_FLAGS.HAS_VIDEO_STREAM) ? await streamsOf(link, commands, target) : [];
  return {
    outcome: 'Received',
    camera: {
      ids: target,
      vendor: textOf(fields.vendor_name),
      model: textOf(fields.model_name),
      widthPx: fields.resolution_h,
      heightPx: fields.resolution_v,
      hasSnapshots: has(CAMERA_CAP_FLAGS.CAPTURE_IMAGE),
      hasZoom: has(CAMERA_CAP_FLAGS.HAS_BASIC_ZOOM),
      hasThermalRange: has(CAMERA_CAP_FLAGS.HAS_THERMAL_RANGE),
      lens: lensOf(fields),
      gimbalDeviceId: fields.gimbal_device_id,
      streams,
    },
  };
}

/** A figure that is not known is 0 or NaN. */
function lensOf(fields: MessageFields['CAMERA_INFORMATION']): CameraLens | undefined {
  const { focal_length: focalLengthMm, sensor_size_h: sensorWidthMm, sensor_size_v: sensorHeightMm } = fields;
  const lens = { focalLengthMm, sensorWidthMm, sensorHeightMm };
  return Object.values(lens).every((mm) => Number.isFinite(mm) && mm > 0) ? lens : undefined;
}

/** Streams are numbered from 1; each says how many there are. */
async function streamsOf(
  link: ProtocolLink,
  commands: MavlinkCommandSender,
  target: MavlinkIds,
): Promise<CameraStream[]> {
  const streams: CameraStream[] = [];
  let count = 1;
  for (let id = 1; id <= Math.min(count, STREAMS_MAX); id += 1) {
    const reply = await requestMessage(link, commands, {
      target,
      name: 'VIDEO_STREAM_INFORMATION',
      index: id,
      matches: ({ fields }) => fields.stream_id === id,
    });
    if (reply.outcome !== 'Received') break;
    const { fields } = reply.message;
    count = Math.max(count, fields.count);
    streams.push(streamOf(fields));
  }
  return streams;
}

export function streamOf(fields: MessageFields['VIDEO_STREAM_INFORMATION']): CameraStream {
  const has = (flag: number) => (fields.flags & flag) !== 0;
  return {
    id: fields.stream_id,
    name: printable(fields.name),
    kind: nameOf(VIDEO_STREAM_TYPE, fields.type) ?? 'UNKNOWN',
    encoding: nameOf(VIDEO_STREAM_ENCODING, fields.encoding) ?? 'UNKNOWN',
    url: urlOf(fields.uri),
    isRunning: has(VIDEO_STREAM_STATUS_FLAGS.RUNNING),
    isThermal: has(VIDEO_STREAM_STATUS_FLAGS.THERMAL),
    widthPx: fields.resolution_h,
    heightPx: fields.resolution_v,
    framerateHz: fields.framerate,
    hfovDeg: fields.hfov,
  };
}

function urlOf(text: string): string | undefined {
  const url = printable(text);
  const isWhole = Buffer.byteLength(text) < URL_BYTES;
  return isWhole && /^[a-z]+:\/\/[^/\s]/i.test(url) && URL.canParse(url) ? url : undefined;
}

function nameOf<Name extends string>(table: Readonly<Record<Name, number>>, value: number): Name | undefined {
  return (Object.keys(table) as Name[]).find((name) => table[name] === value);
}

/** The bytes of a text field that the definitions call numbers. */
function textOf(bytes: readonly number[]): string {
  const end = bytes.indexOf(0);
  return printable(Buffer.from(end === -1 ? bytes : bytes.slice(0, end)).toString());
}

const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\uFFFD]/gu, '').trim();

/** The largest whole number below which a float holds each. */
const SEQUENCES = 2 ** 23;

/** Takes pictures. */
export class SnapshotOrders {
  readonly #commands: MavlinkCommandSender;
  readonly #target: MavlinkIds;
  #sequence: number;

  /** @param startS seconds of a clock: numbers rise over a restart, too */
  constructor(commands: MavlinkCommandSender, target: MavlinkIds, startS: number) {
    this.#commands = commands;
    this.#target = target;
    this.#sequence = Math.floor(startS) % SEQUENCES;
  }

  /** Takes one picture. Each order has its own number, which its repetitions keep: a repetition takes no second picture. */
  take(): Promise<MavlinkCommandOutcome> {
    this.#sequence = (this.#sequence % SEQUENCES) + 1;
    return this.#commands.run({
      form: 'Long',
      target: this.#target,
      command: MAV_CMD.IMAGE_START_CAPTURE,
      params: [0, 0, 1, this.#sequence],
    });
  }
}
