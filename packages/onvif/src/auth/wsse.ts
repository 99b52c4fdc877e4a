import { hash, timingSafeEqual } from 'node:crypto';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import type { OnvifUser } from './onvif-users.ts';

const TOLERANCE_MS = 300_000;
const REMEMBERED_MAX = 10_000;
const FIELD_MAX = 256;

interface UsernameTokenClocks {
  /** Station time and time of this machine, milliseconds: a simulation may be faster, and some clients follow it, others not. */
  readonly nowMs: () => readonly number[];
  /** Monotonic, milliseconds. */
  readonly realMs: () => number;
  /** How far its time may be off, milliseconds; undefined: as always. */
  readonly toleranceMs?: () => number | undefined;
}

/** The UsernameToken of a request; undefined without one. */
export const usernameToken = (header: XmlElement | undefined): XmlElement | undefined =>
  childOf(childOf(header, 'Security'), 'UsernameToken');

/** Verifies WS-UsernameToken with a digest, each token once. */
export class UsernameTokens {
  readonly #clocks: UsernameTokenClocks;
  /** Tokens used, with the time from which each would be too old, in this order. libonvif uses a nonce again with another time. */
  readonly #used = new Map<string, number>();

  constructor(clocks: UsernameTokenClocks) {
    this.#clocks = clocks;
  }

  /** @returns its user; undefined where it is wrong, old, or used before. Takes the same time for an unknown user */
  check(token: XmlElement, find: (name: string) => OnvifUser | undefined): OnvifUser | undefined {
    const [name, nonce, created] = ['Username', 'Nonce', 'Created'].map((field) => textAt(token, field));
    const password = childOf(token, 'Password');
    const isText = password?.attributes.get('Type')?.endsWith('#PasswordText') === true;
    if (name === undefined || nonce === undefined || created === undefined || password === undefined) return undefined;
    if (isText || [name, nonce, created].some(({ length }) => length > FIELD_MAX)) return undefined;
    const user = find(name);
    const secret = Buffer.concat([
      Buffer.from(nonce, 'base64'),
      Buffer.from(created),
      Buffer.from(user?.password ?? 'no such user'),
    ]);
    const isRight = isSame(hash('sha1', secret, 'base64'), password.text);
    const createdMs = Date.parse(created);
    const toleranceMs = this.#clocks.toleranceMs?.() ?? TOLERANCE_MS;
    const isYoung = this.#clocks.nowMs().some((nowMs) => Math.abs(nowMs - createdMs) <= toleranceMs);
    return user !== undefined && isRight && isYoung && this.#isFirst(`${name}\n${nonce}\n${created}`)
      ? user
      : undefined;
  }

  /** A full memory refuses: forgetting would let an old token pass. */
  #isFirst(key: string): boolean {
    const nowMs = this.#clocks.realMs();
    for (const [used, untilMs] of this.#used) {
      if (untilMs > nowMs) break;
      this.#used.delete(used);
    }
    if (this.#used.has(key) || this.#used.size >= REMEMBERED_MAX) return false;
    // Its time may be ahead by the tolerance, and it then stays young for twice as long.
    this.#used.set(key, nowMs + 2 * TOLERANCE_MS);
    return true;
  }
}

function isSame(right: string, given: string): boolean {
  const [expected, got] = [Buffer.from(right), Buffer.from(given)];
  return expected.length === got.length && timingSafeEqual(expected, got);
}
