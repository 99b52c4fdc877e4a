import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { BoundedMap } from './bounded-map.ts';
import { TokenBucket } from './token-bucket.ts';

/** Wrong keys in a row that a person who mistypes is allowed before each one costs time. */
const FREE_IN_A_ROW = 5;
/** A client with a corrected key should not wait longer than a person is patient. */
const DELAY_MAX_S = 30;
/** Silence after which the operator need not look any more. */
const QUIET_S = 60;
const ADDRESSES_MAX = 10_000;

interface Guesses {
  readonly bucket: TokenBucket;
  inARow: number;
  blockedUntilUs: number;
}

export interface WrongKeysParts {
  /** Wall time: guessing is done by people and programs, who live in it whatever the speed of a simulation. */
  readonly wall: Clock;
  readonly perMin: number;
  readonly notifications: Pick<Notifications, 'raise' | 'clear'>;
}

/** Slows down whoever guesses API keys, by address. The keys are too long to guess; this keeps the log and the processor quiet. */
export class WrongKeys {
  readonly #parts: WrongKeysParts;
  readonly #byAddress = new BoundedMap<string, Guesses>(ADDRESSES_MAX);
  #cancelClear: Cancel = () => {};

  constructor(parts: WrongKeysParts) {
    this.#parts = parts;
  }

  /** Seconds until this address may try a key again; 0 when it may now. */
  waitS(address: string): number {
    const nowUs = this.#parts.wall.nowUs();
    const { bucket, blockedUntilUs } = this.#guesses(address, nowUs);
    return Math.max(bucket.waitS(nowUs), Math.ceil((blockedUntilUs - nowUs) / US_PER_S), 0);
  }

  wrong(address: string): void {
    const nowUs = this.#parts.wall.nowUs();
    const guesses = this.#guesses(address, nowUs);
    guesses.bucket.take(nowUs);
    guesses.inARow += 1;
    const over = guesses.inARow - FREE_IN_A_ROW;
    if (over >= 0) guesses.blockedUntilUs = nowUs + Math.min(DELAY_MAX_S, 2 ** over) * US_PER_S;
    if (over >= 0 || guesses.bucket.waitS(nowUs) > 0) this.#alert(address, nowUs);
  }

  right(address: string): void {
    const guesses = this.#guesses(address, this.#parts.wall.nowUs());
    guesses.inARow = 0;
    guesses.blockedUntilUs = 0;
  }

  stop(): void {
    this.#cancelClear();
  }

  #guesses(address: string, nowUs: number): Guesses {
    const { perMin } = this.#parts;
    return this.#byAddress.getOrMake(address, () => ({
      bucket: new TokenBucket({ perS: perMin / 60, burst: Math.max(1, perMin) }, nowUs),
      inARow: 0,
      blockedUntilUs: 0,
    }));
  }

  #alert(address: string, nowUs: number): void {
    const { notifications, wall } = this.#parts;
    notifications.raise('TOO_MANY_WRONG_KEYS', { address });
    this.#cancelClear();
    this.#cancelClear = wall.schedule(nowUs + QUIET_S * US_PER_S, () => notifications.clear('TOO_MANY_WRONG_KEYS'));
  }
}
