import { ApiError } from './api-error.ts';
import type { CallOptions } from './call-options.ts';
import type { ControlLease } from './control-lease.ts';

const ANSWER_WITHIN_MS = 3000;

interface ControlRenewalDeps {
  readonly lease: ControlLease;
  /** Requests control. */
  readonly request: (options: CallOptions) => Promise<'granted' | 'queued'>;
  readonly answered?: (answer: 'granted' | 'queued') => void;
  /** The station refuses the request, and would refuse the next one too. */
  readonly refused: (error: ApiError) => void;
  readonly lapsed: () => void;
}

/** Renews control, or a place in the queue; one request at a time. */
export class ControlRenewal {
  readonly #deps: ControlRenewalDeps;
  #renewal: Promise<void> | undefined;
  #cancel = new AbortController();

  constructor(deps: ControlRenewalDeps) {
    this.#deps = deps;
  }

  /** Resolves when no request is in flight that could still obtain control or a place in the queue. */
  async settled(): Promise<void> {
    await this.#renewal;
  }

  /** Ends control that was not renewed in time. @returns whether it did */
  endIfLapsed(): boolean {
    const { lapsed, lease } = this.#deps;
    if (!lease.hasLapsed) return false;
    lease.ended();
    lapsed();
    // A request in flight would obtain control again on arrival.
    this.#cancel.abort();
    return true;
  }

  renewIfDue(): void {
    if (this.#deps.lease.renewInMs <= 0) void this.renew();
  }

  /** Requests control, unless a request is in flight. */
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
    // A request must not outlive the control that it renews: arriving later, it would obtain control again.
    const timeoutMs = Math.min(ANSWER_WITHIN_MS, Math.max(1, lease.leftMs ?? ANSWER_WITHIN_MS));
    try {
      const answer = await request({ timeoutMs, signal });
      if (signal.aborted) return;
      if (answer === 'granted') lease.granted(sinceAsked);
      else lease.ended();
      answered?.(answer);
    } catch (error) {
      // A refusal is final; a request that did not arrive is repeated.
      if (signal.aborted || !(error instanceof ApiError) || error.status === 429 || error.status >= 500) return;
      refused(error);
    }
  }
}
