/** One reaction of a client that a good client does not show. */
interface CoverageFindingDefinition {
  /** Observation that makes it a finding. */
  readonly meaning: string;
  /** Reaction of a good client. */
  readonly advice: string;
}

/** A repetition is "at once" within both times, seconds, unless the client was told a new flight state in between. */
export const AT_ONCE_REAL_S = 1;
export const AT_ONCE_STATION_S = 5;
/** Real or station time after which a missing reaction is a finding, seconds: the longer of the two counts. */
export const MISSING_AFTER_S = 5;

const repeated = (status: number, advice: string): CoverageFindingDefinition => ({
  meaning: `The same request was sent again at once after a ${status}.`,
  advice,
});

const early = (status: number): CoverageFindingDefinition => ({
  meaning: `The operation was requested again before the \`Retry-After\` of a ${status} had passed, in real time.`,
  advice: 'Waits at least as long as `Retry-After` says, for this operation.',
});

/** Everything that the coverage finds wrong in the reactions of a client. Names are stable: CI configurations hold them. */
export const COVERAGE_FINDINGS = {
  'no-token-after-401': {
    meaning: `No new token was requested within ${MISSING_AFTER_S} s after a 401.`,
    advice: 'Requests a new token once and repeats the request, a command too: a 401 is sent before anything is done.',
  },
  'repeated-401': {
    meaning: 'An operation was refused with 401 again, without a new token in between.',
    advice: 'Requests a new token before it repeats a request that was refused with 401.',
  },
  'repeated-400': repeated(400, 'Corrects the field that the answer names; the same request is refused again.'),
  'repeated-403': repeated(403, 'Requests a token with the scope that the answer names, or tells its user.'),
  'repeated-404': repeated(404, 'Waits for the change that makes the resource exist, or reads at a slow pace.'),
  'repeated-409': repeated(409, 'Waits for the state that the command needs, by a subscription; then repeats it.'),
  'early-after-429': early(429),
  'early-after-503': early(503),
  'repeated-command': {
    meaning:
      'A command was repeated at once after a 500, 502, 503 without `Retry-After`, 504 or a lost answer, and nothing was read in between.',
    advice: 'Reads the state first: the command may have been carried out.',
  },
  'no-reconnect-after-close': {
    meaning: `No WebSocket was opened for a topic within ${MISSING_AFTER_S} s after the station had closed the last one for it.`,
    advice: 'Connects again with growing pauses, after 1008 with a new token; shows its values as stale meanwhile.',
  },
} as const satisfies Readonly<Record<string, CoverageFindingDefinition>>;

export type CoverageFindingName = keyof typeof COVERAGE_FINDINGS;

export const COVERAGE_FINDING_NAMES = Object.keys(COVERAGE_FINDINGS) as readonly CoverageFindingName[];

/** Reactions of a client to a refusal or a close. */
export const REACTIONS = {
  repeated_at_once: 'the same request again at once',
  repeated_later: 'the same request again later',
  changed: 'the operation again, with other input',
  new_token: 'a new token',
  too_early: 'the operation again before `Retry-After` had passed',
  waited: 'the operation again after `Retry-After`',
  reconnected: 'a new WebSocket for the topic',
  nothing: 'nothing yet',
} as const;

export type Reaction = keyof typeof REACTIONS;

/** Kinds of what a client can meet, beside the operations, in the order of reports. */
export const COVERAGE_KINDS = {
  error_codes: 'codes of errors that the published operations answer with',
  topics: 'topics that were subscribed',
  flight_states: 'states of the Kite that the client read or was sent',
  notifications: 'notifications that the client read or was sent, by name',
  ended_notifications: 'notifications whose end the client read or was sent, by name',
  faults: 'faults of the aircraft that were active while the client sent a request or had a WebSocket',
  wire_faults: 'faults between station and clients that hit the client',
} as const;
export type CoverageKind = keyof typeof COVERAGE_KINDS;
