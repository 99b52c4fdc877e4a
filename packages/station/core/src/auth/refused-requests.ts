import { REFUSED_REQUESTS_MAX } from '@kitestring/station-contract/admin/refused-request.ts';

/** Origin of a token request. */
interface TokenOrigin {
  readonly pluginId: string;
  readonly pluginName: string;
  /** Requested name of the session. */
  readonly tokenName?: string;
  /** Remote address, where known. */
  readonly address?: string;
}

/** Requests of one disabled plugin from one origin. */
export interface RefusedTokenRequest extends TokenOrigin {
  readonly count: number;
  readonly firstUs: number;
  readonly lastUs: number;
}

/** Disabled plugins that have requested a token, for the operator to enable. Bounded: the oldest entry is dropped. */
export class RefusedRequests {
  /** The latest is the last. */
  readonly #byOrigin = new Map<string, RefusedTokenRequest>();

  add(origin: TokenOrigin, atUs: number): void {
    const key = `${origin.pluginId} ${origin.address}`;
    const { count = 0, firstUs = atUs } = this.#byOrigin.get(key) ?? {};
    this.#byOrigin.delete(key);
    this.#byOrigin.set(key, { ...origin, count: count + 1, firstUs, lastUs: atUs });
    const [oldest] = this.#byOrigin.keys();
    if (this.#byOrigin.size > REFUSED_REQUESTS_MAX && oldest !== undefined) this.#byOrigin.delete(oldest);
  }

  /** The latest first. */
  list(): readonly RefusedTokenRequest[] {
    return [...this.#byOrigin.values()].reverse();
  }

  /** Keeps only plugins that are still disabled. */
  keepOnly(isShutOut: (pluginId: string) => boolean): void {
    for (const [key, { pluginId }] of this.#byOrigin) if (!isShutOut(pluginId)) this.#byOrigin.delete(key);
  }
}
