import { ApiError } from './api-error.ts';
import type { ControlLease } from './control-lease.ts';
import type { CallOptions } from './request.ts';

const ANSWER_WITHIN_MS = 3000;

interface ControlRenewalDeps {
  readonly lease: ControlLease;
  /** Requests control. */
  readonly request: (options: CallOptions) => Promise<'granted' | 'queued'>;
  readonly answered?: (answer: 'granted' | 'queued') => void;
  /** The station refuses the request, and would refuse the next one. */
  readonly refused: (error: ApiError) => void;
  readonly lapsed: () => void;
}

/** Renews control, or a place in the queue, one request at a time. */
export class ControlRenewal {
  readonly #deps: ControlRenewalDeps;
  #renewal: Promise<void> | undefined;
  #cancel = new AbortController();

  constructor(deps: ControlRenewalDeps) {
    this.#deps = deps;
  }

  /** Resolves when no request is on its way, which would take control, or a place in the queue, after all. */
  async settled(): Promise<void> {
    await this.#renewal;
  }

  /** Ends control that was not renewed in time. @returns whether it did */
  endIfLapsed(): boolean {
    const { lapsed, lease } = this.#deps;
    if (!lease.hasLapsed) return false;
    lease.ended();
    lapsed();
    // What is still on its way would take control back when it arrives.
    this.#cancel.abort();
    return true;
  }

  renewIfDue(): void {
    if (this.#deps.lease.renewInMs <= 0) void this.renew();
  }

  /** Requests control, unless a request is on its way. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renewOnce().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renewOnce(): Promise<void> {
    const { answered, lease, refused, request } = this.#deps;
    const sinceAsked = lease.ask();
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    // None outlives the control that it renews: arriving later, it would take control back.
    const timeoutMs = Math.min(ANSWER_WITHIN_MS, Math.max(1, lease.leftMs ?? ANSWER_WITHIN_MS));
    try {
      const answer = await request({ timeoutMs, signal });
      if (signal.aborted) return;
      if (answer === 'granted') lease.granted(sinceAsked);
      else lease.ended();
      answered?.(answer);
    } catch (error) {
      // What the station refuses, it refuses the next time too; what did not arrive is tried again.
      if (signal.aborted || !(error instanceof ApiError) || error.status === 429 || error.status >= 500) return;
      refused(error);
    }
  }
}
