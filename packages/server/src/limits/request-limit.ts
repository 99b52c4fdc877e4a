import type { Rate, TokenBucket } from './token-bucket.ts';

/**
 * One kind of limit, with the headers that tell a client about it: `RateLimit-Policy` (what holds) and `RateLimit` (what
 * is left), structured fields of draft-ietf-httpapi-ratelimit-headers.
 */
export class RequestLimit {
  readonly rate: Rate;
  /** The quota is the burst, and the window the time in which a whole burst comes back: their ratio is the rate. */
  readonly policyHeader: string;
  readonly #name: string;

  /** @param name of the policy: `reads` */
  constructor(name: string, rate: Rate) {
    this.#name = name;
    this.rate = rate;
    this.policyHeader = `"${name}";q=${rate.burst};w=${Math.ceil(rate.burst / rate.perS)}`;
  }

  /** `r`: requests that are left; `t`: seconds until the whole quota is there again. */
  header(bucket: TokenBucket, nowUs: number): string {
    const left = bucket.left(nowUs);
    return `"${this.#name}";r=${left};t=${Math.ceil((this.rate.burst - left) / this.rate.perS)}`;
  }
}
