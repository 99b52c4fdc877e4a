/** Where video for browsers is, and how its WebSockets end. Without schemas, so that a page need not load them. */

/** Below the root of the server. */
export const VIDEO_BASE = '/video/v1';

export const VIDEO_PATHS = { whep: '/{stream_id}/whep', mse: '/{stream_id}/mse', clock: '/{stream_id}/clock' } as const;

/** Codes with which the station closes a WebSocket that carries pictures (RFC 6455 section 7.4 and its registry). */
export const VIDEO_CLOSE_CODES = {
  /** The station is stopping. */
  goingAway: 1001,
  /** The session is over, or the client sends too much. */
  policyViolation: 1008,
  /** The process that makes the pictures has ended and is started again. */
  serviceRestart: 1012,
  /** The stream gives nothing now: lost, camera off, another camera. */
  tryAgainLater: 1013,
} as const;
