import { ENVELOPE_SUBPROTOCOL } from '@kitestring/station-contract/topics.ts';
import { ApiError } from './api-error.ts';
import { ConnectionError } from './connection-error.ts';
import { NotInVersionError } from './not-in-version-error.ts';
import type { Platform, Socket } from './platform.ts';
import type { TokenSource } from './token-source.ts';

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5000;
/** The station sends a state at least every 5 s; three missed ones count as silence. */
const SILENCE_MS = 15_000;
/** Events may be rare, but the station pings every 20 s; where pings can be seen, two missing ones are silence. */
const PING_SILENCE_MS = 50_000;
/** WebSocket close code for a token that is no longer valid. */
const POLICY_VIOLATION = 1008;

/**
 * - `connecting`: the first connection is being established; a state has not arrived yet.
 * - `live`: connected; of a state, messages arrive.
 * - `stale`: the latest value may be outdated; the connection is being re-established.
 */
export type LinkStatus = 'connecting' | 'live' | 'stale';

export interface LinkEvents {
  message(text: string, enveloped: boolean): void;
  status(status: LinkStatus): void;
  /** The topic is not available: no such topic, no permission. The link has ended. */
  failed(error: Error): void;
}

interface LinkOptions {
  readonly url: string;
  readonly platform: Platform;
  readonly tokens: TokenSource;
  /** A state is repeated regularly, so silence means a dead link; events may be rare. */
  readonly kind: 'state' | 'event';
  /** Asks why a socket was refused, where the socket itself cannot tell: rejects with the reason. */
  readonly whyRefused: () => Promise<undefined>;
}

/** One WebSocket on one topic, re-established whenever it breaks, until it is closed. */
export class TopicLink {
  readonly #options: LinkOptions;
  readonly #events: LinkEvents;
  #socket: Socket | undefined;
  #cancelTimer: () => void = () => {};
  #closed = false;
  #attempt = 0;
  #seesPings = false;
  /** Other stations know no envelope and answer an offer of it without a subprotocol, which fails the handshake. */
  #offersEnvelope = true;

  constructor(options: LinkOptions, events: LinkEvents) {
    this.#options = options;
    this.#events = events;
    void this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer();
    this.#socket?.close();
  }

  async #connect(): Promise<void> {
    this.#attempt += 1;
    try {
      const token = await this.#options.tokens.token();
      if (!this.#closed) this.#open(token);
    } catch (error) {
      // A refused key stays refused; repeated requests would only use up the rate limit.
      if (error instanceof ApiError && error.status === 401) this.#fail(error);
      else this.#broken(error);
    }
  }

  #open(token: string): void {
    const { platform, url } = this.#options;
    let enveloped = false;
    let opened = false;
    const isCurrent = () => !this.#closed && socket === this.#socket;
    const socket = platform.openSocket(
      { url, token, subprotocols: this.#offersEnvelope ? [ENVELOPE_SUBPROTOCOL] : [] },
      {
        opened: (subprotocol) => {
          opened = true;
          enveloped = subprotocol === ENVELOPE_SUBPROTOCOL;
          this.#watchSilence();
          // No event may come for days.
          if (this.#options.kind === 'event') this.#events.status('live');
        },
        message: (text) => {
          if (!isCurrent()) return;
          this.#attempt = 0;
          this.#watchSilence();
          this.#events.status('live');
          this.#events.message(text, enveloped);
        },
        alive: () => {
          if (!isCurrent()) return;
          this.#seesPings = true;
          this.#watchSilence();
        },
        closed: (code, error) => {
          if (!isCurrent()) return;
          if (code === POLICY_VIOLATION) this.#options.tokens.refused(token);
          void this.#ended(token, opened, error);
        },
      },
    );
    this.#socket = socket;
  }

  async #ended(token: string, opened: boolean, error: Error | undefined): Promise<void> {
    const isKnown = opened || error !== undefined;
    const reason = isKnown ? error : await this.#options.whyRefused().catch((refusal: Error) => refusal);
    if (reason instanceof NoEnvelopeError) this.#offersEnvelope = false;
    const isRefused = reason instanceof ApiError && reason.status === 401;
    if (isRefused && !this.#options.tokens.refused(token)) this.#fail(reason);
    else this.#broken(reason);
  }

  /** Tries again later, unless the refusal is permanent. */
  #broken(reason: unknown): void {
    if (this.#closed) return;
    if (reason instanceof Error && isFinal(reason)) this.#fail(reason);
    else this.#tryAgain(reason);
  }

  #tryAgain(reason: unknown): void {
    this.#events.status('stale');
    const { platform } = this.#options;
    const backoffMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, this.#attempt - 1));
    const asked = reason instanceof ApiError ? reason.retryAfterMs : undefined;
    const delayMs = reason instanceof NoEnvelopeError ? 0 : (asked ?? backoffMs * (0.75 + platform.random() / 2));
    this.#cancelTimer();
    this.#cancelTimer = platform.schedule(delayMs, () => void this.#connect());
  }

  #fail(error: Error): void {
    if (this.#closed) return;
    this.close();
    this.#events.failed(error);
  }

  #watchSilence(): void {
    this.#cancelTimer();
    const isEvent = this.#options.kind === 'event';
    if (this.#closed || (isEvent && !this.#seesPings)) return;
    const silenceMs = isEvent ? PING_SILENCE_MS : SILENCE_MS;
    this.#cancelTimer = this.#options.platform.schedule(silenceMs, () => {
      const silent = this.#socket;
      this.#socket = undefined;
      silent?.close();
      this.#broken(new ConnectionError('TIMEOUT', `nothing from ${this.#options.url} in ${silenceMs / 1000} s`));
    });
  }
}

/** The station does not support the envelope; the next attempt offers none. */
export class NoEnvelopeError extends ConnectionError {
  constructor() {
    super('NOT_A_STATION', 'the station chose no subprotocol');
  }
}

const FINAL_FAULTS: readonly ConnectionError['code'][] = ['UNTRUSTED', 'NOT_A_STATION', 'NO_WEBSOCKET'];
/** Statuses that may change without action of the user: no token, too slow, too many. */
const PASSING_STATUSES: readonly number[] = [401, 408, 429];

/** Permanent: no permission, no such topic, a certificate other than the pinned one. */
function isFinal(error: Error): boolean {
  if (error instanceof NoEnvelopeError) return false;
  if (error instanceof NotInVersionError) return true;
  if (error instanceof ConnectionError) return FINAL_FAULTS.includes(error.code);
  if (!(error instanceof ApiError) || error.code === 'CAMERA_NOT_FOUND') return false;
  return error.status >= 400 && error.status < 500 && !PASSING_STATUSES.includes(error.status);
}
