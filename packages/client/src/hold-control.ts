import type { RequestHandoffControl } from '@kitestring/contract/handoff/request-handoff-control.ts';
import { ControlLease, LEASE_S } from './control-lease.ts';
import { ControlRenewal } from './control-renewal.ts';
import type { KitestringClient } from './kitestring-client.ts';

/** Assumed speed of a simulation while it is unknown: renewing too often is safer than too late. */
const UNKNOWN_SPEED = 20;
const MIN_RENEW_MS = 50;
/**
 * Above this speed a lease can end sooner than a busy machine can answer. Only there is control that expired in flight
 * renewed as if it had not, for as long as at this speed.
 */
const LAPSE_MAX_SPEED = 5;

export interface HoldControlOptions {
  /** Lease of control, seconds of station time. */
  readonly leaseS?: number;
  /** Seconds of station time per second of real time; undefined while unknown. */
  readonly speed?: () => number | undefined;
  /** Releases control, as lost, as soon as another client requests it. */
  readonly handsOver?: boolean;
}

/** Control is lost and is not requested again automatically. */
export class ControlLost extends Error {
  override readonly name = 'ControlLost';
}

/** Control of one client: held by renewals from the answer that grants it until it is released or lost. */
export class ControlHold implements AsyncDisposable {
  readonly #client: Pick<KitestringClient, 'handoff' | 'topic'>;
  readonly #request: RequestHandoffControl;
  readonly #lease: ControlLease;
  readonly #renewal: ControlRenewal;
  readonly #handsOver: boolean;
  readonly #lost = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leaveTopic: (() => void) | undefined;
  #isOver = false;

  constructor(
    client: Pick<KitestringClient, 'handoff' | 'topic'>,
    request: RequestHandoffControl,
    { handsOver = false, leaseS = LEASE_S, speed = () => 1 }: HoldControlOptions = {},
  ) {
    this.#client = client;
    this.#request = request;
    this.#handsOver = handsOver;
    const knownSpeed = () => speed() ?? UNKNOWN_SPEED;
    this.#lease = new ControlLease({
      leaseMs: () => (leaseS * 1000) / knownSpeed(),
      lapseMs: () => (leaseS * 1000) / Math.min(knownSpeed(), LAPSE_MAX_SPEED),
    });
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

  /** Aborts with `ControlLost` when control is taken, handed over, refused, or was not renewed in time. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Requests control, or renews the place in the queue.
   * @throws ApiError, ConnectionError, or the reason of `signal`
   */
  async ask(signal: AbortSignal): Promise<'granted' | 'queued'> {
    const sinceAsked = this.#lease.ask();
    const answer = await this.#client.handoff.requestControl(this.#request, { signal });
    if (answer === 'granted') this.#hold(sinceAsked);
    return answer;
  }

  /** Takes control from the client that holds it. Needs the scope `can_override`. @throws ApiError, ConnectionError */
  async override(): Promise<void> {
    const sinceAsked = this.#lease.ask();
    await this.#client.handoff.overrideControl(this.#request);
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
    if (!this.#handsOver || this.#leaveTopic !== undefined) return;
    this.#leaveTopic = this.#client.topic('handoff/state').subscribe({ message: () => void this.#handOverIfAsked() });
  }

  #renewLater(): void {
    clearTimeout(this.#timer);
    const inMs = Math.min(this.#lease.renewInMs, this.#lease.leftMs ?? 0);
    this.#timer = setTimeout(() => void this.#renew(), Math.max(MIN_RENEW_MS, inMs));
  }

  async #renew(): Promise<void> {
    if (this.#renewal.endIfLapsed()) return;
    if (this.#lease.renewInMs <= 0) await this.#renewal.renew();
    if (!this.#isOver) this.#renewLater();
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
    this.#lost.abort(new ControlLost(why, options));
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
