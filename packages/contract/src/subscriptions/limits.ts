/** Figures of every WebSocket, as defaults of the settings and as the documents give them. */
export const SUBSCRIPTION_LIMITS = {
  /** A state that changes faster is sent this often; the newest counts. */
  maxMessagesPerSecond: 10,
  /** A state is sent at least this often, even unchanged, so that a silent link is noticed. */
  maxSilenceS: 5,
  pingIntervalS: 20,
  /** Pings without an answer after which the connection is closed. */
  missedPings: 2,
  /** Waiting bytes over which a slow reader is closed. */
  maxQueueBytes: 1_048_576,
  maxWebSocketsPerSession: 32,
} as const;

/** Codes with which the station closes a WebSocket (RFC 6455 section 7.4). */
export const CLOSE_CODES = {
  goingAway: 1001,
  policyViolation: 1008,
  tryAgainLater: 1013,
} as const;

export const CLOSE_CODE_TEXTS: Readonly<Record<keyof typeof CLOSE_CODES, string>> = {
  goingAway: 'The station is stopping.',
  policyViolation: 'The token has expired or was invalidated, or its plugin was disabled; closed within a second.',
  tryAgainLater: 'The client reads too slowly: over 1 MiB was waiting for it.',
};
