import { CAMERA_MODELS } from '@kitestring/station-contract/camera/camera-models.ts';
import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';
import { isCameraState, isCameraTarget } from '../ingest/camera-link-state.ts';
import type { DigestCredentials } from '../rtsp/digest.ts';
import type { TrackGroup } from '../rtsp/multicast-group.ts';
import type { AuthorizeRequest, AuthorizeResponse, ViewerAuthentication } from '../rtsp/ports.ts';
import type { StandingStream } from '../rtsp/standing-streams.ts';
import type { UdpPortChoice } from '../rtsp/udp-ports.ts';
import { isFrameTruth, isTruthWish } from '../source/frame-truth.ts';
import type { SceneNumbers } from '../source/scene-numbers.ts';
import type { PictureOverlay, PictureState, SceneState } from '../source/scene-state.ts';
import type { SourceReport, StreamsState } from '../source/source-pool.ts';
import type { PictureBox, Temperatures } from '../source/temperatures.ts';
import { isBrowserOrder, isBrowserReport } from './browser-messages.ts';
import {
  type Check,
  type Checked,
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
import { isMetadataFeed, isStreamDocument } from './metadata-messages.ts';
import { isOutputReport } from './output-report.ts';
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
  /** Address and port of the group of the first stream; absent: no multicast. */
  readonly multicast?: string | undefined;
  /** Streams over RTSP have an additional track with MISB metadata. */
  readonly hasMetadataTrack: boolean;
  /** They have a track of ONVIF metadata, at an address that asks for it. */
  readonly hasOnvifTrack?: boolean;
  /** RTSP over TLS; absent: none. PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly authentication: ViewerAuthentication;
  /** UDP ports of WebRTC; `any` when absent. */
  readonly webRtcPorts?: UdpPortChoice;
}

const FACTS_MAX = 32;

/** Stream ids of all camera models. */
const isStreamId: Check<string> = isOneOf('color', 'zoom', 'overview', 'thermal');

const isPose = isShape({
  panDeg: isNumber,
  tiltDeg: isNumber,
  rollDeg: isNumber,
});

const isPictureState: Check<PictureState> = isShape({
  rtpTime: isNumber,
  timeUs: isNumber,
  zoom: isNumber,
  palette: maybe(isOneOf(...THERMAL_COLOR_PALETTES)),
  range: maybe(isShape({ lowC: isNumber, highC: isNumber })),
  pose: maybe(isPose),
});

const isPlaceInPicture = isShape({ x: isNumber, y: isNumber });

const isTemperatures: Check<Temperatures> = isShape({
  lowestC: isNumber,
  highestC: isNumber,
  meanC: isNumber,
  lowestAt: isPlaceInPicture,
  highestAt: isPlaceInPicture,
  pixels: isCount,
});

const isFact: Check = (value) => isText(value) || isNumber(value) || isBoolean(value);
const isPort: Check<number> = (value) => isCount(value) && (value as number) <= 65_535;

const isStreamPorts: Check<Readonly<Record<string, number>>> = (value) =>
  isRecord(value) && Object.entries(value).every(([id, port]) => isStreamId(id) && isPort(port));

const isFacts: Check<Readonly<Record<string, string | number | boolean>>> = (value) =>
  isRecord(value) &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).length <= FACTS_MAX &&
  Object.values(value).every(isFact);

