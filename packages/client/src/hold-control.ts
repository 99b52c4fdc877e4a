import { clientName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { ControllingClient, HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { RequestHandoffControl } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import type { CallOptions } from './call-options.ts';
import { ControlLease, LEASE_S } from './control-lease.ts';
import { ControlRenewal } from './control-renewal.ts';
import type { KitestringClient } from './kitestring-client.ts';

const MIN_RENEW_MS = 50;

/** A place in the queue lasts 60 s unless the request is repeated. */
const ASK_AGAIN_MS = 20_000;
const QUEUE_MS = 60_000;

/** How control is taken. */
export interface TakeControlOptions {
  /** Ends the wait, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Takes control from the client that holds it; needs the scope `can_override`. */
  readonly override?: boolean;
  /** Limit of the wait in the queue, milliseconds; 60 s when absent, 0 for no wait. */
  readonly queueMs?: number;
  /** Called when another client holds control and this one waits for it. */
  readonly onQueued?: (holder: ControllingClient | null) => void;
}

/** How control is held. */
export interface HoldControlOptions {
  /** Lease of control, seconds; shorter where the station says so. */
  readonly leaseS?: number;
  /** Releases control, as lost, as soon as another client requests it. */
  readonly handsOver?: boolean;
}

/** Control is lost and is not requested again automatically. */
export class ControlLostError extends Error {
  override readonly name = 'ControlLostError';
}

/** Another client holds control and did not release it in time. The place in the queue has been left. */
export class ControlNotGrantedError extends Error {
  override readonly name = 'ControlNotGrantedError';
  /** The client that holds control; null if it released it just now. */
  readonly holder: ControllingClient | null;

  /** @internal */
  constructor(holder: ControllingClient | null) {
    super(`${holder === null ? 'another client' : clientName(holder)} keeps control`);
    this.holder = holder;
  }
}

type ControlClient = Pick<KitestringClient, 'controlLeaseMs' | 'handoff' | 'topic'>;

/** Control of one client: held by renewals from the answer that grants it until it is released or lost. */
export class ControlHold implements AsyncDisposable {
  readonly #client: ControlClient;
  readonly #request: RequestHandoffControl;
  readonly #lease: ControlLease;
  readonly #renewal: ControlRenewal;
  readonly #handsOver: boolean;
  readonly #lost = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leaveTopic: (() => void) | undefined;
  #isOver = false;

  /** @internal */
  constructor(
    client: ControlClient,
    request: RequestHandoffControl,
    { handsOver = false, leaseS = LEASE_S }: HoldControlOptions = {},
  ) {
    this.#client = client;
    this.#request = request;
    this.#handsOver = handsOver;
    const heldAtLeastMs = leaseS * 1000;
    // Safety: the lease of a simulation that is slow or paused counts in real time too.
    const leaseMs = () => Math.min(heldAtLeastMs, client.controlLeaseMs ?? heldAtLeastMs);
    this.#lease = new ControlLease({ leaseMs, heldAtLeastMs });
    this.#renewal = new ControlRenewal({
      lease: this.#lease,
      request: (options) => client.handoff.requestControl(request, options),
      answered: (answer) => {
        if (answer === 'queued') this.#lose('another client has taken control');
      },
      refused: (cause) => this.#lose(`control was not renewed: ${cause.message}`, { cause }),
      lapsed: () => this.#lose('control was not renewed in time and has lapsed'),
    });
  }

  /** Aborts with `ControlLostError` when control is taken, handed over, refused, or was not renewed in time. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Takes control: at once, from the queue, or with `override` from the client that holds it.
   * @throws ControlNotGrantedError, ApiError, ConnectionError, or the reason of `signal`
   * @internal
   */
  async take({ onQueued, override = false, queueMs = QUEUE_MS, signal }: TakeControlOptions = {}): Promise<void> {
    const options = signal === undefined ? {} : { signal };
    if (override) return this.#override(options);
    if ((await this.#ask(options)) === 'granted') return;
    await this.#waitInQueue(queueMs, options, onQueued);
  }

  async #waitInQueue(queueMs: number, options: CallOptions, onQueued: TakeControlOptions['onQueued']): Promise<void> {
    const { signal } = options;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), queueMs);
    const waiting = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
    let holder: ControllingClient | null = null;
    try {
      for (;;) {
        // Without the limit, so that the error names the holder also where nothing is waited for.
        ({ controlling_client: holder } = await this.#client.handoff.getHandoffState(options));
        onQueued?.(holder);
        if ((await this.#ask({ signal: waiting })) === 'granted') return;
        await this.#handoffChange(holder?.session_id, waiting);
      }
    } catch (error) {
      await this.#client.handoff.releaseControl().catch(() => undefined);
      signal?.throwIfAborted();
      throw limit.signal.aborted ? new ControlNotGrantedError(holder) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when another client is in control, or when the place in the queue is to be renewed. */
  async #handoffChange(sessionId: string | undefined, signal: AbortSignal): Promise<void> {
    const askAgain = new AbortController();
    const timer = setTimeout(() => askAgain.abort(), ASK_AGAIN_MS);
    try {
      const isOther = ({ controlling_client: now }: HandoffState) => now?.session_id !== sessionId;
      await this.#client.topic('handoff/state').until(isOther, AbortSignal.any([signal, askAgain.signal]));
    } catch (error) {
      if (!askAgain.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(options: CallOptions): Promise<'granted' | 'queued'> {
    const sinceAsked = this.#lease.ask();
    const answer = await this.#client.handoff.requestControl(this.#request, options);
    if (answer === 'granted') this.#hold(sinceAsked);
    return answer;
  }

  async #override(options: CallOptions): Promise<void> {
    const sinceAsked = this.#lease.ask();
    await this.#client.handoff.overrideControl(this.#request, options);
    this.#hold(sinceAsked);
  }

  /** Releases control. Its errors are ignored: the lease ends by itself. */
  async release(): Promise<void> {
    const isHeld = this.#lease.isHeld && !this.#isOver;
    this.#end();
    if (isHeld) await this.#giveBack();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  #hold(sinceAsked: () => number): void {
    this.#lease.granted(sinceAsked);
    this.#renewLater();
    if (!this.#handsOver) return;
    const message = () => void this.#handOverIfAsked();
    this.#leaveTopic = this.#client.topic('handoff/state').subscribe({ message });
  }

  #renewLater(): void {
    clearTimeout(this.#timer);
    const inMs = Math.min(this.#lease.renewInMs, this.#lease.leftMs ?? 0);
    this.#timer = setTimeout(() => this.#renew(), Math.max(MIN_RENEW_MS, inMs));
  }

  /** A renewal in flight may wait for a token, or as long as the station asks: control lapses meanwhile. */
  #renew(): void {
    if (this.#renewal.endIfLapsed()) return;
    this.#renewal.renewIfDue();
    this.#renewLater();
  }

  /** Read again, since a message may be older than this control: then the waiting client is this one. */
  async #handOverIfAsked(): Promise<void> {
    const { requesting_clients: waiting } = await this.#client.handoff
      .getHandoffState()
      .catch(() => ({ requesting_clients: [] }));
    if (waiting.length > 0 && !this.#isOver) this.#lose('control was handed over to a client that asked for it');
  }

  #lose(why: string, options?: ErrorOptions): void {
    this.#end();
    this.#lost.abort(new ControlLostError(why, options));
    // A renewal that arrived too late has obtained control, or a place in the queue, that is no longer wanted.
    void this.#giveBack();
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#leaveTopic?.();
  }

  /** After a renewal in flight, which would request control again. */
  async #giveBack(): Promise<void> {
    await this.#renewal.settled();
    await this.#client.handoff.releaseControl().catch(() => undefined);
  }
}
