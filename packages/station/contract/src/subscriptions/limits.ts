/** Limits of every WebSocket: defaults of the settings, and figures in the documents. */
export const SUBSCRIPTION_LIMITS = {
  /** Highest rate of a state that changes faster; the newest value counts. */
  maxMessagesPerSecond: 10,
  /** Lowest rate of a state, even unchanged, so that a dead connection is detected. */
  maxSilenceS: 5,
  pingIntervalS: 20,
  /** Unanswered pings after which the connection is closed. */
  missedPings: 2,
  /** Queued bytes above which a slow reader is closed. */
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
  tryAgainLater: 'The client reads too slowly: over 1 MiB was queued for it.',
};
