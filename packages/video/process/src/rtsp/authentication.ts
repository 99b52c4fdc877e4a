import { randomBytes } from 'node:crypto';
import { isLoopback } from '@kitestring/base/client-address.ts';
import { readDigest } from './digest.ts';
import { inTime } from './in-time.ts';
import type { RtspRequest } from './message-parser.ts';
import type { Authorize, AuthorizeResponse, DeadlineClock, RtspCredentials } from './ports.ts';
import type { RefusedLogins } from './refused-logins.ts';
import type { Header, RtspResponse } from './rtsp-response.ts';
import { type RtspTarget, readTarget } from './rtsp-target.ts';

export const AUTHENTICATION_SCHEMES = ['digest-sha-256', 'digest-md5', 'basic'] as const;
type AuthenticationScheme = (typeof AUTHENTICATION_SCHEMES)[number];

export interface AuthenticationRules {
  /** Shown to users by their player; part of every digest. */
  readonly realm: string;
  /**
   * Schemes offered without and with TLS. Tickets in the address are always accepted. Clients choose Digest where they
   * can, and it can be verified only against secrets that are known in memory: where TLS protects the password, Basic
   * alone serves more clients.
   */
  readonly schemes: Readonly<Record<'clear' | 'encrypted', readonly AuthenticationScheme[]>>;
  /** Players on this machine need no credentials; those they send are verified anyway. */
  readonly trustsLoopback?: boolean;
  readonly authorize: Authorize;
}

interface AuthenticationDeps {
  /** `off`: no authentication. */
  readonly rules: AuthenticationRules | 'off';
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly clock: DeadlineClock;
  readonly answerMs: number;
  readonly wrongPasswords: number;
  /** Counts over all connections. */
  readonly refusedLogins: RefusedLogins;
}

type AuthenticationOutcome =
  | { readonly kind: 'granted'; readonly viewerId: string }
  | { readonly kind: 'answer'; readonly response: RtspResponse };

/** Access without authentication: belongs to no viewer. */
const TRUSTED: AuthenticationOutcome = { kind: 'granted', viewerId: '' };

type PresentedCredentials = RtspCredentials | 'none' | 'stale' | 'malformed';

const answer = (response: RtspResponse): AuthenticationOutcome => ({ kind: 'answer', response });

const later = (waitS: number): AuthenticationOutcome =>
  answer({ status: 503, headers: [['Retry-After', String(Math.ceil(waitS))]], closes: true });

/** Authenticates one connection, and remembers what it may view. */
export class Authentication {
  readonly #deps: AuthenticationDeps;
  /** Valid for this connection only, so that a captured response is useless elsewhere. */
  readonly #nonce = randomBytes(16).toString('base64url');
  readonly #grants = new Map<string, string>();
  #nonceCount = 0;
  #wrong = 0;

  constructor(deps: AuthenticationDeps) {
    this.#deps = deps;
  }

  isGrantedTo(viewerId: string): boolean {
    return [...this.#grants.values()].includes(viewerId);
  }

  async check(request: RtspRequest, target: RtspTarget): Promise<AuthenticationOutcome> {
    const { rules } = this.#deps;
    if (rules === 'off') return TRUSTED;
    const viewerId = this.#grants.get(target.streamId);
    if (viewerId !== undefined) return { kind: 'granted', viewerId };
    const shown = this.#shown(request, target, rules);
    if (shown === 'malformed') return answer({ status: 400 });
    if (shown === 'none' && rules.trustsLoopback === true && isLoopback(this.#deps.address)) return TRUSTED;
    if (shown === 'none') return answer({ status: 401, headers: this.#challenges(rules, false) });
    if (shown === 'stale') return this.#refuse(rules, true);
    const waitS = this.#deps.refusedLogins.waitS(this.#deps.address);
    if (waitS > 0) return later(waitS);
    const { address, answerMs, clock, isEncrypted } = this.#deps;
    const asked = rules.authorize({ streamId: target.streamId, credentials: shown, address, isEncrypted });
    return this.#judge(target, rules, await inTime(asked, clock, answerMs));
  }

  #judge(target: RtspTarget, rules: AuthenticationRules, given: AuthorizeResponse | undefined): AuthenticationOutcome {
    switch (given?.kind) {
      case 'allowed':
        this.#grants.set(target.streamId, given.viewerId);
        return { kind: 'granted', viewerId: given.viewerId };
      case 'refused':
        this.#deps.refusedLogins.add(this.#deps.address);
        return this.#refuse(rules, false);
      case 'later':
        return later(given.waitS);
      default:
        return answer({ status: 503, headers: [['Retry-After', '1']] });
    }
  }

  /** A wrong password counts as an attempt, also with a nonce of another connection, or attempts would be unlimited. */
  #refuse(rules: AuthenticationRules, isStale: boolean): AuthenticationOutcome {
    this.#wrong += 1;
    const closes = this.#wrong >= this.#deps.wrongPasswords;
    return answer({ status: 401, headers: this.#challenges(rules, isStale), closes });
  }

  /** SHA-256 first and Basic last: clients take the first scheme they know, or, if simple, the last. */
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
    return this.#deps.isEncrypted ? schemes.encrypted : schemes.clear;
  }

  #shown(
    { headers, method }: RtspRequest,
    target: RtspTarget,
    { realm, ...rules }: AuthenticationRules,
  ): PresentedCredentials {
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
  ): PresentedCredentials {
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
}

function readBasic(text: string): PresentedCredentials {
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return 'malformed';
  return { kind: 'password', user: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Clients sign the whole address or only its path. */
function isSameStream(uri: string, { name }: RtspTarget): boolean {
  const signed = readTarget(uri.startsWith('/') ? `rtsp://host${uri}` : uri);
  return typeof signed === 'object' && signed.name === name;
}
