import type { Scope } from '@kitestring/contract/auth/scope.ts';
import { grantsOf, isLimited, type Operation } from '@kitestring/contract/operation.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Refusal, Result } from '@kitestring/station/refusal.ts';
import type { FastifyRequest } from 'fastify';
import type { AddressQuotas } from '../limits/address-quotas.ts';
import type { Quota } from '../limits/quota.ts';
import type { RequestKind, RequestQuotas } from '../limits/request-quotas.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { FlatHeaders } from './answers.ts';
import { bearerToken, subprotocolToken } from './authorization.ts';
import type { Cors } from './cors.ts';
import { isForeignPage } from './foreign-page.ts';
import type { Failure } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null where no token was needed, and before it was looked at. */
    caller: Caller | null;
    /** What is left to whoever asks; null where nothing is counted. */
    quota: Quota | null;
  }
}

export interface GateParts {
  readonly authenticate: (token: string) => Result<Caller>;
  readonly sessionQuotas: RequestQuotas;
  readonly pluginQuotas: RequestQuotas;
  /** For token requests, which have no session yet. */
  readonly tokenRequestQuotas: AddressQuotas;
  /** For requests without a valid token. */
  readonly strangerQuotas: AddressQuotas;
  readonly proxies: TrustedProxies;
  readonly cors: Cors;
  readonly wall: Clock;
}

/** Lets a request pass, or says why not. */
export type Pass = (request: FastifyRequest) => Failure | undefined;

/** Sets of scopes, each of which is enough. */
type Grants = readonly (readonly Scope[])[];

const CHALLENGE = 'Bearer realm="kitestring"';
const URL_TOKEN_NAMES = ['token', 'access_token'];

/** Who may call what, and how often. */
export class Gate {
  readonly #parts: GateParts;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** What every request for this operation has to pass; undefined where everybody may. */
  passOf(operation: Operation): Pass | undefined {
    const { access } = operation;
    if (access === 'open') return undefined;
    if (access === 'key') return (request) => this.#passStranger(request);
    const grants = grantsOf(access) ?? [];
    const kind = isLimited(operation) ? kindOf(operation, grants) : undefined;
    const tokenOf = operation.errors.includes('TOKEN_IN_URL') ? tokenOfSubscription : tokenOfRequest;
    return (request) => this.#passSession(request, tokenOf(request), grants, kind);
  }

  /** Why a request that is no operation may not read; undefined where it may. */
  failureOfReader(request: FastifyRequest): Failure | undefined {
    return this.#passSession(request, tokenOfRequest(request), [['read']], 'reads');
  }

  /** @param kind by which the request is counted; undefined where it is not */
  #passSession(
    request: FastifyRequest,
    token: string | Failure,
    grants: Grants,
    kind: RequestKind | undefined,
  ): Failure | undefined {
    if (typeof token !== 'string') return this.#countStranger(request) ?? token;
    const granted = this.#parts.authenticate(token);
    if (!granted.ok) return this.#countStranger(request) ?? rejectedToken(granted.refusal);
    const caller = granted.value;
    request.caller = caller;
    if (kind === undefined) return isGranted(grants, caller) ? undefined : missingScope(grants, caller);
    const nowUs = this.#parts.wall.nowUs();
    const quota = this.#parts.sessionQuotas.of(caller.sessionId, kind, nowUs);
    request.quota = quota;
    if (!isGranted(grants, caller)) return missingScope(grants, caller);
    if (!quota.take(nowUs)) return tooMany(quota, kind, nowUs);
    const ofPlugin = this.#parts.pluginQuotas.of(caller.pluginId, kind, nowUs);
    if (ofPlugin.take(nowUs)) return undefined;
    request.quota = ofPlugin;
    return tooMany(ofPlugin, `${kind} of this plugin`, nowUs);
  }

  /** For what is no operation: strangers may ask only so often for paths that there are not, either. */
  passUnrouted(request: FastifyRequest): Failure | undefined {
    const token = bearerToken(request.raw.headers);
    const isKnown = token !== undefined && this.#parts.authenticate(token).ok;
    return isKnown ? undefined : this.#countStranger(request);
  }

  #countStranger(request: FastifyRequest): Failure | undefined {
    const { strangerQuotas, wall } = this.#parts;
    const nowUs = wall.nowUs();
    const quota = strangerQuotas.of(request.clientAddress, nowUs);
    if (quota.take(nowUs)) return undefined;
    request.quota = quota;
    return tooMany(quota, 'requests without a valid token from this address', nowUs);
  }

  /** Pages of other origins first: they must not use up what the operator's own browser may ask. */
  #passStranger(request: FastifyRequest): Failure | undefined {
    const { cors, proxies, tokenRequestQuotas, wall } = this.#parts;
    if (isForeignPage(request.raw, cors, proxies)) return FOREIGN_PAGE;
    const nowUs = wall.nowUs();
    const quota = tokenRequestQuotas.of(request.clientAddress, nowUs);
    request.quota = quota;
    return quota.take(nowUs) ? undefined : tooMany(quota, 'token requests from this address', nowUs);
  }
}

