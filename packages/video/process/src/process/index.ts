export type { RelayUplink } from '../relay/relay-uplink.ts';
export type { BrowserOrder, BrowserReport, OfferRefusal, SegmentHead } from './browser-messages.ts';
export { MessagePipe, PIPE_FD } from './message-pipe.ts';
export type { MetadataFeed } from './metadata-messages.ts';
export type { OutputReport, ProcessMemory, ViewerCounts } from './output-report.ts';
export {
  type FromMedia,
  fromMedia,
  type LogLine,
  type OutputPorts,
  type OutputSettings,
  type PortChoice,
  type ToMedia,
  toMedia,
} from './protocol.ts';
