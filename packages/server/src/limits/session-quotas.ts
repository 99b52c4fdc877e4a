import type { LimitSettings } from '../server-settings.ts';
import { Quota, QuotaPolicy } from './quota.ts';

export type RequestKind = 'reads' | 'commands';

type Quotas = Readonly<Record<RequestKind, Quota>>;

/** How many requests each session may make. A quota goes when its session ends, so there are no more than sessions. */
export class SessionQuotas {
  readonly #reads: QuotaPolicy;
  readonly #commands: QuotaPolicy;
  readonly #bySession = new Map<string, Quotas>();

  constructor({ readsPerS, readsBurst, commandsPerS, commandsBurst }: LimitSettings) {
    this.#reads = new QuotaPolicy('reads', { perS: readsPerS, burst: readsBurst });
    this.#commands = new QuotaPolicy('commands', { perS: commandsPerS, burst: commandsBurst });
  }

  of(sessionId: string, kind: RequestKind, nowUs: number): Quota {
    let quotas = this.#bySession.get(sessionId);
    if (quotas === undefined) {
      quotas = { reads: new Quota(this.#reads, nowUs), commands: new Quota(this.#commands, nowUs) };
      this.#bySession.set(sessionId, quotas);
    }
    return quotas[kind];
  }

  forget(sessionId: string): void {
    this.#bySession.delete(sessionId);
  }

  /** Number of sessions that have asked for anything. */
  get size(): number {
    return this.#bySession.size;
  }
}
