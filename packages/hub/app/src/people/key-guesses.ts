import { hash } from 'node:crypto';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import { addressGroup } from '@kitestring/base/client-address.ts';
import { Quota, QuotaPolicy } from '@kitestring/web/limits';
import type { HubDeps } from '../hub-deps.ts';

/** Different wrong keys of an address: typing errors of people, and programs with an old key. */
const WRONG_KEYS = new QuotaPolicy('wrong-keys', { perS: 0.2, burst: 10 });
/** Some MB. */
const ADDRESSES_MAX = 10_000;
/** Remembered wrong keys of an address, which are refused again without counting: a program repeats its old one. */
const KNOWN_MAX = 20;
/** Interval between log lines about an address. */
const TELL_EVERY_US = 60_000_000;

interface Guesses {
  readonly quota: Quota;
  readonly known: BoundedMap<string, true>;
  toldUs: number;
}

/**
 * Slows down guessing of keys: an address may try a limited number of different wrong ones. Valid ones never count and
 * never wait, so that others at the same address can work. Keys are too long to guess: this protects the log, and shows
 * where attempts come from.
 */
export class KeyGuesses {
  readonly #deps: Pick<HubDeps, 'realTimeClock' | 'log'>;
  readonly #byAddress = new BoundedMap<string, Guesses>(ADDRESSES_MAX);

  constructor(deps: Pick<HubDeps, 'realTimeClock' | 'log'>) {
    this.#deps = deps;
  }

  /** @param key a wrong one @returns the exhausted quota; undefined when this key may be refused as wrong */
  usedUp(address: string | undefined, key: string): Quota | undefined {
    const nowUs = this.#deps.realTimeClock.nowUs();
    const group = addressGroup(address);
    const guesses = this.#byAddress.getOrMake(group, () => ({
      quota: new Quota(WRONG_KEYS, nowUs),
      known: new BoundedMap(KNOWN_MAX),
      toldUs: Number.NEGATIVE_INFINITY,
    }));
    const { known, quota, toldUs } = guesses;
    const prefix = hash('sha256', key, 'hex').slice(0, 16);
    if (known.has(prefix)) return undefined;
    if (quota.take(nowUs)) {
      known.getOrMake(prefix, () => true);
      return undefined;
    }
    if (nowUs - toldUs >= TELL_EVERY_US) {
      guesses.toldUs = nowUs;
      this.#deps.log.warn({ code: 'TOO_MANY_WRONG_KEYS', address: group }, 'sign-in');
    }
    return quota;
  }

  /** Seconds until the next wrong key is checked; 0 when this one may be refused as wrong. */
  waitS(address: string | undefined, key: string): number {
    return this.usedUp(address, key)?.waitS(this.#deps.realTimeClock.nowUs()) ?? 0;
  }
}
