import { Fault } from '@kitestring/base/fault.ts';
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { SignOut } from './hub-session-store.ts';

/** Every request to the provider. */
const TIMEOUT_S = 10;
/** Delay after a provider did not answer. */
const RETRY_MS = 2000;
/** A browser is redirected only to a provider that has answered within this time. */
const ANSWERED_MS = 10_000;
/** An unknown key causes the keys to be fetched again, at most at this interval. */
const KEYS_COOLDOWN_MS = 2000;
const CLOCK_TOLERANCE_S = 30;
/** Limit of values in a role claim. */
const CLAIMS_MAX = 200;
const CLAIM_LENGTH_MAX = 300;
const NAME_LENGTH_MAX = 100;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Public keys only: with a shared secret or without a signature others could forge a token. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** Claim, or path with dots, whose values are bound to roles. */
  readonly rolesClaim: string;
  /** Audience of access tokens; undefined: none are accepted. */
  readonly audience: string | undefined;
  readonly nowMs: () => number;
  /** An answer is waited for so long; 10 s when absent. */
  readonly timeoutS?: number;
}

/** An unfinished sign-in, which the answer of the provider must match. */
export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** A person as described by the provider. */
export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  /** Values of the role claim. */
  readonly claims: readonly string[];
  /** Session at the provider, for its sign-out. */
  readonly oidcSid?: string;
  readonly refreshToken?: string;
}

export type OidcResult<T> = { readonly kind: 'ok'; readonly value: T } | OidcFailure;
interface OidcFailure {
  /** `refused`: by the provider, or by a check of its answer. `away`: no answer. */
  readonly kind: 'refused' | 'away';
  readonly reason: string;
}

interface Discovered {
  readonly configuration: oidc.Configuration;
  readonly keysUrl: string;
  readonly keys: JWTVerifyGetKey;
  readonly atMs: number;
}

/** The OpenID Connect provider of a hub. It is contacted at the first sign-in; the hub starts without it. */
export class OidcProvider {
  readonly #options: OidcOptions;
  #discovered: Discovered | undefined;
  #discovering: Promise<Discovered> | undefined;
  #away: { readonly reason: string; readonly untilMs: number } | undefined;

  constructor(options: OidcOptions) {
    this.#options = options;
  }

  /** Why the last request got no answer; undefined if it did, or if there was none yet. */
  get awayReason(): string | undefined {
    return this.#away?.reason;
  }

  /** Whether the delay after a failure is still running. */
  get isResting(): boolean {
    return this.#away !== undefined && this.#options.nowMs() < this.#away.untilMs;
  }

