import { CAMERA_MODELS } from '@kitestring/contract/camera/camera-info.ts';
import { type CameraState, isCameraState, isCameraTarget } from '../ingest/camera-state.ts';
import type { AuthorizeAnswer, AuthorizeQuestion, ViewerAuthentication } from '../rtsp/ports.ts';
import type { UdpPortChoice } from '../rtsp/udp-ports.ts';
import type { PictureState, SceneState } from '../source/scene-state.ts';
import type { SourceReport, StreamsState } from '../source/source-pool.ts';
import { type BrowserOrder, type BrowserReport, isBrowserOrder, isBrowserReport } from './browser-messages.ts';
import { isMetadataFeed, type MetadataFeed } from './metadata-messages.ts';
import type { OutputReport, ProcessMemory } from './output-report.ts';
import { isRecorderOrder, isRecorderReport, type RecorderOrder, type RecorderReport } from './recording-messages.ts';

/*
 * What the station and its media process say to each other. Types and checks only: the station imports this file, and
 * must not load what the media process loads.
 */

/** A port and no other, 0 for any free one; or the first free one from `from` on. */
export type PortChoice = number | { readonly from: number };

/** Where the streams are served. */
export interface OutputSettings {
  readonly host: string;
  /** RTSP in the clear. */
  readonly rtspPort: PortChoice | 'off';
  readonly rtspsPort: PortChoice;
  /** From where pictures go out over UDP. */
  readonly udpPorts: UdpPortChoice;
  /** Streams over RTSP have a track with MISB metadata beside the pictures. */
  readonly hasMetadataTrack: boolean;
  /** RTSP over TLS; none without. PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly authentication: ViewerAuthentication;
  /** From where pictures go out over WebRTC; `any` when absent. */
  readonly webRtcPorts?: UdpPortChoice;
}

/** Ports that are open. */
export interface OutputPorts {
  readonly rtspPort?: number;
  readonly rtspsPort?: number;
}

/** A line for the station's log: the media process has none of its own. */
export interface LogLine {
  readonly level: 'debug' | 'info';
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

export type ToMedia =
  /** First of all, once. */
  | { readonly kind: 'outputs'; readonly outputs: OutputSettings }
  | { readonly kind: 'streams'; readonly state: StreamsState }
  /** 20 to 50 times a second while somebody watches. */
  | { readonly kind: 'scene'; readonly scene: SceneState }
  | { readonly kind: 'snapshot'; readonly id: number; readonly streamId: string; readonly scene: SceneState }
  | { readonly kind: 'allowed'; readonly id: number; readonly answer: AuthorizeAnswer }
  /** Another key and certificate. */
  | { readonly kind: 'tls'; readonly tls: { readonly key: string; readonly cert: string } }
  /** A permission has ended. */
  | { readonly kind: 'endViewer'; readonly viewerId: string }
  | { readonly kind: 'record'; readonly order: RecorderOrder }
  | { readonly kind: 'metadata'; readonly feed: MetadataFeed }
  | { readonly kind: 'browser'; readonly order: BrowserOrder }
  | { readonly kind: 'ping' }
  | { readonly kind: 'stop' };

export type FromMedia =
  /** It serves. */
  | { readonly kind: 'ready'; readonly ports: OutputPorts }
  /** It cannot work on this machine at all. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | {
      readonly kind: 'pong';
      readonly sources: readonly SourceReport[];
      readonly outputs: readonly OutputReport[];
      readonly memory: ProcessMemory;
    }
  /** The streams that somebody watches or records. */
  | { readonly kind: 'demand'; readonly streamIds: readonly string[] }
  | { readonly kind: 'picture'; readonly streamId: string; readonly state: PictureState }
  /** What a real camera does. */
  | { readonly kind: 'camera'; readonly streamId: string; readonly state: CameraState }
  | { readonly kind: 'snapshot'; readonly id: number; readonly jpeg: Uint8Array; readonly state: PictureState }
  | { readonly kind: 'snapshotFailed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'mayWatch'; readonly id: number; readonly question: AuthorizeQuestion }
  | { readonly kind: 'recorder'; readonly report: RecorderReport }
  | { readonly kind: 'browser'; readonly report: BrowserReport }
  | { readonly kind: 'log'; readonly line: LogLine }
  | { readonly kind: 'trouble'; readonly reason: string };

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.length <= 65_536;
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const record: Check = (value) => typeof value === 'object' && value !== null;
const list: Check = (value) => Array.isArray(value) && value.length <= 64;
const bytes: Check = (value) => value instanceof Uint8Array;
const pictureState: Check = (value) => {
  if (!record(value)) return false;
  const { pose, rtpTime, timeUs, zoom } = value as Record<string, unknown>;
  return (pose === undefined || record(pose)) && [rtpTime, timeUs, zoom].every(number);
};

const logLine: Check = (value) => {
  if (!record(value)) return false;
  const { fields, level, message } = value as Record<string, unknown>;
  return (level === 'debug' || level === 'info') && text(message) && record(fields);
};

const FROM_MEDIA: Readonly<Record<FromMedia['kind'], Readonly<Record<string, Check>>>> = {
  ready: { ports: record },
  unavailable: { reason: text },
  pong: { sources: list, outputs: list, memory: record },
  demand: { streamIds: (value) => list(value) && (value as unknown[]).every(text) },
  picture: { streamId: text, state: pictureState },
  camera: { streamId: text, state: isCameraState },
  snapshot: { id: number, jpeg: bytes, state: pictureState },
  snapshotFailed: { id: number, reason: text },
  mayWatch: { id: number, question: record },
  recorder: { report: isRecorderReport },
  browser: { report: isBrowserReport },
  log: { line: logLine },
  trouble: { reason: text },
};

const streamsState: Check = (value) => {
  if (!record(value)) return false;
  const { cameraModel, streams } = value as Partial<StreamsState>;
  if (!CAMERA_MODELS.some((model) => model === cameraModel) || !list(streams)) return false;
  return streams?.every(({ camera }) => camera === undefined || isCameraTarget(camera)) ?? false;
};

const TO_MEDIA: Readonly<Record<ToMedia['kind'], Readonly<Record<string, Check>>>> = {
  outputs: { outputs: record },
  streams: { state: streamsState },
  scene: { scene: record },
  snapshot: { id: number, streamId: text, scene: record },
  allowed: { id: number, answer: record },
  endViewer: { viewerId: text },
  tls: { tls: record },
  record: { order: isRecorderOrder },
  metadata: { feed: isMetadataFeed },
  browser: { order: isBrowserOrder },
  ping: {},
  stop: {},
};

/** A message of the media process; undefined for anything else. */
export const fromMedia = (value: unknown): FromMedia | undefined => messageOf<FromMedia>(value, FROM_MEDIA);

/** A message of the station; undefined for anything else. */
export const toMedia = (value: unknown): ToMedia | undefined => messageOf<ToMedia>(value, TO_MEDIA);

function messageOf<Message extends { readonly kind: string }>(
  value: unknown,
  kinds: Readonly<Record<Message['kind'], Readonly<Record<string, Check>>>>,
): Message | undefined {
  if (!record(value)) return undefined;
  const { kind } = value as { kind?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return undefined;
  const fields = Object.entries<Check>(kinds[kind as Message['kind']]);
  const isRight = fields.every(([name, check]) => check((value as Record<string, unknown>)[name]));
  return isRight ? (value as Message) : undefined;
}
