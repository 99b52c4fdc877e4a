import { hash, timingSafeEqual } from 'node:crypto';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import type { OnvifUser } from './onvif-users.ts';

const TOLERANCE_MS = 300_000;
/** A clock that is late by no more than this will accept a token that is too old for the others. */
const LATE_MS = 3_600_000;
/** More than one address can send while a token is young. */
const REMEMBERED_MAX = 20_000;
const SWEEP_FIRST = 1000;
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
  /** Tokens used, each with its time. libonvif uses a nonce again with another time. */
  readonly #used = new Map<string, number>();
  #sweepAt = SWEEP_FIRST;
  /** Tokens of this time and before are refused by every clock: which of them were used may be forgotten. */
  #refusedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(clocks: UsernameTokenClocks) {
    this.#clocks = clocks;
  }

  /**
   * @returns its user; `wrong` also for an old or used one; `full` while no more tokens can be remembered. Takes the same time for an
   * unknown user
   */
  check(token: XmlElement, find: (name: string) => OnvifUser | undefined): OnvifUser | 'wrong' | 'full' {
    const password = childOf(token, 'Password');
    const [name, nonce, created] = [textAt(token, 'Username'), textAt(token, 'Nonce'), textAt(token, 'Created')];
    if (name === undefined || nonce === undefined || created === undefined || password === undefined) return 'wrong';
    if (password.attributes.get('Type')?.endsWith('#PasswordText') === true) return 'wrong';
    if (Math.max(name.length, nonce.length, created.length) > FIELD_MAX) return 'wrong';
    const user = find(name);
    const digest = digestOf(nonce, created + (user?.password ?? 'no such user'));
    const isRight = isSame(digest, password.text);
    const createdMs = Date.parse(created);
    const toleranceMs = this.#clocks.toleranceMs?.() ?? TOLERANCE_MS;
    const isYoung = createdMs > this.#refusedUntilMs && this.#isNear(createdMs, toleranceMs);
    // By its digest: a nonce has many spellings in base64.
    if (user === undefined || !isRight || !isYoung || this.#used.has(digest)) return 'wrong';
    return this.#remember(digest, createdMs) ? user : 'full';
  }

  #isNear(createdMs: number, toleranceMs: number): boolean {
    for (const nowMs of this.#clocks.nowMs()) if (Math.abs(nowMs - createdMs) <= toleranceMs) return true;
    return false;
  }

  /** @returns false while the memory is full: forgetting would let an old token pass */
  #remember(digest: string, createdMs: number): boolean {
    if (this.#used.size >= this.#sweepAt) {
      this.#forgetOld();
      if (this.#used.size >= REMEMBERED_MAX) this.#refuseOld();
      this.#sweepAt = Math.min(REMEMBERED_MAX, Math.max(SWEEP_FIRST, 2 * this.#used.size));
    }
    if (this.#used.size >= REMEMBERED_MAX) return false;
    this.#used.set(digest, createdMs);
    return true;
  }

  /** By the clocks that judge tokens: a simulation may stand still. */
  #forgetOld(): void {
    const nows = [...this.#clocks.nowMs()];
    for (const [digest, createdMs] of this.#used) {
      if (nows.every((nowMs) => nowMs - createdMs > TOLERANCE_MS || createdMs - nowMs > LATE_MS))
        this.#used.delete(digest);
    }
  }

  /** A simulation that stands still would fill the memory in an hour: its clients then have to follow the clock of the machine. */
  #refuseOld(): void {
    const [machineMs = 0] = this.#clocks.nowMs();
    for (const [digest, createdMs] of this.#used) {
      if (machineMs - createdMs <= TOLERANCE_MS) continue;
      this.#refusedUntilMs = Math.max(this.#refusedUntilMs, createdMs);
      this.#used.delete(digest);
    }
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
