import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import { DIGEST_ALGORITHMS, digestMatcher, readDigest } from '@kitestring/video-process/rtsp';
import { targetPath } from '../target-path.ts';
import type { OnvifUser } from './onvif-users.ts';

const REALM = 'Kitestring';
const NONCE_MS = 300_000;
/** Clients send requests in parallel, so that counts arrive out of order by a few. */
const WINDOW = 64;
const NONCES_MAX = 10_000;

interface NonceUse {
  highest: number;
  /** Counts used, of the last `WINDOW`. */
  readonly used: Set<number>;
}

type DigestOutcome = { readonly kind: 'right'; readonly user: OnvifUser } | { readonly kind: 'wrong' | 'stale' };

/** HTTP Digest (RFC 7616) without a memory for challenges: a nonce carries its time and a signature. */
export class HttpDigest {
  readonly #secret = randomBytes(32);
  readonly #realMs: () => number;
  /** Only a right response makes an entry. */
  readonly #uses = new BoundedMap<string, NonceUse>(NONCES_MAX);

  /** @param realMs monotonic, milliseconds */
  constructor(realMs: () => number) {
    this.#realMs = realMs;
  }

  /** Values of `WWW-Authenticate`, the strongest first. */
  challenges(isStale: boolean): readonly string[] {
    const time = Math.round(this.#realMs()).toString(36);
    const nonce = `${time}.${randomBytes(9).toString('base64url')}`;
    const signed = `${nonce}.${this.#signature(nonce)}`;
    return DIGEST_ALGORITHMS.map(
      (algorithm) =>
        `Digest realm="${REALM}", qop="auth", algorithm=${algorithm}, nonce="${signed}"${isStale ? ', stale=true' : ''}`,
    );
  }

  /** @param text of the header `Authorization`, without its scheme. Takes the same time for an unknown user */
  check(
    text: string,
    { method, url }: { readonly method: string; readonly url: string },
    find: (name: string) => OnvifUser | undefined,
  ): DigestOutcome {
    const digest = readDigest(text, method);
    if (digest?.counted === undefined || digest.realm !== REALM || !isSameTarget(digest.uri, url))
      return { kind: 'wrong' };
    if (!this.#isOurs(digest.nonce)) return { kind: 'stale' };
    const user = find(digest.user);
    const isRight = digestMatcher(digest)(user?.password ?? 'no such user');
    if (user === undefined || !isRight) return { kind: 'wrong' };
    const count = Number.parseInt(digest.counted.nonceCount, 16);
    return this.#isFirst(digest.nonce, count) ? { kind: 'right', user } : { kind: 'stale' };
  }

  #isFirst(nonce: string, count: number): boolean {
    const use = this.#uses.getOrMake(nonce, () => ({ highest: 0, used: new Set() }));
    if (count <= use.highest - WINDOW || use.used.has(count)) return false;
    use.highest = Math.max(use.highest, count);
    use.used.add(count);
    for (const old of use.used) if (old <= use.highest - WINDOW) use.used.delete(old);
    return true;
  }

  #isOurs(nonce: string): boolean {
    const [time = '', random = '', signature = ''] = nonce.split('.');
    const expected = Buffer.from(this.#signature(`${time}.${random}`));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
    return this.#realMs() - Number.parseInt(time, 36) <= NONCE_MS;
  }

  #signature(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url').slice(0, 24);
  }
}

/** Some clients sign the whole address. */
const isSameTarget = (signed: string, url: string): boolean => signed === url || targetPath(signed) === targetPath(url);
