export {
  DIGEST_ALGORITHMS,
  digestKey,
  digestMatcher,
  digestResponse,
  readDigest,
  readParameters,
} from './digest.ts';
export { JPEG_QUERY } from './jpeg-query.ts';
export { MessageParser } from './message-parser.ts';
export { METADATA_QUERY } from './metadata-query.ts';
export {
  firstGroups,
  isMulticast,
  MULTICAST_QUERY,
  type MulticastGroup,
  multicastGroup,
  type TrackGroup,
  trackGroup,
} from './multicast-group.ts';
export {
  type AuthorizeRequest,
  type AuthorizeResponse,
  type RtspCredentials,
  VIEWER_AUTHENTICATIONS,
} from './ports.ts';
export { RTSP_LIMITS } from './rtsp-limits.ts';
export type { StandingStream } from './standing-streams.ts';
export type { StreamDocument, WantedDocuments } from './stream-documents.ts';
export type { UdpPortChoice } from './udp-ports.ts';
