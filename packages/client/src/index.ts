/** The client for browsers, Deno, Bun and Node from version 22 on. For older Nodes and pinned certificates: `node.ts`. */
export { ApiError } from './api-error.ts';
export type { ByteRange, CallOptions } from './call-options.ts';
export { ConnectionError, type ConnectionErrorCode } from './connection-error.ts';
export {
  type DownloadOptions,
  type DownloadProgress,
  FileChangedError,
  type FileDownload,
} from './file-download.ts';
export type { FlightCommands, UntilOptions } from './flight-commands.ts';
export { FlightPreventedError } from './flight-prevented-error.ts';
export {
  type ControlHold,
  ControlLostError,
  ControlNotGrantedError,
  type HoldControlOptions,
  type TakeControlOptions,
} from './hold-control.ts';
export { InvalidOptionError } from './invalid-option-error.ts';
export {
  type AnyTopicName,
  type ClientOptions,
  type HandoffCommands,
  KitestringClient,
  type RecordingsCommands,
} from './kitestring-client.ts';
export type { LiveTopic, TopicStatus, TopicUpdate } from './live-topic.ts';
export { NotInVersionError } from './not-in-version-error.ts';
export type { Platform } from './platform.ts';
export type { StationClock } from './station-clock.ts';
export { webPlatform } from './web.ts';
