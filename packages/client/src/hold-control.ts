import type { RequestHandoffControl } from '@kitestring/contract/handoff/request-handoff-control.ts';
import { ControlLease, LEASE_S } from './control-lease.ts';
import { ControlRenewal } from './control-renewal.ts';
import type { KitestringClient } from './kitestring-client.ts';

/** Taken for the speed of a simulation while that is not known: renewed too often rather than too late. */
const UNKNOWN_SPEED = 20;
const MIN_RENEW_MS = 50;
/**
 * A simulation that runs faster than this ends a lease sooner than a busy machine may answer. Only there is control that
 * ended on the way renewed as if it had not, for as long as at this speed.
 */
const LAPSE_MAX_SPEED = 5;

export interface HoldControlOptions {
  /** Lease of control, seconds of station time. */
  readonly leaseS?: number;
  /** Seconds of station time per second; undefined as long as that is not known. */
  readonly speed?: () => number | undefined;
  /** Releases control, as lost, as soon as another client asks for it. */
  readonly handsOver?: boolean;
}

/** Control is lost, and is not taken back: ask for it again. */
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

  /** Asks for control, or renews the place in the queue. @throws ApiError, ConnectionError, or the reason of `signal` */
  async ask(signal: AbortSignal): Promise<'granted' | 'queued'> {
    const sinceAsked = this.#lease.ask();
    const answer = await this.#client.handoff.requestControl(this.#request, { signal });
    if (answer === 'granted') this.#hold(sinceAsked);
    return answer;
  }

  /** Takes control from the client that has it. Needs the scope `can_override`. @throws ApiError, ConnectionError */
  async override(): Promise<void> {
    const sinceAsked = this.#lease.ask();
    await this.#client.handoff.overrideControl(this.#request);
    this.#hold(sinceAsked);
  }

  /** Releases control. A fault in that does not matter: the lease ends by itself. */
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

  /** Asked anew, for a message may be older than this control: then the client that waits is this one. */
  async #handOverIfAsked(): Promise<void> {
    const { requesting_clients: waiting } = await this.#client.handoff
      .getHandoffState()
      .catch(() => ({ requesting_clients: [] }));
    if (waiting.length > 0 && !this.#isOver) this.#lose('control was handed over to a client that asked for it');
  }

  #lose(why: string, options?: ErrorOptions): void {
    this.#end();
    this.#lost.abort(new ControlLost(why, options));
    // A renewal that came too late has taken a place in the queue, or control, for nobody.
    void this.#giveBack();
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#leaveTopic?.();
  }

  /** After a renewal on its way, which would ask again. */
  async #giveBack(): Promise<void> {
    await this.#renewal.settled();
    await this.#client.handoff.releaseControl().catch(() => undefined);
  }
}
