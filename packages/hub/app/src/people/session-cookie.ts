import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE, SESSION_MAX_S } from '@kitestring/hub-contract/fleet/session.ts';

/** 256 random bits, base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Key of a sign-in's record: read access to the database does not allow a sign-in. */
export const recordKey = (secret: string): string => hash('sha256', secret, 'hex');

/** The cookie of sign-ins; without TLS (only on the same machine) browsers refuse the prefix. */
export class SessionCookie {
  readonly #name: string;
  readonly #maxAgeS: number;
  readonly #attributes: string;

  constructor(
    isSecure: boolean,
    names: { readonly secure: string; readonly plain: string } = SESSION_COOKIE,
    maxAgeS = SESSION_MAX_S,
  ) {
    this.#name = isSecure ? names.secure : names.plain;
    this.#maxAgeS = maxAgeS;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The secret in a request; undefined if there is none, or several. */
  read({ cookie = '' }: IncomingHttpHeaders): string | undefined {
    const own = cookie
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${this.#name}=`))
      .map((pair) => pair.slice(this.#name.length + 1));
    return own.length === 1 && own[0] !== undefined && SECRET.test(own[0]) ? own[0] : undefined;
  }

  /** Header of the answer that signs in. */
  set(secret: string): readonly string[] {
    return ['Set-Cookie', `${this.#name}=${secret}; Max-Age=${this.#maxAgeS}; ${this.#attributes}`];
  }

  /** Header of the answer that signs out. */
  get cleared(): readonly string[] {
    return ['Set-Cookie', `${this.#name}=; Max-Age=0; ${this.#attributes}`];
  }
}
