import { errorTable } from './error-definition.ts';

/** The request as a whole: its size, type, form and rate: 408, 413 to 416, 426 to 431. */
export const WHOLE_REQUEST_ERRORS = errorTable({
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again.',
    example: 'the request did not arrive within 30 s',
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The body is over 64 KiB.',
    remedy: 'Send less.',
    example: 'the body must be at most 65536 bytes',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is not declared as JSON, or as what else the operation takes.',
    remedy: 'Send `Content-Type: application/json`; `application/sdp` with an offer for WebRTC.',
    example: 'the body must be application/json, got text/plain',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    meaning: 'No range lies in the file, one is malformed, or there are more than 32.',
    remedy: 'Ask for at most 32 ranges within the size that `Content-Range` names.',
    example: 'the file has 73400320 bytes and at most 32 ranges are sent at once, got bytes=73400320-',
  },
  UPGRADE_REQUIRED: {
    status: 426,
    meaning: 'A subscription is a WebSocket, and the request does not ask to become one.',
    remedy: 'Connect with a WebSocket client (RFC 6455, version 13).',
    example: 'connect with a WebSocket client',
  },
  UNKNOWN_HOST: {
    status: 421,
    meaning: 'The header `Host` names neither an address, nor a local name, nor a name of the certificate.',
    remedy: 'Use one of these, or name the host in the setting `network.hosts`.',
    example: 'the header Host names another host than this station; name it in network.hosts if it leads here',
  },
  HTTPS_REQUIRED: {
    status: 426,
    meaning: 'The station speaks HTTPS only, and the request came in the clear.',
    remedy:
      'Use `https://` and `wss://` at the same host and port. A key or token that was sent is known to the network: replace it.',
    example: 'this station speaks HTTPS only: use https:// and wss:// at the same host and port',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many requests.',
    remedy: 'Wait for the seconds in `Retry-After`; subscribe in place of polling.',
    example: 'too many commands: try again in 1 s',
  },
  TOO_MANY_WRONG_KEYS: {
    status: 429,
    meaning: 'Too many wrong API keys came from this address.',
    remedy: 'Wait for the seconds in `Retry-After` and check the key.',
    example: 'too many wrong keys: try again in 8 s',
  },
  TOO_MANY_DOWNLOADS: {
    status: 429,
    meaning: 'The session downloads as many files at once as it may.',
    remedy: 'Wait until one of the downloads has ended.',
    example: 'the session downloads 4 files, which is the most it may at once',
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    meaning:
      'The session has as many WebSockets open as it may, or there are as many viewers over WebRTC as there may be.',
    remedy: 'Close one, or add topics to one that is open; watch over Media Source Extensions or RTSP.',
    example: 'the session has 32 WebSockets open',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'The path and headers together are too long.',
    remedy: 'Send fewer or shorter headers.',
    example: 'the path and headers are over 16 KiB',
  },
});
