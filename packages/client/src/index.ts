/** The client for browsers, Deno, Bun and Node from version 22 on. For older Nodes and pinned certificates: `node.ts`. */
export { ApiError } from './api-error.ts';
export type { ByteRange, CallOptions } from './call-options.ts';
export { ConnectionError, type ConnectionErrorCode } from './connection-error.ts';
export {
  type DownloadOptions,
  type DownloadProgress,
  FileChanged,
  type FileDownload,
} from './file-download.ts';
export type { FlightCommands, UntilOptions } from './flight-commands.ts';
export { FlightPrevented } from './flight-prevented.ts';
export {
  type ControlHold,
  ControlLost,
  ControlNotGranted,
  type HoldControlOptions,
  type TakeControlOptions,
} from './hold-control.ts';
export { InvalidOption } from './invalid-option.ts';
export {
  type AnyTopicName,
  type ClientOptions,
  type HandoffCommands,
  KitestringClient,
  type RecordingsCommands,
} from './kitestring-client.ts';
export type { LiveTopic, TopicStatus, TopicUpdate } from './live-topic.ts';
export { NotInVersion } from './not-in-version.ts';
export type { Platform } from './platform.ts';
export type { StationClock } from './station-clock.ts';
export { webPlatform } from './web.ts';