const kindOf = ({ method }: Operation, grants: Grants): RequestKind =>
  method !== 'GET' && grants.some((scopes) => scopes.includes('control')) ? 'commands' : 'reads';

/** Loops and no callbacks: every request comes through here. */
function isGranted(grants: Grants, { scopes: held }: Caller): boolean {
  for (const scopes of grants) if (holdsAll(held, scopes)) return true;
  return false;
}

function holdsAll(held: readonly Scope[], scopes: readonly Scope[]): boolean {
  for (const scope of scopes) if (!held.includes(scope)) return false;
  return true;
}

function tokenOfRequest({ raw }: FastifyRequest): string | Failure {
  return bearerToken(raw.headers) ?? NO_TOKEN;
}

/** A token in the URL is never used: beside a header it is ignored, because published clients send both. */
function tokenOfSubscription({ raw, query }: FastifyRequest): string | Failure {
  const token = bearerToken(raw.headers) ?? subprotocolToken(raw.headers);
  if (token !== undefined) return token;
  return Object.keys(query as object).some((name) => URL_TOKEN_NAMES.includes(name)) ? TOKEN_IN_URL : NO_TOKEN;
}

const NO_TOKEN: Failure = {
  refusal: { code: 'MISSING_TOKEN', message: 'the request carries no token; send Authorization: Bearer <token>' },
  headers: ['WWW-Authenticate', CHALLENGE],
};

const FOREIGN_PAGE: Failure = {
  refusal: {
    code: 'FOREIGN_PAGE',
    message: 'a web page of another origin must not request tokens; name its origin in cors.origins if it may',
  },
};

/** A URL ends up in logs and histories, and a token with it. */
const TOKEN_IN_URL: Failure = {
  refusal: {
    code: 'TOKEN_IN_URL',
    message:
      'a token must not be sent in the URL; send Authorization: Bearer <token>, or from a browser the subprotocol bearer.<token>',
  },
};

/** RFC 6750 section 3. */
const challenge = (error: string, description: string, more = ''): FlatHeaders => [
  'WWW-Authenticate',
  `${CHALLENGE}, error="${error}", error_description="${quotable(description)}"${more}`,
];

/** A quoted string of a header holds visible ASCII and spaces, but no quote and no backslash. */
const quotable = (text: string): string => text.replaceAll(/[^ !#-[\]-~]/g, "'");

function rejectedToken(refusal: Refusal): Failure {
  return { refusal, headers: challenge('invalid_token', refusal.message) };
}

function missingScope(grants: Grants, caller: Caller): Failure {
  const needed = grants.map((scopes) => scopes.join(' and ')).join(' or ');
  const message = `this needs the scope ${needed}, the token has ${caller.scopes.join(', ') || 'none'}`;
  return {
    refusal: { code: 'INSUFFICIENT_SCOPE', message },
    // The header can name one way only.
    headers: challenge('insufficient_scope', message, `, scope="${grants[0]?.join(' ')}"`),
  };
}

function tooMany(quota: Quota, what: string, nowUs: number): Failure {
  return retryAfter('RATE_LIMITED', `too many ${what}`, quota.waitS(nowUs));
}

/** A refusal that ends by waiting. */
export function retryAfter(code: 'RATE_LIMITED' | 'TOO_MANY_WRONG_KEYS', what: string, waitS: number): Failure {
  return {
    refusal: { code, message: `${what}: try again in ${waitS} s` },
    headers: ['Retry-After', String(waitS)],
  };
}
