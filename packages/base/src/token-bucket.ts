/** Rate limit: `perS` sustained, `burst` at once. */
export interface Rate {
  readonly perS: number;
  readonly burst: number;
}

/**
 * A token bucket: full at first, refilled continuously, one token per event. It stores two numbers and computes on
 * demand, so thousands of idle buckets cost nothing.
 */
export class TokenBucket {
  readonly rate: Rate;
  #tokens: number;
  #filledUs: number;

  /** @param nowUs monotonic time, microseconds */
  constructor(rate: Rate, nowUs: number) {
    this.rate = rate;
    this.#tokens = rate.burst;
    this.#filledUs = nowUs;
  }

  /** Takes one token if there is one. */
  take(nowUs: number): boolean {
    this.#refill(nowUs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes tokens that need not be there: at most those of the next second. */
  owe(count: number): void {
    this.#tokens = Math.max(-this.rate.perS, this.#tokens - count);
  }

  /** Returns a token that was taken for what turned out not to count. */
  giveBack(): void {
    this.#tokens = Math.min(this.rate.burst, this.#tokens + 1);
  }

  /** Whole tokens left at the time of the last call. */
  get left(): number {
    return Math.max(0, Math.floor(this.#tokens));
  }

  /** Whole seconds until a token is available, at least 1 while there is none. */
  waitS(nowUs: number): number {
    this.#refill(nowUs);
    return this.#tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - this.#tokens) / this.rate.perS));
  }

  #refill(nowUs: number): void {
    const gained = ((nowUs - this.#filledUs) / 1e6) * this.rate.perS;
    this.#tokens = Math.min(this.rate.burst, this.#tokens + gained);
    this.#filledUs = nowUs;
  }
}
