import { CAMERA_MODELS } from '@kitestring/contract/camera/camera-info.ts';
import type { RecorderOrder, RecorderReport } from '@kitestring/contract/recordings/recorder-messages.ts';
import { THERMAL_COLOR_PALETTES } from '@kitestring/contract/videostreams/thermal-palette.ts';
import { type CameraLinkState, isCameraState, isCameraTarget } from '../ingest/camera-link-state.ts';
import type { AuthorizeRequest, AuthorizeResponse, ViewerAuthentication } from '../rtsp/ports.ts';
import type { UdpPortChoice } from '../rtsp/udp-ports.ts';
import type { PictureState, SceneState } from '../source/scene-state.ts';
import type { SourceReport, StreamsState } from '../source/source-pool.ts';
import type { PictureBox, Temperatures } from '../source/temperatures.ts';
import { type BrowserOrder, type BrowserReport, isBrowserOrder, isBrowserReport } from './browser-messages.ts';
import {
  type Check,
  isBoolean,
  isBytes,
  isCount,
  isListOf,
  isNumber,
  isOneOf,
  isRecord,
  isShape,
  isText,
  isVariant,
  maybe,
} from './message-checks.ts';
import { isMetadataFeed, type MetadataFeed } from './metadata-messages.ts';
import { type OutputReport, type ProcessMemory, VIEWER_PROTOCOLS } from './output-report.ts';
import { isRecorderOrder, isRecorderReport } from './recording-messages.ts';

/*
 * Messages between the station and its media process. Types and checks only: the station imports this file, and must
 * not load the media process's code.
 */

/** A fixed port, 0 for any free one; or the first free one from `from` on. */
export type PortChoice = number | { readonly from: number };

/** Ports and addresses of the outputs. */
export interface OutputSettings {
  readonly host: string;
  /** Unencrypted RTSP. */
  readonly rtspPort: PortChoice | 'off';
  readonly rtspsPort: PortChoice;
  /** Ports of unencrypted RTSP with one stream each, under the path `STREAM_PORT_PATH`; by the id of the stream. */
  readonly streamPorts?: Readonly<Record<string, PortChoice>>;
  /** UDP ports of RTSP pictures. */
  readonly udpPorts: UdpPortChoice;
  /** Streams over RTSP have an additional track with MISB metadata. */
  readonly hasMetadataTrack: boolean;
  /** RTSP over TLS; absent: none. PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly authentication: ViewerAuthentication;
  /** UDP ports of WebRTC; `any` when absent. */
  readonly webRtcPorts?: UdpPortChoice;
}

/** Open ports. */
export interface OutputPorts {
  readonly rtspPort?: number;
  readonly rtspsPort?: number;
  readonly streamPorts?: Readonly<Record<string, number>>;
}

