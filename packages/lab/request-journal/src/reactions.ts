import { US_PER_S } from '@kitestring/base/clock.ts';
import type { ErrorCode } from '@kitestring/station-contract/errors.ts';
import {
  AT_ONCE_REAL_S,
  AT_ONCE_STATION_S,
  type CoverageFindingName,
  MISSING_AFTER_S,
  type Reaction,
} from '@kitestring/station-contract/sim/coverage-findings.ts';

/** A time on both clocks. */
interface Moment {
  readonly realUs: number;
  readonly stationUs: number;
}

/** A request and its answer, for the detection of reactions. */
export interface JudgedRequest extends Moment {
  readonly sequence: number;
  readonly operationId: string;
  readonly isRead: boolean;
  /** 0: no answer. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly retryAfterS: number | undefined;
  /**
   * The whole input of the client: equal inputs are the same request. Undefined if it was refused before its body was
   * read. Called for few requests only.
   */
  readonly input: () => string | undefined;
}

/** The reaction of a client to one refusal or close. */
export interface Observed {
  readonly after: string;
  /** Id of the operation, or topic. */
  readonly operation: string;
  readonly reaction: Reaction;
  readonly finding: CoverageFindingName | undefined;
  readonly sequence: number;
}

/** A refusal or a lost answer without a reaction of the client yet. */
interface OpenRefusal extends Moment {
  readonly sequence: number;
  readonly isRead: boolean;
  readonly status: number;
  readonly after: string;
  readonly retryAfterS: number | undefined;
  readonly input: string | undefined;
  /** Something was read since. */
  hasRead: boolean;
  /** The client has received another flight state since. */
  hasNewState: boolean;
}

/** The end of the last WebSocket for a topic, by the station. */
interface OpenClose extends Moment {
  readonly sequence: number;
  readonly after: string;
}

type Note = (observed: Observed) => void;

/** The longer of real and station time: a client may follow either. */
const passedUs = (from: Moment, to: Moment): number => Math.max(to.realUs - from.realUs, to.stationUs - from.stationUs);

/** Refusals whose immediate repetition is a finding. */
const REPEATED: Readonly<Record<number, CoverageFindingName>> = {
  400: 'repeated-400',
  403: 'repeated-403',
  404: 'repeated-404',
  409: 'repeated-409',
};
const EARLY: Readonly<Record<number, CoverageFindingName>> = { 429: 'early-after-429', 503: 'early-after-503' };

/** Statuses after which a command may have been executed. */
const isUnknown = (status: number): boolean => status === 0 || status >= 500;

/**
 * Reactions of one client to each refusal and each close. At most one refusal per operation, and one close per topic,
 * is open at a time: the newest.
 */
export class Reactions {
  readonly #note: Note;
  readonly #refusals = new Map<string, OpenRefusal>();
  readonly #closes = new Map<string, OpenClose>();

  /** @param note receives each reaction once, when it happens */
  constructor(note: Note) {
    this.#note = note;
  }

  /** Whether a successful request cannot be a reaction: true for almost all requests. */
  get isQuiet(): boolean {
    return this.#refusals.size === 0;
  }

  /** Handles a request of the client. */
  requested(request: JudgedRequest): void {
    const open = this.#refusals.get(request.operationId);
    if (open !== undefined) this.#reactTo(open, request);
    const isDone = request.status > 0 && request.status < 400;
    if (!isDone) {
      this.#refuse(request);
      return;
    }
    // It has a valid token.
    this.renewed();
    if (request.isRead) for (const refusal of this.#refusals.values()) refusal.hasRead = true;
  }

  /** The client has a new token. */
  renewed(): void {
    for (const [operation, { after, sequence, status }] of this.#refusals) {
      if (status !== 401) continue;
      this.#refusals.delete(operation);
      this.#note({ after, operation, reaction: 'new_token', finding: undefined, sequence });
    }
  }

  /** The client has received another flight state. */
  informed(): void {
    for (const refusal of this.#refusals.values()) refusal.hasNewState = true;
  }

  /** The station has ended the client's last WebSocket for this topic. */
  closed(topic: string, code: number, { realUs, stationUs }: Moment, sequence: number): void {
    this.#closes.set(topic, { realUs, stationUs, sequence, after: `close ${code}` });
  }

  subscribed(topic: string): void {
    const open = this.#closes.get(topic);
    if (open === undefined) return;
    this.#closes.delete(topic);
    const { after, sequence } = open;
    this.#note({ after, operation: topic, reaction: 'reconnected', finding: undefined, sequence });
  }

  /** Refusals and closes without a reaction yet. */
  open(now: Moment): readonly Observed[] {
    const isLate = (from: Moment) => passedUs(from, now) >= MISSING_AFTER_S * US_PER_S;
    const nothing = (operation: string, open: OpenRefusal | OpenClose, finding: CoverageFindingName | undefined) =>
      ({ after: open.after, operation, reaction: 'nothing', finding, sequence: open.sequence }) as const;
    return [
      ...[...this.#refusals].map(([operation, open]) =>
        nothing(operation, open, open.status === 401 && isLate(open) ? 'no-token-after-401' : undefined),
      ),
      ...[...this.#closes].map(([topic, open]) =>
        nothing(topic, open, isLate(open) ? 'no-reconnect-after-close' : undefined),
      ),
    ];
  }

  #reactTo(open: OpenRefusal, request: JudgedRequest): void {
    this.#refusals.delete(request.operationId);
    const { after } = open;
    const { operationId: operation, sequence } = request;
    this.#note({ after, operation, sequence, ...judge(open, request) });
  }

  #refuse(request: JudgedRequest): void {
    const { operationId, status, code, input, ...rest } = request;
    const after = status === 0 ? 'no answer' : `${status}${code === undefined ? '' : ` ${code}`}`;
    this.#refusals.set(operationId, { ...rest, status, after, input: input(), hasRead: false, hasNewState: false });
  }
}

const isOther = (first: string | undefined, second: string | undefined): boolean =>
  first !== undefined && second !== undefined && first !== second;

const isAtOnce = (open: OpenRefusal, { realUs, stationUs }: Moment): boolean =>
  !open.hasNewState &&
  realUs - open.realUs < AT_ONCE_REAL_S * US_PER_S &&
  stationUs - open.stationUs < AT_ONCE_STATION_S * US_PER_S;

const isOpenCommand = ({ isRead, status }: OpenRefusal): boolean => !isRead && isUnknown(status);

/** The next request of the same operation, as a reaction to its refusal. */
function judge(open: OpenRefusal, request: JudgedRequest): Pick<Observed, 'reaction' | 'finding'> {
  const { retryAfterS, status } = open;
  // A renewed token clears its refusals: this request has an invalid token again.
  if (status === 401)
    return { reaction: 'repeated_at_once', finding: request.status === 401 ? 'repeated-401' : undefined };
  if (retryAfterS !== undefined && (status === 429 || status === 503)) {
    const isEarly = request.realUs - open.realUs < retryAfterS * US_PER_S;
    return isEarly ? { reaction: 'too_early', finding: EARLY[status] } : { reaction: 'waited', finding: undefined };
  }
  if (isOther(open.input, request.input())) return { reaction: 'changed', finding: undefined };
  if (!isAtOnce(open, request)) return { reaction: 'repeated_later', finding: undefined };
  const isBlind = isOpenCommand(open) && !open.hasRead;
  return { reaction: 'repeated_at_once', finding: isBlind ? 'repeated-command' : REPEATED[status] };
}
