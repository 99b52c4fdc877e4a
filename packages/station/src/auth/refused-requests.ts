import { REFUSED_REQUESTS_MAX } from '@kitestring/contract/admin/refused-request.ts';

/** Where a token was asked for. */
export interface TokenOrigin {
  readonly pluginId: string;
  readonly pluginName: string;
  /** What the session would have been called. */
  readonly tokenName?: string;
  /** Where the request came from, where that is known. */
  readonly address?: string;
}

/** Requests of one disabled plugin from one place. */
export interface RefusedRequest extends TokenOrigin {
  readonly count: number;
  readonly firstUs: number;
  readonly lastUs: number;
}

/** Disabled plugins that have asked for a token, so that an operator can see who wants to come in. Bounded: the oldest goes. */
export class RefusedRequests {
  /** The latest is the last. */
  readonly #byOrigin = new Map<string, RefusedRequest>();

  add(origin: TokenOrigin, atUs: number): void {
    const key = `${origin.pluginId} ${origin.address}`;
    const { count = 0, firstUs = atUs } = this.#byOrigin.get(key) ?? {};
    this.#byOrigin.delete(key);
    this.#byOrigin.set(key, { ...origin, count: count + 1, firstUs, lastUs: atUs });
    const [oldest] = this.#byOrigin.keys();
    if (this.#byOrigin.size > REFUSED_REQUESTS_MAX && oldest !== undefined) this.#byOrigin.delete(oldest);
  }

  /** The latest first. */
  list(): readonly RefusedRequest[] {
    return [...this.#byOrigin.values()].reverse();
  }

  /** Only those of plugins that are still shut out are of interest. */
  keepOnly(isShutOut: (pluginId: string) => boolean): void {
    for (const [key, { pluginId }] of this.#byOrigin) if (!isShutOut(pluginId)) this.#byOrigin.delete(key);
  }
}
