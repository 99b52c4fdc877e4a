import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import { addressGroup, isLoopback } from '@kitestring/base/client-address.ts';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { HashLane, KeyVerdict, ThrottleResult } from '@kitestring/base/key-check.ts';
import { SecretsBusyFault } from '@kitestring/base/secrets-busy-fault.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { KnownPlaces } from './known-places.ts';

/** Number of wrong keys in a row without delay: a person who mistypes. */
const FREE_IN_A_ROW = 5;
/** Maximum delay: a client with a corrected key should not wait longer than a person would. */
const DELAY_MAX_S = 30;
/** Time without wrong keys after which the notification ends. */
const QUIET_S = 60;
const ADDRESSES_MAX = 10_000;
/** Maximum number of waiting keys per address: a test run that starts all its clients at once. */
const WAITING_MAX = 64;

interface FailedAttempts {
  readonly bucket: TokenBucket;
  inARow: number;
  blockedUntilUs: number;
  /** Number of keys being checked: each counts as wrong until it is decided. */
  judging: number;
  readonly waiting: (() => void)[];
}

export interface LoginThrottleOptions {
  /** Real time: attackers are not bound to the speed of a simulation. */
  readonly realTimeClock: Clock;
  readonly perMin: number;
  readonly notifications: Pick<Notifications, 'raise' | 'clear'>;
  /** Places of earlier sign-ins; those of this process when absent. */
  readonly known?: KnownPlaces;
}

/**
 * Slows down guessing of API keys, by address, on every interface. The keys are too long to guess; this protects log
 * and processor.
 */
export class LoginThrottle {
  readonly #options: LoginThrottleOptions;
  readonly #byAddress = new BoundedMap<string, FailedAttempts>(ADDRESSES_MAX);
  /** Remembered separately: strangers cannot evict them. */
  readonly known: KnownPlaces;
  #cancelClear: Cancel = () => {};

  constructor(options: LoginThrottleOptions) {
    this.#options = options;
    this.known = options.known ?? new KnownPlaces();
  }

  /** Seconds until this address may try a key again; 0: now. @param address see `addressGroup` */
  waitS(address: string): number {
    return this.#waitS(this.#attempts(address));
  }

  /** Clients on this machine, and clients that have signed in before, do not queue behind strangers. */
  lane(address: string | undefined): HashLane {
    return this.isKnown(address) ? 'known' : `stranger ${addressGroup(address)}`;
  }

  /** Whether it is this machine, or an address from which a client has signed in. */
  isKnown(address: string | undefined): boolean {
    return isLoopback(address) || this.known.has(addressGroup(address));
  }

  /**
   * Checks a key in turn for this address: the number of keys in progress never exceeds the number that may be wrong,
   * so that thirty at once are not thirty attempts.
   * @param address group of addresses that counts as one client, see `addressGroup`
   * @throws SecretsBusyFault when too many keys of this address wait, and what `judge` throws
   */
  async inTurn<T>(address: string, judge: () => Promise<readonly [KeyVerdict, T]>): Promise<ThrottleResult<T>> {
    const attempts = this.#attempts(address);
    const waitS = await this.#turn(attempts);
    if (waitS > 0) return { kind: 'later', waitS };
    try {
      const [verdict, value] = await judge();
      if (verdict === 'wrong') this.#wrong(attempts, address);
      else if (verdict === 'right') this.#right(attempts, address);
      return { kind: 'judged', value };
    } finally {
      attempts.judging -= 1;
      for (const goOn of attempts.waiting.splice(0)) goOn();
    }
  }

  stop(): void {
    this.#cancelClear();
  }

  /** @returns 0 when the attempt may proceed, else the seconds to wait */
  async #turn(attempts: FailedAttempts): Promise<number> {
    for (;;) {
      const waitS = this.#waitS(attempts);
      if (waitS > 0) return waitS;
      const { bucket, inARow, judging, waiting } = attempts;
      if (judging === 0 || judging < Math.min(FREE_IN_A_ROW - inARow, bucket.left)) {
        attempts.judging += 1;
        return 0;
      }
      if (waiting.length >= WAITING_MAX) throw new SecretsBusyFault(WAITING_MAX);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  #waitS({ blockedUntilUs, bucket }: FailedAttempts): number {
    const nowUs = this.#options.realTimeClock.nowUs();
    return Math.max(bucket.waitS(nowUs), Math.ceil((blockedUntilUs - nowUs) / US_PER_S), 0);
  }

  #wrong(attempts: FailedAttempts, address: string): void {
    const nowUs = this.#options.realTimeClock.nowUs();
    attempts.bucket.take(nowUs);
    attempts.inARow += 1;
    const over = attempts.inARow - FREE_IN_A_ROW;
    if (over >= 0) attempts.blockedUntilUs = nowUs + Math.min(DELAY_MAX_S, 2 ** over) * US_PER_S;
    if (over >= 0 || attempts.bucket.waitS(nowUs) > 0) this.#alert(address, nowUs);
  }

  #right(attempts: FailedAttempts, address: string): void {
    attempts.inARow = 0;
    attempts.blockedUntilUs = 0;
    this.known.add(address);
  }

  #attempts(address: string): FailedAttempts {
    const { perMin, realTimeClock } = this.#options;
    return this.#byAddress.getOrMake(address, () => ({
      bucket: new TokenBucket({ perS: perMin / 60, burst: Math.max(1, perMin) }, realTimeClock.nowUs()),
      inARow: 0,
      blockedUntilUs: 0,
      judging: 0,
      waiting: [],
    }));
  }

  #alert(address: string, nowUs: number): void {
    const { notifications, realTimeClock } = this.#options;
    notifications.raise('TOO_MANY_WRONG_KEYS', { address });
    this.#cancelClear();
    this.#cancelClear = realTimeClock.schedule(nowUs + QUIET_S * US_PER_S, () =>
      notifications.clear('TOO_MANY_WRONG_KEYS'),
    );
  }
}
