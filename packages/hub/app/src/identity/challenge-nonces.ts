import { createHmac, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';

/** A challenge is answered at once or not at all. */
const CHALLENGE_MS = 60_000;
/** Limit of remembered nonces that were used within that time. */
const USED_MAX = 10_000;
const RANDOM_BYTES = 6;
const TIME_BYTES = 6;
const MAC_BYTES = 12;

/**
 * Challenges for renewals over HTTPS. A nonce proves itself, so that any replica accepts one of another replica, and an
 * open challenge takes no memory. Each replica accepts it once.
 */
export class ChallengeNonces {
  readonly #key: Uint8Array;
  readonly #nowMs: () => number;
  readonly #used = new BoundedMap<string, true>(USED_MAX);

  /** @param secret the same for all replicas */
  constructor(secret: KeyObject, nowMs: () => number) {
    const seed = secret.export({ format: 'der', type: 'pkcs8' });
    this.#key = new Uint8Array(hkdfSync('sha256', seed, '', 'kitestring hub challenge', 32));
    this.#nowMs = nowMs;
  }

  make(sid: string): string {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(this.#nowMs(), 0, TIME_BYTES);
    const content = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
    return Buffer.concat([content, this.#mac(sid, content)]).toString('base64url');
  }

  /** Whether this station got the nonce within the last minute and has not used it here. */
  use(sid: string, nonce: string): boolean {
    const bytes = Buffer.from(nonce, 'base64url');
    if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES || this.#used.has(nonce)) return false;
    const content = bytes.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(this.#mac(sid, content), bytes.subarray(-MAC_BYTES))) return false;
    // Clocks of replicas may differ by seconds.
    if (Math.abs(this.#nowMs() - content.readUIntBE(RANDOM_BYTES, TIME_BYTES)) > CHALLENGE_MS) return false;
    this.#used.getOrMake(nonce, () => true);
    return true;
  }

  #mac(sid: string, content: Uint8Array): Uint8Array {
    return createHmac('sha256', this.#key).update(sid).update('\0').update(content).digest().subarray(0, MAC_BYTES);
  }
}
