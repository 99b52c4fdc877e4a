import { addressGroup, isLoopback } from '@kitestring/media/rtsp/client-address.ts';
import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { HashLane } from '@kitestring/station/ports/secrets.ts';
import { SecretsBusy } from '../hash-lanes.ts';
import { BoundedMap } from './bounded-map.ts';
import { TokenBucket } from './token-bucket.ts';

/** Wrong keys in a row that a person who mistypes is allowed before each one costs time. */
const FREE_IN_A_ROW = 5;
/** A client with a corrected key should not wait longer than a person is patient. */
const DELAY_MAX_S = 30;
/** Silence after which the operator need not look any more. */
const QUIET_S = 60;
const ADDRESSES_MAX = 10_000;
/** Addresses that signed in, remembered apart from the others: strangers cannot push them out. */
const KNOWN_ADDRESSES_MAX = 1000;
/** Keys of one address that wait for their turn: a test run that starts all its clients at once. */
const WAITING_MAX = 64;

interface Guesses {
  readonly bucket: TokenBucket;
  inARow: number;
  blockedUntilUs: number;
  /** Keys that are being judged: until it is known, each counts as a wrong one. */
  judging: number;
  readonly waiting: (() => void)[];
}

export interface WrongKeysParts {
  /** Wall time: guessing is done by people and programs, who live in it whatever the speed of a simulation. */
  readonly wall: Clock;
  readonly perMin: number;
  readonly notifications: Pick<Notifications, 'raise' | 'clear'>;
}

/** What has become of a key: `neither` when it was right but is refused for another reason. */
export type KeyVerdict = 'right' | 'wrong' | 'neither';

export type Judged<T> =
  | { readonly kind: 'judged'; readonly value: T }
  /** Too many wrong keys: not judged at all. */
  | { readonly kind: 'later'; readonly waitS: number };

/**
 * Slows down whoever guesses API keys, by address, at every door. The keys are too long to guess; this keeps the log and the
 * processor quiet.
 */
export class WrongKeys {
  readonly #parts: WrongKeysParts;
  readonly #byAddress = new BoundedMap<string, Guesses>(ADDRESSES_MAX);
  readonly #known = new BoundedMap<string, true>(KNOWN_ADDRESSES_MAX);
  #cancelClear: Cancel = () => {};

  constructor(parts: WrongKeysParts) {
    this.#parts = parts;
  }

  /** Seconds until this address may try a key again; 0 when it may now. @param address see `addressGroup` */
  waitS(address: string): number {
    return this.#waitS(this.#guesses(address));
  }

  /** Whoever signs in from this machine, or has signed in before, does not queue behind strangers. */
  laneOf(address: string | undefined): HashLane {
    return isLoopback(address) || this.#known.has(addressGroup(address)) ? 'known' : 'stranger';
  }

  /**
   * Lets a key be judged, when it is the turn of this address: there are never more keys under judgement than may be wrong,
   * so that thirty at once are not thirty tries.
   * @param address what counts as one stranger, see `addressGroup`
   * @throws SecretsBusy when too many keys of this address wait for their turn, and what `judge` throws
   */
  async inTurn<T>(address: string, judge: () => Promise<readonly [KeyVerdict, T]>): Promise<Judged<T>> {
    const guesses = this.#guesses(address);
    const waitS = await this.#turn(guesses);
    if (waitS > 0) return { kind: 'later', waitS };
    try {
      const [verdict, value] = await judge();
      if (verdict === 'wrong') this.#wrong(guesses, address);
      else if (verdict === 'right') this.#right(guesses, address);
      return { kind: 'judged', value };
    } finally {
      guesses.judging -= 1;
      for (const goOn of guesses.waiting.splice(0)) goOn();
    }
  }

  stop(): void {
    this.#cancelClear();
  }

  /** @returns 0 when it is the turn, which is then taken, or the seconds to wait */
  async #turn(guesses: Guesses): Promise<number> {
    for (;;) {
      const waitS = this.#waitS(guesses);
      if (waitS > 0) return waitS;
      const { bucket, inARow, judging, waiting } = guesses;
      if (judging === 0 || judging < Math.min(FREE_IN_A_ROW - inARow, bucket.left)) {
        guesses.judging += 1;
        return 0;
      }
      if (waiting.length >= WAITING_MAX) throw new SecretsBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  #waitS({ blockedUntilUs, bucket }: Guesses): number {
    const nowUs = this.#parts.wall.nowUs();
    return Math.max(bucket.waitS(nowUs), Math.ceil((blockedUntilUs - nowUs) / US_PER_S), 0);
  }

  #wrong(guesses: Guesses, address: string): void {
    const nowUs = this.#parts.wall.nowUs();
    guesses.bucket.take(nowUs);
    guesses.inARow += 1;
    const over = guesses.inARow - FREE_IN_A_ROW;
    if (over >= 0) guesses.blockedUntilUs = nowUs + Math.min(DELAY_MAX_S, 2 ** over) * US_PER_S;
    if (over >= 0 || guesses.bucket.waitS(nowUs) > 0) this.#alert(address, nowUs);
  }

  #right(guesses: Guesses, address: string): void {
    guesses.inARow = 0;
    guesses.blockedUntilUs = 0;
    this.#known.getOrMake(address, () => true);
  }

  #guesses(address: string): Guesses {
    const { perMin, wall } = this.#parts;
    return this.#byAddress.getOrMake(address, () => ({
      bucket: new TokenBucket({ perS: perMin / 60, burst: Math.max(1, perMin) }, wall.nowUs()),
      inARow: 0,
      blockedUntilUs: 0,
      judging: 0,
      waiting: [],
    }));
  }

  #alert(address: string, nowUs: number): void {
    const { notifications, wall } = this.#parts;
    notifications.raise('TOO_MANY_WRONG_KEYS', { address });
    this.#cancelClear();
    this.#cancelClear = wall.schedule(nowUs + QUIET_S * US_PER_S, () => notifications.clear('TOO_MANY_WRONG_KEYS'));
  }
}
