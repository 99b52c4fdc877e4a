import { addressGroup } from '@kitestring/media/rtsp/client-address.ts';
import { BoundedMap } from './bounded-map.ts';
import { Quota, QuotaPolicy } from './quota.ts';
import type { Rate } from './token-bucket.ts';

/** Addresses remembered at a time, some MB at most; the one that asked longest ago is forgotten first. */
const ADDRESSES_MAX = 10_000;

/** How many requests each address may make that has no session yet. */
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
