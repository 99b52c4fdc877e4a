import { Quota, QuotaPolicy } from './quota.ts';

/** Requests per second, and how many at once, of one session. `pluginFactor` times that for all of a plugin. */
interface RequestLimits {
  readonly readsPerS: number;
  readonly readsBurst: number;
  readonly commandsPerS: number;
  readonly commandsBurst: number;
  readonly pluginFactor: number;
}

export type RequestKind = 'reads' | 'commands';

type Quotas = Readonly<Record<RequestKind, Quota>>;

/** Rate limits per session, or per plugin. They are dropped when their session or plugin ends. */
export class RequestQuotas {
  readonly #policies: Readonly<Record<RequestKind, QuotaPolicy>>;
  readonly #byId = new Map<string, Quotas>();

  private constructor(policies: Readonly<Record<RequestKind, QuotaPolicy>>) {
    this.#policies = policies;
  }

  static ofSessions({
    commandsBurst,
    commandsPerS,
    readsBurst,
    readsPerS,
  }: Omit<RequestLimits, 'pluginFactor'>): RequestQuotas {
    return new RequestQuotas({
      reads: new QuotaPolicy('reads', { perS: readsPerS, burst: readsBurst }),
      commands: new QuotaPolicy('commands', { perS: commandsPerS, burst: commandsBurst }),
    });
  }

  /** All sessions of a plugin together: a multiple of one session's limit, because opening more sessions would lift every limit. */
  static ofPlugins({ pluginFactor: factor, ...limits }: RequestLimits): RequestQuotas {
    const { commandsBurst, commandsPerS, readsBurst, readsPerS } = limits;
    return new RequestQuotas({
      reads: new QuotaPolicy('plugin-reads', { perS: factor * readsPerS, burst: factor * readsBurst }),
      commands: new QuotaPolicy('plugin-commands', { perS: factor * commandsPerS, burst: factor * commandsBurst }),
    });
  }

  of(id: string, kind: RequestKind, nowUs: number): Quota {
    let quotas = this.#byId.get(id);
    if (quotas === undefined) {
      const { reads, commands } = this.#policies;
      quotas = { reads: new Quota(reads, nowUs), commands: new Quota(commands, nowUs) };
      this.#byId.set(id, quotas);
    }
    return quotas[kind];
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }

  keepOnly(isThere: (id: string) => boolean): void {
    for (const id of this.#byId.keys()) if (!isThere(id)) this.#byId.delete(id);
  }

  /** Number of sessions or plugins with requests. */
  get size(): number {
    return this.#byId.size;
  }
}
