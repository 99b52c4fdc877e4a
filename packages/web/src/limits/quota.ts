import { type Rate, TokenBucket } from '@kitestring/base/token-bucket.ts';

/** Rate limit of one kind of request: a name and a rate. */
export class QuotaPolicy {
  readonly name: string;
  readonly rate: Rate;
  /** Structured field of `RateLimit-Policy`: the quota is the burst, the window is the time in which a whole burst is refilled. */
  readonly header: string;

  /** @param name as shown to clients: `reads` */
  constructor(name: string, rate: Rate) {
    this.name = name;
    this.rate = rate;
    this.header = `"${name}";q=${rate.burst};w=${Math.ceil(rate.burst / rate.perS)}`;
  }
}

/** Remaining quota of one client for one kind of request. */
export class Quota {
  readonly policy: QuotaPolicy;
  readonly #bucket: TokenBucket;

  constructor(policy: QuotaPolicy, nowUs: number) {
    this.policy = policy;
    this.#bucket = new TokenBucket(policy.rate, nowUs);
  }

  /** Counts a request. @returns true when it may pass */
  take(nowUs: number): boolean {
    return this.#bucket.take(nowUs);
  }

  /** The last counted request does not count. */
  giveBack(): void {
    this.#bucket.giveBack();
  }

  /** Seconds to wait before the next request may pass. */
  waitS(nowUs: number): number {
    return this.#bucket.waitS(nowUs);
  }

  /** Structured field of `RateLimit` (draft-ietf-httpapi-ratelimit-headers): requests left, and seconds until the whole quota is available. */
  get header(): string {
    const { name, rate } = this.policy;
    const { left } = this.#bucket;
    return `"${name}";r=${left};t=${Math.ceil((rate.burst - left) / rate.perS)}`;
  }
}
