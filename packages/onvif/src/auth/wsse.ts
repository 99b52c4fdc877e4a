import { hash, timingSafeEqual } from 'node:crypto';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import { dateTimeMs } from '../soap/simple-values.ts';
import type { OnvifUser } from './onvif-users.ts';
import { TOLERANCE_MS, UsedTokens } from './used-tokens.ts';

const FIELD_MAX = 256;

interface UsernameTokenClocks {
  /**
   * Time of this machine, then station time, milliseconds: a simulation may be faster or stand still, and some clients follow it, others
   * not. A later one is asked for only where those before do not suffice.
   */
  readonly nowMs: () => Iterable<number>;
  /** How far its time may be off, milliseconds; undefined: as always. */
  readonly toleranceMs?: () => number | undefined;
}

/** The UsernameToken of a request; undefined without one. */
export const usernameToken = (header: XmlElement | undefined): XmlElement | undefined =>
  childOf(childOf(header, 'Security'), 'UsernameToken');

/** Verifies WS-UsernameToken with a digest, each token once. */
export class UsernameTokens {
  readonly #clocks: UsernameTokenClocks;
  readonly #used: UsedTokens;

  constructor(clocks: UsernameTokenClocks) {
    this.#clocks = clocks;
    this.#used = new UsedTokens(clocks.nowMs);
  }

  /**
   * @param address group of addresses that counts as one client. @returns its user; `wrong` also for an old or used one; `full` while no more
   * tokens of this client can be remembered. Takes the same time for an unknown user
   */
  check(
    token: XmlElement,
    address: string,
    find: (name: string) => OnvifUser | undefined,
  ): OnvifUser | 'wrong' | 'full' {
    const password = childOf(token, 'Password');
    const [name, nonce, created] = [textAt(token, 'Username'), textAt(token, 'Nonce'), textAt(token, 'Created')];
    if (name === undefined || nonce === undefined || created === undefined || password === undefined) return 'wrong';
    if (password.attributes.get('Type')?.endsWith('#PasswordText') === true) return 'wrong';
    if (Math.max(name.length, nonce.length, created.length) > FIELD_MAX) return 'wrong';
    const user = find(name);
    const digest = digestOf(nonce, created + (user?.password ?? 'no such user'));
    const isRight = isSame(digest, password.text);
    const createdMs = dateTimeMs(created);
    const toleranceMs = this.#clocks.toleranceMs?.() ?? TOLERANCE_MS;
    if (user === undefined || !isRight || !this.#isNear(createdMs, toleranceMs)) return 'wrong';
    // By its digest: a nonce has many spellings in base64, and libonvif uses one again with another time.
    if (this.#used.has(digest) || this.#used.isForgotten(createdMs, user.password)) return 'wrong';
    return this.#used.add(digest, createdMs, { ...user, address }) ? user : 'full';
  }

  #isNear(createdMs: number, toleranceMs: number): boolean {
    for (const nowMs of this.#clocks.nowMs()) if (Math.abs(nowMs - createdMs) <= toleranceMs) return true;
    return false;
  }
}

/** @param nonce in base64 */
function digestOf(nonce: string, text: string): string {
  const secret = Buffer.allocUnsafe(nonce.length + Buffer.byteLength(text));
  const nonceLength = secret.write(nonce, 'base64');
  const length = nonceLength + secret.write(text, nonceLength);
  return hash('sha1', secret.subarray(0, length), 'base64');
}

function isSame(right: string, given: string): boolean {
  const [expected, got] = [Buffer.from(right), Buffer.from(given)];
  return expected.length === got.length && timingSafeEqual(expected, got);
}