const isSourceReport: Check<SourceReport> = isShape({
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

const isDigest = isShape({
  method: isText,
  algorithm: isOneOf('SHA-256', 'MD5'),
  user: isText,
  realm: isText,
  nonce: isText,
  uri: isText,
  response: isText,
  counted: maybe(isShape({ nonceCount: isText, clientNonce: isText })),
}) as Check<DigestCredentials>;

const isAuthorizeRequest: Check<AuthorizeRequest> = isShape({
  streamId: isText,
  credentials: isVariant('kind', {
    password: { user: isText, password: isText },
    ticket: { ticket: isText },
    digest: { digest: isDigest },
  }),
  address: isText,
  isEncrypted: isBoolean,
});

/** Open ports. */
const isOutputPorts = isShape({
  rtspPort: maybe(isPort),
  rtspsPort: maybe(isPort),
  streamPorts: maybe(isStreamPorts),
});
export type OutputPorts = Checked<typeof isOutputPorts>;

/** A line for the station's log: the media process has no log. */
const isLogLine = isShape({ level: isOneOf('debug', 'info'), message: isText, fields: isFacts });
export type LogLine = Checked<typeof isLogLine>;

const isFromMedia = isVariant('kind', {
  /** The outputs are open. */
  ready: { ports: isOutputPorts },
  /** It cannot work on this machine. */
  unavailable: { reason: isText },
  pong: {
    sources: isListOf(isSourceReport),
    outputs: isListOf(isOutputReport),
    memory: isShape({ residentBytes: isCount, heapUsedBytes: isCount, externalBytes: isCount }),
  },
  /** Streams with viewers or a recording. */
  demand: { streamIds: isListOf(isStreamId) },
  picture: { streamId: isStreamId, state: isPictureState },
  /** Objects in that picture, while they are wanted. */
  truth: { streamId: isStreamId, truth: isFrameTruth },
  /** Streams whose viewers want ONVIF metadata, and the one of a viewer who begins. */
  documentsWanted: { streamIds: isListOf(isStreamId), begun: maybe(isStreamId) },
  /** State of a real camera. */
  camera: { streamId: isStreamId, state: isCameraState },
  snapshot: { id: isCount, jpeg: isBytes, state: isPictureState, counts: maybe(isBytes) },
  measured: { id: isCount, temperatures: isTemperatures },
  thumbnail: { id: isCount, jpeg: isBytes },
  /** There is no snapshot, no thumbnail, or no temperature. */
  pictureFailed: { id: isCount, reason: isText },
  authorizeViewer: { id: isCount, request: isAuthorizeRequest },
  recorder: { report: isRecorderReport },
  browser: { report: isBrowserReport },
  log: { line: isLogLine },
  trouble: { reason: isText },
});

export type FromMedia = Checked<typeof isFromMedia>;

const isStreamsState: Check<StreamsState> = (value) => {
  if (!isRecord(value)) return false;
  const { cameraModel, streams } = value as Partial<StreamsState>;
  if (!CAMERA_MODELS.some((model) => model === cameraModel) || !isListOf(isRecord)(streams)) return false;
  return (
    streams?.every(({ camera, masks }) => Array.isArray(masks) && (camera === undefined || isCameraTarget(camera))) ??
    false
  );
};

// The station is trusted: it is the media process that a compromised codec may speak for.
const isScene: Check<SceneState> = isRecord;
const isSceneNumbers: Check<SceneNumbers> = (value) => value instanceof Float64Array;
const isTls: Check<NonNullable<OutputSettings['tls']>> = isRecord;

const isStandingStream: Check<StandingStream> = isShape({
  streamId: isText,
  localAddress: isText,
  isJpeg: isBoolean,
  hasDocuments: isBoolean,
});

const isTrackGroup: Check<TrackGroup> = isShape({
  streamId: isText,
  trackId: isCount,
  address: isText,
  port: isPort,
  ttl: isCount,
});

const isToMedia = isVariant('kind', {
  /** Sent once, before all others. */
  outputs: { outputs: isRecord as Check<OutputSettings> },
  streams: { state: isStreamsState },
  /** Viewers are likely soon, of the main stream and of these; valid for 30 s. */
  warmUp: { streamIds: isListOf(isText) },
  /** Sent 20 to 50 times a second while there are viewers. */
  scene: { numbers: isSceneNumbers },
  /** Texts to burn into the pictures, by stream. */
  texts: { texts: isRecord as Check<Readonly<Record<string, PictureOverlay['texts']>>> },
  /** The scene is absent with a real aircraft. */
  snapshot: { id: isCount, streamId: isText, scene: maybe(isScene), isRadiometric: maybe(isBoolean) },
  /** Requests temperatures. */
  measure: { id: isCount, streamId: isText, scene: isScene, box: isRecord as Check<PictureBox> },
  /** Requests a thumbnail of a JPEG. */
  thumbnail: { id: isCount, jpeg: isBytes },
  allowed: { id: isCount, answer: isRecord as Check<AuthorizeResponse> },
  /** A permission has ended. */
  endViewer: { viewerId: isText },
  /** A viewer needs a picture with which decoding can begin. */
  keyFrame: { streamId: isText },
  /** Replaces key and certificate. */
  tls: { tls: isTls },
  record: { order: isRecorderOrder },
  metadata: { feed: isMetadataFeed },
  /** ONVIF metadata of a stream. */
  document: { streamId: isText, document: isStreamDocument },
  /** Streams that are sent to their groups without a session, and the groups that were chosen; replaces those before. */
  multicast: { streams: isListOf(isStandingStream), groups: isListOf(isTrackGroup) },
  /** Streams whose pictures are to come with the objects in them; replaces those before. */
  truth: { wishes: isListOf(isTruthWish) },
  browser: { order: isBrowserOrder },
  ping: {},
  stop: {},
});

export type ToMedia = Checked<typeof isToMedia>;

/** A validated message of the media process; undefined if any field is invalid. */
export const fromMedia = (value: unknown): FromMedia | undefined =>
  isFromMedia(value) ? (value as FromMedia) : undefined;

/** A validated message of the station; undefined if any field is invalid. */
export const toMedia = (value: unknown): ToMedia | undefined => (isToMedia(value) ? (value as ToMedia) : undefined);