  /** Address of the provider to which the browser is redirected. */
  begin(redirectUri: string): Promise<OidcResult<{ readonly url: URL; readonly flow: OidcFlow }>> {
    return this.#with(async ({ configuration }) => {
      const flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        redirectUri,
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: this.#options.scopes,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url, flow };
    }, ANSWERED_MS);
  }

  /** @param query of the address to which the provider has redirected the browser */
  finish(query: string, { nonce, redirectUri, state, verifier }: OidcFlow): Promise<OidcResult<OidcIdentity>> {
    return this.#with(async (discovered) => {
      const tokens = await oidc.authorizationCodeGrant(discovered.configuration, new URL(`${redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return this.#identityOf(discovered, tokens);
    });
  }

  /** Asks about a person again. */
  refresh(refreshToken: string, subject: string): Promise<OidcResult<OidcIdentity>> {
    return this.#with(async (discovered) => {
      const tokens = await oidc.refreshTokenGrant(discovered.configuration, refreshToken);
      const identity = await this.#identityOf(discovered, tokens, subject);
      return { ...identity, refreshToken: tokens.refresh_token ?? refreshToken };
    });
  }

  /** The owner of an access token of the provider. */
  async ofAccessToken(token: string): Promise<OidcResult<{ identity: OidcIdentity; expiresMs: number }>> {
    const { audience } = this.#options;
    if (audience === undefined) return { kind: 'refused', reason: 'oidc.audience is not set' };
    return this.#with(async ({ keys }) => {
      const payload = await this.#verified(token, keys, { audience, requiredClaims: ['sub', 'exp', 'aud'] });
      return { identity: this.#identity(payload), expiresMs: (payload.exp ?? 0) * 1000 };
    });
  }

  /** Sign-ins that a logout token ends. */
  ofLogoutToken(token: string): Promise<OidcResult<SignOut>> {
    return this.#with(async ({ keys }) => {
      const requiredClaims = ['iat', 'jti', 'events'];
      const payload = await this.#verified(token, keys, { requiredClaims, maxTokenAge: '10 min' });
      const events = payload.events as Readonly<Record<string, unknown>> | null;
      if (typeof events !== 'object' || events?.[LOGOUT_EVENT] === undefined) throw new Error('it is no logout token');
      if (payload.nonce !== undefined) throw new Error('a logout token has no nonce');
      const { sid, sub } = payload;
      if (typeof sid !== 'string' && sub === undefined) throw new Error('it names neither sub nor sid');
      return {
        issuer: this.#options.issuer,
        ...(sub !== undefined && { subject: sub }),
        ...(typeof sid === 'string' && { oidcSid: sid }),
      };
    });
  }

  /** Claims of the ID token, otherwise of userinfo. The signature of the ID token is verified although it came directly from the provider. */
  async #identityOf(
    { configuration, keys }: Discovered,
    tokens: oidc.TokenEndpointResponse,
    subject?: string,
  ): Promise<OidcIdentity> {
    // It has answered.
    this.#away = undefined;
    let claims: JWTPayload = tokens.id_token === undefined ? {} : await this.#verified(tokens.id_token, keys);
    const of = claims.sub ?? subject;
    if (of === undefined || (subject !== undefined && of !== subject))
      throw new Error('the provider names another person');
    const hasRoles = valueAt(claims, this.#options.rolesClaim) !== undefined;
    const { userinfo_endpoint: userinfo } = configuration.serverMetadata();
    if (!hasRoles && userinfo !== undefined) {
      claims = { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, of)), ...claims };
    }
    const { refresh_token: refreshToken } = tokens;
    return { ...this.#identity({ ...claims, sub: of }), ...(refreshToken !== undefined && { refreshToken }) };
  }

  /** Verified claims of a token of the provider, for this hub unless `checks` names another audience. */
  async #verified(token: string, keys: JWTVerifyGetKey, checks: JWTVerifyOptions = {}): Promise<JWTPayload> {
    const { clientId: audience, issuer } = this.#options;
    const common = { audience, issuer, algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE_S };
    return (await jwtVerify(token, keys, { ...common, ...checks })).payload;
  }

  #identity(claims: JWTPayload): OidcIdentity {
    const { issuer, rolesClaim } = this.#options;
    const { client_id: clientId, name, preferred_username: username, sid, sub: subject = '' } = claims;
    const shown = [name, username, clientId].find((text) => typeof text === 'string' && text.trim() !== '') ?? subject;
    return {
      issuer,
      subject,
      name: String(shown)
        .replaceAll(/\p{Cc}/gu, ' ')
        .slice(0, NAME_LENGTH_MAX)
        .toWellFormed(),
      claims: textsIn(valueAt(claims, rolesClaim)),
      ...(typeof sid === 'string' && { oidcSid: sid }),
    };
  }

  /** @param answeredMs contacts the provider first if it has not answered for longer */
  async #with<T>(work: (discovered: Discovered) => Promise<T>, answeredMs?: number): Promise<OidcResult<T>> {
    try {
      return { kind: 'ok', value: await work(await this.#discover(answeredMs)) };
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind === 'away' && !(error instanceof ProviderAwayFault)) this.#rest(failure.reason);
      return failure;
    }
  }

  #rest(reason: string): void {
    this.#away = { reason, untilMs: this.#options.nowMs() + RETRY_MS };
  }

  async #discover(answeredMs = Number.POSITIVE_INFINITY): Promise<Discovered> {
    const { nowMs } = this.#options;
    if (this.#discovered !== undefined && nowMs() - this.#discovered.atMs <= answeredMs) return this.#discovered;
    if (this.#away !== undefined && this.isResting) throw new ProviderAwayFault(this.#away.reason);
    this.#discovering ??= this.#ask().finally(() => {
      this.#discovering = undefined;
    });
    return this.#discovering;
  }

  async #ask(): Promise<Discovered> {
    const { clientId, clientSecret, issuer, nowMs, timeoutS = TIMEOUT_S } = this.#options;
    const url = new URL(issuer);
    const options = url.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {};
    const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    try {
      const configuration = await oidc.discovery(url, clientId, {}, authentication, { ...options, timeout: timeoutS });
      const { jwks_uri: keysUrl } = configuration.serverMetadata();
      if (keysUrl === undefined) throw new Error('the provider has no jwks_uri');
      const before = this.#discovered;
      const keys = before?.keysUrl === keysUrl ? before.keys : keysAt(keysUrl, timeoutS);
      this.#discovered = { configuration, keysUrl, keys, atMs: nowMs() };
      this.#away = undefined;
      return this.#discovered;
    } catch (error) {
      const reason = `${issuer} does not answer as a provider (${errorText(error)})`;
      this.#rest(reason);
      throw new ProviderAwayFault(reason);
    }
  }
}

const keysAt = (url: string, timeoutS: number): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), { cooldownDuration: KEYS_COOLDOWN_MS, timeoutDuration: timeoutS * 1000 });

class ProviderAwayFault extends Fault {}

/** Distinguishes a refusal, by the provider or a check, from a missing answer. */
function asFailure(error: unknown): OidcFailure {
  const reason = errorText(error);
  if (error instanceof ProviderAwayFault) return { kind: 'away', reason };
  if (error instanceof oidc.ResponseBodyError) {
    // With too many requests, the provider has not decided.
    return { kind: error.status >= 500 || error.status === 429 ? 'away' : 'refused', reason };
  }
  const { code = '' } = error as { readonly code?: string };
  const isNoAnswer = (error instanceof TypeError && code === '') || NO_ANSWER.has(code);
  return { kind: isNoAnswer ? 'away' : 'refused', reason };
}

/** Codes of the libraries for a timeout, and for an unexpected status. */
const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']);

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const more = cause instanceof Error ? `: ${cause.message}` : '';
  const isTold = error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError;
  const described = isTold ? [error.error, error.error_description].filter(Boolean).map((text) => `: ${text}`) : [];
  return `${error.message}${more}${described.join('')}`.slice(0, 300);
}

/** A claim by its name, otherwise by a path with dots. */
function valueAt(claims: JWTPayload, path: string): unknown {
  if (path in claims) return claims[path];
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], claims);
}

function textsIn(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((text): text is string => typeof text === 'string' && text !== '' && text.length <= CLAIM_LENGTH_MAX)
    .slice(0, CLAIMS_MAX);
}
