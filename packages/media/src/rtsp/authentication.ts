import { randomBytes } from 'node:crypto';
import { isLoopback } from './client-address.ts';
import { readDigest } from './digest.ts';
import type { RtspRequest } from './message-parser.ts';
import { type Authorize, type AuthorizeAnswer, type Clock, type Credentials, US_PER_MS } from './ports.ts';
import type { RefusedLogins } from './refused-logins.ts';
import type { Header, RtspResponse } from './rtsp-response.ts';
import { type RtspTarget, readTarget } from './rtsp-target.ts';

export const AUTHENTICATION_SCHEMES = ['digest-sha-256', 'digest-md5', 'basic'] as const;
export type AuthenticationScheme = (typeof AUTHENTICATION_SCHEMES)[number];

export interface AuthenticationRules {
  /** Shown to people by their player; part of every digest. */
  readonly realm: string;
  /**
   * What is offered in clear and over TLS. Tickets in the address are always taken. Clients choose Digest where they can, and
   * it can be checked only against secrets that somebody still knows: where TLS protects the password, Basic alone serves more.
   */
  readonly schemes: Readonly<Record<'clear' | 'encrypted', readonly AuthenticationScheme[]>>;
  /** Players on this machine need to show nothing; what they show is judged all the same. */
  readonly trustsLoopback?: boolean;
  readonly authorize: Authorize;
}

export interface AuthenticationParts {
  /** `off`: everybody may watch. */
  readonly rules: AuthenticationRules | 'off';
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly clock: Clock;
  readonly answerMs: number;
  readonly wrongPasswords: number;
  /** Of all connections. */
  readonly refusedLogins: RefusedLogins;
}

export type Verdict =
  | { readonly kind: 'granted'; readonly viewerId: string }
  | { readonly kind: 'answer'; readonly response: RtspResponse };

/** Rests on nobody's permission. */
const TRUSTED: Verdict = { kind: 'granted', viewerId: '' };

type Shown = Credentials | 'none' | 'stale' | 'malformed';

const answer = (response: RtspResponse): Verdict => ({ kind: 'answer', response });

const later = (waitS: number): Verdict =>
  answer({ status: 503, headers: [['Retry-After', String(Math.ceil(waitS))]], closes: true });

/** Asks one connection who it is, and remembers what it may watch. */
export class Authentication {
  readonly #parts: AuthenticationParts;
  /** Lives as long as the connection, so an answer heard elsewhere is worth nothing here. */
  readonly #nonce = randomBytes(16).toString('base64url');
  readonly #grants = new Map<string, string>();
  #nonceCount = 0;
  #wrong = 0;

  constructor(parts: AuthenticationParts) {
    this.#parts = parts;
  }