/** A line for the station's log: the media process has none of its own. */
export interface LogLine {
  readonly level: 'debug' | 'info';
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

export type ToMedia =
  /** Sent once, before all others. */
  | { readonly kind: 'outputs'; readonly outputs: OutputSettings }
  | { readonly kind: 'streams'; readonly state: StreamsState }
  /** Viewers are likely soon, of the main stream and of these; valid for 30 s. */
  | { readonly kind: 'warmUp'; readonly streamIds: readonly string[] }
  /** Sent 20 to 50 times a second while there are viewers. */
  | { readonly kind: 'scene'; readonly scene: SceneState }
  | { readonly kind: 'snapshot'; readonly id: number; readonly streamId: string; readonly scene: SceneState }
  /** Requests temperatures. */
  | {
      readonly kind: 'measure';
      readonly id: number;
      readonly streamId: string;
      readonly scene: SceneState;
      readonly box: PictureBox;
    }
  /** Requests a thumbnail of a JPEG. */
  | { readonly kind: 'thumbnail'; readonly id: number; readonly jpeg: Uint8Array }
  | { readonly kind: 'allowed'; readonly id: number; readonly answer: AuthorizeResponse }
  /** Replaces key and certificate. */
  | { readonly kind: 'tls'; readonly tls: { readonly key: string; readonly cert: string } }
  /** A permission has ended. */
  | { readonly kind: 'endViewer'; readonly viewerId: string }
  | { readonly kind: 'record'; readonly order: RecorderOrder }
  | { readonly kind: 'metadata'; readonly feed: MetadataFeed }
  | { readonly kind: 'browser'; readonly order: BrowserOrder }
  | { readonly kind: 'ping' }
  | { readonly kind: 'stop' };

export type FromMedia =
  /** The outputs are open. */
  | { readonly kind: 'ready'; readonly ports: OutputPorts }
  /** It cannot work on this machine. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | {
      readonly kind: 'pong';
      readonly sources: readonly SourceReport[];
      readonly outputs: readonly OutputReport[];
      readonly memory: ProcessMemory;
    }
  /** Streams with viewers or a recording. */
  | { readonly kind: 'demand'; readonly streamIds: readonly string[] }
  | { readonly kind: 'picture'; readonly streamId: string; readonly state: PictureState }
  /** State of a real camera. */
  | { readonly kind: 'camera'; readonly streamId: string; readonly state: CameraLinkState }
  | { readonly kind: 'snapshot'; readonly id: number; readonly jpeg: Uint8Array; readonly state: PictureState }
  | { readonly kind: 'snapshotFailed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'measured'; readonly id: number; readonly temperatures: Temperatures }
  | { readonly kind: 'measureFailed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'thumbnail'; readonly id: number; readonly jpeg: Uint8Array }
  | { readonly kind: 'thumbnailFailed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'authorizeViewer'; readonly id: number; readonly request: AuthorizeRequest }
  | { readonly kind: 'recorder'; readonly report: RecorderReport }
  | { readonly kind: 'browser'; readonly report: BrowserReport }
  | { readonly kind: 'log'; readonly line: LogLine }
  | { readonly kind: 'trouble'; readonly reason: string };

const FACTS_MAX = 32;

/** Stream ids of all camera models. */
const isStreamId = isOneOf('color', 'zoom', 'overview', 'thermal');

const isPose = isShape({
  panDeg: isNumber,
  tiltDeg: isNumber,
  rollDeg: isNumber,
});

const isPictureState = isShape({
  rtpTime: isNumber,
  timeUs: isNumber,
  zoom: isNumber,
  palette: maybe(isOneOf(...THERMAL_COLOR_PALETTES)),
  range: maybe(isShape({ lowC: isNumber, highC: isNumber })),
  pose: maybe(isPose),
});

const isPlaceInPicture = isShape({ x: isNumber, y: isNumber });

const isTemperatures = isShape({
  lowestC: isNumber,
  highestC: isNumber,
  meanC: isNumber,
  lowestAt: isPlaceInPicture,
  highestAt: isPlaceInPicture,
  pixels: isCount,
});

const isFact: Check = (value) => isText(value) || isNumber(value) || isBoolean(value);
function isStreamPorts(value: unknown): boolean {
  return isRecord(value) && Object.entries(value).every(([id, port]) => isStreamId(id) && isPort(port));
}

const isFacts: Check = (value) =>
  isRecord(value) &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).length <= FACTS_MAX &&
  Object.values(value).every(isFact);

const isSourceReport = isShape({
  id: isStreamId,
  viewers: isCount,
  framesPerS: isNumber,
  made: isCount,
  skipped: isCount,
  keyFrames: isCount,
  bytes: isCount,
  busyMs: isNumber,
  restarts: isCount,
});

const isViewerCounts = isShape({
  protocol: isOneOf(...VIEWER_PROTOCOLS),
  viewers: isCount,
  packets: isCount,
  bytes: isCount,
  framesSkipped: isCount,
});

const isOutputReport = isShape({
  viewers: isListOf(isViewerCounts),
  droppedViewers: isCount,
  refusedLogins: isCount,
  refusedConnections: isCount,
});

const isDigest = isShape({
  method: isText,
  algorithm: isOneOf('SHA-256', 'MD5'),
  user: isText,
  realm: isText,
  nonce: isText,
  uri: isText,
  response: isText,
  counted: maybe(isShape({ nonceCount: isText, clientNonce: isText })),
});

const isAuthorizeRequest = isShape({
  streamId: isText,
  credentials: isVariant('kind', {
    password: { user: isText, password: isText },
    ticket: { ticket: isText },
    digest: { digest: isDigest },
  }),
  address: isText,
  isEncrypted: isBoolean,
});

type Kinds = Readonly<Record<string, Readonly<Record<string, Check>>>>;

const FROM_MEDIA = {
  ready: { ports: isShape({ rtspPort: maybe(isPort), rtspsPort: maybe(isPort), streamPorts: maybe(isStreamPorts) }) },
  unavailable: { reason: isText },
  pong: {
    sources: isListOf(isSourceReport),
    outputs: isListOf(isOutputReport),
    memory: isShape({ residentBytes: isCount, heapUsedBytes: isCount, externalBytes: isCount }),
  },
  demand: { streamIds: isListOf(isStreamId) },
  picture: { streamId: isStreamId, state: isPictureState },
  camera: { streamId: isStreamId, state: isCameraState },
  snapshot: { id: isCount, jpeg: isBytes, state: isPictureState },
  snapshotFailed: { id: isCount, reason: isText },
  measured: { id: isCount, temperatures: isTemperatures },
  measureFailed: { id: isCount, reason: isText },
  thumbnail: { id: isCount, jpeg: isBytes },
  thumbnailFailed: { id: isCount, reason: isText },
  authorizeViewer: { id: isCount, request: isAuthorizeRequest },
  recorder: { report: isRecorderReport },
  browser: { report: isBrowserReport },
  log: { line: isShape({ level: isOneOf('debug', 'info'), message: isText, fields: isFacts }) },
  trouble: { reason: isText },
} satisfies Record<FromMedia['kind'], Kinds[string]>;

const isFromMedia = isVariant('kind', FROM_MEDIA);

function isPort(value: unknown): boolean {
  return isCount(value) && (value as number) <= 65_535;
}

const streamsState: Check = (value) => {
  if (!isRecord(value)) return false;
  const { cameraModel, streams } = value as Partial<StreamsState>;
  if (!CAMERA_MODELS.some((model) => model === cameraModel) || !isListOf(isRecord)(streams)) return false;
  return streams?.every(({ camera }) => camera === undefined || isCameraTarget(camera)) ?? false;
};

const isToMedia = isVariant('kind', {
  outputs: { outputs: isRecord },
  streams: { state: streamsState },
  warmUp: { streamIds: isListOf(isText) },
  scene: { scene: isRecord },
  snapshot: { id: isCount, streamId: isText, scene: isRecord },
  measure: { id: isCount, streamId: isText, scene: isRecord, box: isRecord },
  thumbnail: { id: isCount, jpeg: isBytes },
  allowed: { id: isCount, answer: isRecord },
  endViewer: { viewerId: isText },
  tls: { tls: isRecord },
  record: { order: isRecorderOrder },
  metadata: { feed: isMetadataFeed },
  browser: { order: isBrowserOrder },
  ping: {},
  stop: {},
} satisfies Record<ToMedia['kind'], Kinds[string]>);

/** A validated message of the media process; undefined if any field is invalid. */
export const fromMedia = (value: unknown): FromMedia | undefined =>
  isFromMedia(value) ? (value as FromMedia) : undefined;

/** A validated message of the station; undefined if any field is invalid. */
export const toMedia = (value: unknown): ToMedia | undefined => (isToMedia(value) ? (value as ToMedia) : undefined);
