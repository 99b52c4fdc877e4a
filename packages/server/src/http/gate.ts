import type { Scope } from '@kitestring/contract/auth/scope.ts';
import type { Operation } from '@kitestring/contract/operation.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Refusal, Result } from '@kitestring/station/refusal.ts';
import type { FastifyRequest } from 'fastify';
import type { AddressQuotas } from '../limits/address-quotas.ts';
import type { Quota } from '../limits/quota.ts';
import type { RequestKind, SessionQuotas } from '../limits/session-quotas.ts';
import type { FlatHeaders } from './answers.ts';
import { bearerToken, subprotocolToken } from './authorization.ts';
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
  readonly sessionQuotas: SessionQuotas;
  /** For token requests, which have no session yet. */
  readonly tokenRequestQuotas: AddressQuotas;
  readonly wall: Clock;
}

/** Lets a request pass, or says why not. */
export type Pass = (request: FastifyRequest) => Failure | undefined;

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
    if (access === 'key') return (request) => this.#countByAddress(request);
    const scopes = access === 'any-token' ? [] : access;
    const kind: RequestKind = scopes.includes('control') && operation.method !== 'GET' ? 'commands' : 'reads';
    const tokenOf = operation.errors.includes('TOKEN_IN_URL') ? tokenOfSubscription : tokenOfRequest;
    return (request) => this.#passSession(request, tokenOf(request), scopes, kind);
  }

  #passSession(
    request: FastifyRequest,
    token: string | Failure,
    scopes: readonly Scope[],
    kind: RequestKind,
  ): Failure | undefined {
    if (typeof token !== 'string') return token;
    const granted = this.#parts.authenticate(token);
    if (!granted.ok) return rejectedToken(granted.refusal);
    const caller = granted.value;
    request.caller = caller;
    const nowUs = this.#parts.wall.nowUs();
    const quota = this.#parts.sessionQuotas.of(caller.sessionId, kind, nowUs);
    request.quota = quota;
    for (const scope of scopes) if (!caller.scopes.includes(scope)) return missingScope(scopes, caller);
    return quota.take(nowUs) ? undefined : tooMany(quota, kind, nowUs);
  }

  #countByAddress(request: FastifyRequest): Failure | undefined {
    const nowUs = this.#parts.wall.nowUs();
    const quota = this.#parts.tokenRequestQuotas.of(request.raw.socket.remoteAddress, nowUs);
    request.quota = quota;
    return quota.take(nowUs) ? undefined : tooMany(quota, 'token requests from this address', nowUs);
  }
}

function tokenOfRequest({ raw }: FastifyRequest): string | Failure {
  return bearerToken(raw.headers) ?? NO_TOKEN;
}

function tokenOfSubscription({ raw, query }: FastifyRequest): string | Failure {
  const names = Object.keys(query as object);
  if (names.some((name) => URL_TOKEN_NAMES.includes(name))) return TOKEN_IN_URL;
  return bearerToken(raw.headers) ?? subprotocolToken(raw.headers) ?? NO_TOKEN;
}

const NO_TOKEN: Failure = {
  refusal: { code: 'MISSING_TOKEN', message: 'the request carries no token; send Authorization: Bearer <token>' },
  headers: ['WWW-Authenticate', CHALLENGE],
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

function missingScope(scopes: readonly Scope[], caller: Caller): Failure {
  const message = `this needs the scope ${scopes.join(' and ')}, the token has ${caller.scopes.join(', ') || 'none'}`;
  return {
    refusal: { code: 'INSUFFICIENT_SCOPE', message },
    headers: challenge('insufficient_scope', message, `, scope="${scopes.join(' ')}"`),
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