  isGrantedTo(viewerId: string): boolean {
    return [...this.#grants.values()].includes(viewerId);
  }

  async check(request: RtspRequest, target: RtspTarget): Promise<Verdict> {
    const { rules } = this.#parts;
    if (rules === 'off') return TRUSTED;
    const viewerId = this.#grants.get(target.streamId);
    if (viewerId !== undefined) return { kind: 'granted', viewerId };
    const shown = this.#shown(request, target, rules);
    if (shown === 'malformed') return answer({ status: 400 });
    if (shown === 'none' && rules.trustsLoopback === true && isLoopback(this.#parts.address)) return TRUSTED;
    if (shown === 'none') return answer({ status: 401, headers: this.#challenges(rules, false) });
    if (shown === 'stale') return this.#refuse(rules, true);
    const waitS = this.#parts.refusedLogins.waitS(this.#parts.address);
    if (waitS > 0) return later(waitS);
    return this.#judge(target, rules, await this.#ask(rules, target, shown));
  }

  #judge(target: RtspTarget, rules: AuthenticationRules, given: AuthorizeAnswer | undefined): Verdict {
    switch (given?.kind) {
      case 'allowed':
        this.#grants.set(target.streamId, given.viewerId);
        return { kind: 'granted', viewerId: given.viewerId };
      case 'refused':
        this.#parts.refusedLogins.add(this.#parts.address);
        return this.#refuse(rules, false);
      case 'later':
        return later(given.waitS);
      default:
        return answer({ status: 503, headers: [['Retry-After', '1']] });
    }
  }

  /** A wrong guess costs a try; one with a nonce of another connection too, or it could go on for ever. */
  #refuse(rules: AuthenticationRules, isStale: boolean): Verdict {
    this.#wrong += 1;
    const closes = this.#wrong >= this.#parts.wrongPasswords;
    return answer({ status: 401, headers: this.#challenges(rules, isStale), closes });
  }

  /** SHA-256 first and Basic last: clients take the first that they know, or, if they are simple, the last. */
  #challenges({ realm, ...rules }: AuthenticationRules, isStale: boolean): Header[] {
    const schemes = this.#offered(rules);
    const digest = (algorithm: string) =>
      `Digest realm="${realm}", nonce="${this.#nonce}", algorithm=${algorithm}, qop="auth"${isStale ? ', stale=true' : ''}`;
    const values: Record<AuthenticationScheme, string> = {
      'digest-sha-256': digest('SHA-256'),
      'digest-md5': digest('MD5'),
      basic: `Basic realm="${realm}"`,
    };
    return AUTHENTICATION_SCHEMES.filter((scheme) => schemes.includes(scheme)).map((scheme) => [
      'WWW-Authenticate',
      values[scheme],
    ]);
  }

  #offered({ schemes }: Pick<AuthenticationRules, 'schemes'>): readonly AuthenticationScheme[] {
    return this.#parts.isEncrypted ? schemes.encrypted : schemes.clear;
  }

  #shown({ headers, method }: RtspRequest, target: RtspTarget, { realm, ...rules }: AuthenticationRules): Shown {
    const schemes = this.#offered(rules);
    const [, scheme, text = ''] = /^([A-Za-z]+) +(.*)$/.exec(headers.get('authorization') ?? '') ?? [];
    switch (scheme?.toLowerCase()) {
      case 'basic':
        return schemes.includes('basic') ? readBasic(text) : 'none';
      case 'digest':
        return this.#digest(text, { method, target, schemes, realm });
      default:
        return target.ticket === undefined ? 'none' : { kind: 'ticket', ticket: target.ticket };
    }
  }

  #digest(
    text: string,
    given: { method: string; target: RtspTarget; schemes: readonly AuthenticationScheme[]; realm: string },
  ): Shown {
    const digest = readDigest(text, given.method);
    if (digest === undefined) return 'malformed';
    const scheme = digest.algorithm === 'MD5' ? 'digest-md5' : 'digest-sha-256';
    if (!given.schemes.includes(scheme)) return 'none';
    if (digest.nonce !== this.#nonce || digest.realm !== given.realm) return 'stale';
    if (!isSameStream(digest.uri, given.target)) return 'malformed';
    const count = digest.counted === undefined ? this.#nonceCount + 1 : Number.parseInt(digest.counted.nonceCount, 16);
    if (count <= this.#nonceCount) return 'stale';
    this.#nonceCount = count;
    return { kind: 'digest', digest };
  }

  /** @returns undefined when there is no answer in time */
  #ask(rules: AuthenticationRules, target: RtspTarget, credentials: Credentials): Promise<AuthorizeAnswer | undefined> {
    const { address, isEncrypted, clock, answerMs } = this.#parts;
    return new Promise((resolve) => {
      const cancel = clock.schedule(clock.nowUs() + answerMs * US_PER_MS, () => resolve(undefined));
      const done = (given: AuthorizeAnswer | undefined) => {
        cancel();
        resolve(given);
      };
      rules
        .authorize({ streamId: target.streamId, credentials, address, isEncrypted })
        .then(done, () => done(undefined));
    });
  }
}

function readBasic(text: string): Shown {
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return 'malformed';
  return { kind: 'password', user: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Clients sign the whole address or only its path. */
function isSameStream(uri: string, { streamId }: RtspTarget): boolean {
  const signed = readTarget(uri.startsWith('/') ? `rtsp://host${uri}` : uri);
  return typeof signed === 'object' && signed.streamId === streamId;
}
