import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import { addressGroup } from '@kitestring/base/client-address.ts';
import type { Rate } from '@kitestring/base/token-bucket.ts';
import { Quota, QuotaPolicy } from './quota.ts';

/** Maximum number of addresses, some MB; the least recently used is dropped first. */
const ADDRESSES_MAX = 10_000;

/** Rate limit per address for requests without a session. */
export class AddressQuotas {
  readonly #policy: QuotaPolicy;
  readonly #byAddress = new BoundedMap<string, Quota>(ADDRESSES_MAX);

  constructor(name: string, rate: Rate) {
    this.#policy = new QuotaPolicy(name, rate);
  }

  of(address: string | undefined, nowUs: number): Quota {
    return this.#byAddress.getOrMake(addressGroup(address), () => new Quota(this.#policy, nowUs));
  }
}
