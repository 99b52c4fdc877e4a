export {
  DIGEST_ALGORITHMS,
  digestKey,
  digestMatcher,
  digestResponse,
  readDigest,
  readParameters,
} from './digest.ts';
export { MessageParser } from './message-parser.ts';
export {
  type AuthorizeRequest,
  type AuthorizeResponse,
  type RtspCredentials,
  VIEWER_AUTHENTICATIONS,
} from './ports.ts';
export { RTSP_LIMITS } from './rtsp-limits.ts';
export type { StreamDocument, WantedDocuments } from './stream-documents.ts';
export type { UdpPortChoice } from './udp-ports.ts';
