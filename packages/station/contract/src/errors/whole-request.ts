import { errorTable } from './error-definition.ts';

/** The request as a whole: its size, type, form and rate: 408, 413 to 416, 426 to 431. */
export const WHOLE_REQUEST_ERRORS = errorTable(429, {
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again.',
    message: 'the request did not arrive within {deadlineS} s',
    sample: { deadlineS: 30 },
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The body is over 64 KiB.',
    remedy: 'Send less.',
    message: 'the body must be at most {mostBytes} bytes',
    sample: { mostBytes: 65536 },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The content type is not JSON, nor another type that the operation accepts.',
    remedy: 'Send `Content-Type: application/json`; `application/sdp` with an offer for WebRTC.',
    message: {
      otherType: 'the body must be {accepted}, got {got}',
      noMediaType: 'the Content-Type is not a media type',
      encoded: 'the body must not be encoded, got {got}',
      charset: 'the body must be UTF-8, got {got}',
    },
    sample: { accepted: 'application/json', got: 'text/plain' },
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    meaning: 'No range is within the file, a range is malformed, or there are more than 32.',
    remedy: 'Request at most 32 ranges within the size that `Content-Range` gives.',
    message: 'the file has {bytes} bytes, and a request may have at most {most} ranges; got {got}',
    sample: { bytes: 73400320, most: 32, got: 'bytes=73400320-' },
  },
  UPGRADE_REQUIRED: {
    status: 426,
    meaning: 'A subscription is a WebSocket, and the request does not ask to become one.',
    remedy: 'Connect with a WebSocket client (RFC 6455, version 13).',
    message: 'this path is for WebSockets only; connect with a WebSocket client',
  },
  UNKNOWN_HOST: {
    status: 421,
    meaning: 'The header `Host` names neither an address, nor a local name, nor a name of the certificate.',
    remedy: 'Use one of these, or name the host in the setting `network.hosts`.',
    message: 'the header Host names another host; add it to network.hosts if it is a name of this station',
  },
  HTTPS_REQUIRED: {
    status: 426,
    meaning: 'The station accepts HTTPS only, and the request was unencrypted.',
    remedy:
      'Use `https://` and `wss://` at the same host and port. A key or token in the request was exposed to the network: replace it.',
    message: 'this station speaks HTTPS only: use https:// and wss:// at the same host and port',
  },
  RATE_LIMITED: {
    meaning: 'Too many requests.',
    remedy: 'Wait for the seconds in `Retry-After`; subscribe instead of polling.',
    message: {
      wait: 'too many {requests}: try again in {waitS} s',
      fault: 'too many requests (simulated fault)',
      faultWait: 'too many requests (simulated fault): try again in {waitS} s',
    },
    sample: { requests: 'commands', waitS: 1 },
  },
  TOO_MANY_WRONG_KEYS: {
    meaning: 'Too many failed API key attempts from this address.',
    remedy: 'Wait for the seconds in `Retry-After` and check the key.',
    message: 'too many wrong keys or links: try again in {waitS} s',
    sample: { waitS: 8 },
  },
  TOO_MANY_DOWNLOADS: {
    meaning: 'The session has reached its limit of simultaneous downloads.',
    remedy: 'Wait until one of the downloads has ended.',
    message: 'the session has {most} downloads in progress, the maximum',
    sample: { most: 4 },
  },
  TOO_MANY_CONNECTIONS: {
    meaning: 'The session has reached its limit of open WebSockets, or the station its limit of WebRTC viewers.',
    remedy: 'Close one, or add topics to one that is open; watch over Media Source Extensions or RTSP.',
    message: {
      webSockets: 'the session has {most} WebSockets open, the maximum',
      streams: 'the session has {most} streams of events open, the maximum',
      viewers: '{reason}',
    },
    sample: { most: 32 },
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'The path and headers together are too long.',
    remedy: 'Send fewer or shorter headers.',
    message: 'the path and headers are over {mostKib} KiB',
    sample: { mostKib: 16 },
  },
});
