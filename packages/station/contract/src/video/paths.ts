/**
 * Paths of live video for browsers, and the close codes of its WebSockets. Without schemas, so that a page need not
 * load them.
 */

/** Base path, below the root of the server. */
export const VIDEO_BASE = '/video/v1';

export const VIDEO_PATHS = { whep: '/{stream_id}/whep', mse: '/{stream_id}/mse', clock: '/{stream_id}/clock' } as const;

/** Codes with which the station closes a video WebSocket (RFC 6455 section 7.4 and its registry). */
export const VIDEO_CLOSE_CODES = {
  /** The station is stopping. */
  goingAway: 1001,
  /** The session has ended, or the client sends too much. */
  policyViolation: 1008,
  /** The media process has ended and is being restarted. */
  serviceRestart: 1012,
  /** The stream is not available: lost, camera off, or another camera. */
  tryAgainLater: 1013,
} as const;
