import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { RequestHandoffControl } from '@kitestring/contract/handoff/request-handoff-control.ts';
import type { StationPace } from './station-pace.ts';

/** A lease lasts 10 s of station time; a third of it leaves time for a request that fails. */
const RENEW_AFTER_S = 3;
/** Renewals while the station's pace is unknown: early enough at 20 times real time. */
const RENEW_UNKNOWN_MS = 150;
const MIN_RENEW_MS = 50;

/** Control that is held: asked for again and again until it is given back. */
export class ControlLease {
  readonly #client: KitestringClient;
  readonly #request: RequestHandoffControl;
  readonly #pace: StationPace;
  readonly #lost = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isHeld = false;

  constructor(client: KitestringClient, request: RequestHandoffControl, pace: StationPace) {
    this.#client = client;
    this.#request = request;
    this.#pace = pace;
  }

  /** Aborts when another client has taken control. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Asks for control, or renews the place in the queue. */
  async ask(signal: AbortSignal): Promise<'granted' | 'queued'> {
    const answer = await this.#client.handoff.requestControl(this.#request, { signal });
    if (answer === 'granted' && !this.#isHeld) {
      this.#isHeld = true;
      this.#renewLater();
    }
    return answer;
  }

  /** Takes control from whoever has it. Needs the scope `can_override`. */
  async override(): Promise<void> {
    await this.#client.handoff.overrideControl(this.#request);
    this.#isHeld = true;
    this.#renewLater();
  }

  /** Gives control back. What goes wrong in that does not matter: the lease ends by itself. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isHeld || this.#lost.signal.aborted) return;
    this.#isHeld = false;
    await this.#client.handoff.releaseControl().catch(() => undefined);
  }

  #renewLater(): void {
    const { speed } = this.#pace;
    const delayMs = speed === undefined ? RENEW_UNKNOWN_MS : Math.max(MIN_RENEW_MS, (RENEW_AFTER_S * 1000) / speed);
    this.#timer = setTimeout(() => void this.#renew(), Math.min(delayMs, RENEW_AFTER_S * 1000));
  }

  async #renew(): Promise<void> {
    // A renewal that gets no answer is followed by the next; commands will say so if control is gone.
    const answer = await this.#client.handoff.requestControl(this.#request).catch(() => undefined);
    if (!this.#isHeld) return;
    if (answer === 'queued') this.#lost.abort(new ControlLost());
    else this.#renewLater();
  }
}

/** Another client took control. */
export class ControlLost extends Error {
  override readonly name = 'ControlLost';
  override readonly message = 'another client has taken control; the Kite is in its hands now';
}
