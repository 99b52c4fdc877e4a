import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 24;
const TAG_BYTES = 8;

/** Secrets of cookies. Each ends with a tag of this hub, so that invented ones are detected without the database. */
export class CookieSecrets {
  readonly #key: Buffer;

  /** @param secret of this hub, the same on each replica */
  constructor(secret: Uint8Array) {
    this.#key = createHmac('sha256', secret).update('cookies of sign-ins').digest();
  }

  /** 192 random bits and the tag, base64url. */
  make(): string {
    const random = randomBytes(RANDOM_BYTES);
    return Buffer.concat([random, this.#tag(random)]).toString('base64url');
  }

  isOwn(secret: string): boolean {
    const bytes = Buffer.from(secret, 'base64url');
    if (bytes.length !== RANDOM_BYTES + TAG_BYTES) return false;
    return timingSafeEqual(this.#tag(bytes.subarray(0, RANDOM_BYTES)), bytes.subarray(RANDOM_BYTES));
  }

  #tag(random: Uint8Array): Buffer {
    return createHmac('sha256', this.#key).update(random).digest().subarray(0, TAG_BYTES);
  }
}
