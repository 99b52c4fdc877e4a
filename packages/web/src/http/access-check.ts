import type { Clock } from '@kitestring/base/clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { grantsOf, isLimited, type Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, type Result, refusal } from '@kitestring/station-contract/refusal.ts';
import { isFlying, mayFly } from '@kitestring/station-contract/station/account-role.ts';
import type { AddressQuotas } from '../limits/address-quotas.ts';
import type { Quota } from '../limits/quota.ts';
import type { RequestKind, RequestQuotas } from '../limits/request-quotas.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { FlatHeaders } from './answers.ts';
import { bearerToken, subprotocolToken } from './authorization.ts';
import type { Cors } from './cors.ts';
import type { Exchange } from './exchange.ts';
import { isForeignPage } from './foreign-page.ts';
import type { RefusalAnswer } from './route.ts';
import { WaitingReads } from './waiting-reads.ts';

interface AccessCheckDeps {
  readonly authenticate: (token: string) => Result<Caller>;
  /** Caller of a request without a token, by its cookie; undefined without one. Absent if cookies are not used. */
  readonly signedIn?: (exchange: Exchange) => Result<Caller> | undefined;
  /** Why a caller must not call an operation, instead of the comparison of scopes. Absent if scopes decide. */
  readonly refusalOf?: (operation: Operation, exchange: Exchange, caller: Caller) => Refusal | undefined;
  readonly sessionQuotas: RequestQuotas;
  readonly pluginQuotas: RequestQuotas;
  /** The exhausted quota of a client that guesses tokens; undefined: a wrong token is refused as wrong. Absent if guesses are not limited. */
  readonly usedUpByGuesses?: (exchange: Exchange, token: string) => Quota | undefined;
  /** Token requests, which have no session yet. */
  readonly tokenRequestQuotas: AddressQuotas;
  /** Requests without a valid token. */
  readonly strangerQuotas: AddressQuotas;
  readonly proxies: TrustedProxies;
  readonly cors: Cors;
  readonly realTimeClock: Clock;
  /** Whether requests without an operation and a valid token are counted; true when absent. */
  readonly countsUnrouted?: boolean;
}

/** Lets a request pass, or returns the refusal. */
export type Pass = (exchange: Exchange) => RefusalAnswer | undefined;

/** Alternative sets of scopes, each of which is sufficient. */
type Grants = readonly (readonly Scope[])[];

/** Refusal of a caller who may not do this. */
type Judge = (exchange: Exchange, caller: Caller) => RefusalAnswer | undefined;

interface Limits {
  /** Quota of the session that applies; undefined: none. */
  readonly kind: RequestKind | undefined;
  /** Whether requests without a valid token are counted. */
  readonly isCounted: boolean;
}

const CHALLENGE = 'Bearer realm="kitestring"';
const URL_TOKEN_NAMES = ['token', 'access_token'];

/** Authorization and rate limits of requests. */
export class AccessCheck {
  /** Reads that end with their session: its owner tells when that is. */
  readonly waitingReads = new WaitingReads(rejected(refusal('INVALID_TOKEN.sessionEnded')));
  readonly #deps: AccessCheckDeps;

  constructor(deps: AccessCheckDeps) {
    this.#deps = deps;
  }

  /** Checks of every request for this operation; undefined for a public one. */
  makePass(operation: Operation): Pass | undefined {
    const { access } = operation;
    if (access === 'open') return undefined;
    const isCounted = operation.isUncounted !== true;
    if (access === 'key') return (exchange) => this.#passStranger(exchange, isCounted);
    const grants = grantsOf(access) ?? [];
    const limits = { kind: isLimited(operation) ? requestKind(operation, grants) : undefined, isCounted };
    const tokenOf = operation.errors.includes('TOKEN_IN_URL') ? tokenOfSubscription : tokenOfRequest;
    const judge = this.#makeJudge(operation, grants);
    if (operation.method === 'GET' || !isFlying(operation)) {
      return (exchange) => this.#passSession(exchange, tokenOf(exchange), judge, limits);
    }
    return (exchange) => this.#passSession(exchange, tokenOf(exchange), judge, limits) ?? refuseToFly(exchange.caller);
  }

  /** Checks the caller again, without counting the request twice: between headers and body its session may have ended or lost a scope. */
  makeSecondPass(operation: Operation): Pass | undefined {
    const { access } = operation;
    if (access === 'open' || access === 'key') return undefined;
    const tokenOf = operation.errors.includes('TOKEN_IN_URL') ? tokenOfSubscription : tokenOfRequest;
    const judge = this.#makeJudge(operation, grantsOf(access) ?? []);
    return (exchange) => {
      const caller = this.#identify(exchange, tokenOf(exchange));
      if ('refusal' in caller) return caller;
      exchange.caller = caller;
      return judge(exchange, caller);
    };
  }

  /** Checks a request outside the API; undefined when it may proceed. */
  failureOfReader(exchange: Exchange): RefusalAnswer | undefined {
    return this.#passSession(exchange, tokenOfRequest(exchange), judgeReader, { kind: 'reads', isCounted: true });
  }

  #makeJudge(operation: Operation, grants: Grants): Judge {
    const { refusalOf } = this.#deps;
    if (refusalOf === undefined) return byScopes(grants);
    return (exchange, caller) => {
      const refusal = refusalOf(operation, exchange, caller);
      if (refusal?.code === 'INSUFFICIENT_SCOPE') return challenged(refusal, grants);
      return refusal === undefined ? undefined : { refusal };
    };
  }

  #passSession(
    exchange: Exchange,
    token: string | RefusalAnswer,
    judge: Judge,
    { isCounted, kind }: Limits,
  ): RefusalAnswer | undefined {
    const caller = this.#identify(exchange, token);
    if ('refusal' in caller) {
      const counted = isCounted ? this.#countStranger(exchange) : undefined;
      return counted ?? this.#refuseGuess(exchange, token) ?? caller;
    }
    exchange.caller = caller;
    const refused = judge(exchange, caller);
    if (kind === undefined) return refused;
    const nowUs = this.#deps.realTimeClock.nowUs();
    exchange.checkedUs = nowUs;
    const quota = this.#deps.sessionQuotas.of(caller.sessionId, kind, nowUs);
    exchange.quota = quota;
    if (refused !== undefined) return refused;
    if (!quota.take(nowUs)) return tooMany(quota, kind, nowUs);
    // Screens of a watch link share a separate quota: they do not use that of its creator.
    const ofPlugin = this.#deps.pluginQuotas.of(caller.watchLinkId ?? caller.callerId, kind, nowUs);
    if (ofPlugin.take(nowUs)) return undefined;
    exchange.quota = ofPlugin;
    return tooMany(ofPlugin, `${kind} of this plugin`, nowUs);
  }

  /** The caller by token or cookie, or why there is none. */
  #identify(exchange: Exchange, token: string | RefusalAnswer): Caller | RefusalAnswer {
    const { authenticate, signedIn } = this.#deps;
    const granted = typeof token === 'string' ? authenticate(token) : signedIn?.(exchange);
    if (granted?.ok === true) return granted.value;
    if (granted !== undefined) return rejected(granted.refusal);
    return typeof token === 'string' ? NO_TOKEN : token;
  }

  /** Requests for unknown paths count against the limit of strangers, too. */
  passUnrouted(exchange: Exchange): RefusalAnswer | undefined {
    if (this.#deps.countsUnrouted === false) return undefined;
    const token = bearerToken(exchange.request.headers);
    const caller = token === undefined ? this.#deps.signedIn?.(exchange) : this.#deps.authenticate(token);
    const isKnown = caller?.ok === true;
    return isKnown ? undefined : this.#countStranger(exchange);
  }

  #countStranger(exchange: Exchange): RefusalAnswer | undefined {
    const { strangerQuotas, realTimeClock } = this.#deps;
    const nowUs = realTimeClock.nowUs();
    const quota = strangerQuotas.of(exchange.clientAddress, nowUs);
    if (quota.take(nowUs)) return undefined;
    exchange.quota = quota;
    return tooMany(quota, 'requests without a valid token from this address', nowUs);
  }

  #refuseGuess(exchange: Exchange, token: string | RefusalAnswer): RefusalAnswer | undefined {
    const quota = typeof token === 'string' ? this.#deps.usedUpByGuesses?.(exchange, token) : undefined;
    if (quota === undefined) return undefined;
    exchange.quota = quota;
    return tooMany(quota, 'wrong keys from this address', this.#deps.realTimeClock.nowUs());
  }

  /** Pages of other origins first: they must not use up the quota of the operator's browser. */
  #passStranger(exchange: Exchange, isCounted: boolean): RefusalAnswer | undefined {
    const { cors, proxies, tokenRequestQuotas, realTimeClock } = this.#deps;
    if (isForeignPage(exchange.request, cors, proxies)) return FOREIGN_PAGE;
    if (!isCounted) return undefined;
    const nowUs = realTimeClock.nowUs();
    const quota = tokenRequestQuotas.of(exchange.clientAddress, nowUs);
    exchange.quota = quota;
    return quota.take(nowUs) ? undefined : tooMany(quota, 'token requests from this address', nowUs);
  }
}

/** The scope `control` covers camera and flight; a role may be limited to the camera. */
const refuseToFly = (caller: Caller | null): RefusalAnswer | undefined =>
  caller === null || mayFly(caller.role)
    ? undefined
    : { refusal: refusal('INSUFFICIENT_SCOPE.role', { account: caller.callerName }) };

const requestKind = ({ method }: Operation, grants: Grants): RequestKind =>
  method !== 'GET' && grants.some((scopes) => scopes.includes('control')) ? 'commands' : 'reads';

const byScopes =
  (grants: Grants): Judge =>
  (_exchange, caller) =>
    isGranted(grants, caller) ? undefined : missingScope(grants, caller);
const judgeReader = byScopes([['read']]);

/** Loops instead of callbacks: runs for every request. */
function isGranted(grants: Grants, { scopes: held }: Caller): boolean {
  for (const scopes of grants) if (holdsAll(held, scopes)) return true;
  return false;
}

function holdsAll(held: readonly Scope[], scopes: readonly Scope[]): boolean {
  for (const scope of scopes) if (!held.includes(scope)) return false;
  return true;
}

function tokenOfRequest({ request }: Exchange): string | RefusalAnswer {
  return bearerToken(request.headers) ?? NO_TOKEN;
}

/** A token in the URL is never accepted: beside a header it is ignored, because published clients send both. */
function tokenOfSubscription({ request, query }: Exchange): string | RefusalAnswer {
  const token = bearerToken(request.headers) ?? subprotocolToken(request.headers);
  if (token !== undefined) return token;
  return Object.keys(query).some((name) => URL_TOKEN_NAMES.includes(name)) ? TOKEN_IN_URL : NO_TOKEN;
}

const NO_TOKEN: RefusalAnswer = {
  refusal: refusal('MISSING_TOKEN'),
  headers: ['WWW-Authenticate', CHALLENGE],
};

const FOREIGN_PAGE: RefusalAnswer = { refusal: refusal('FOREIGN_PAGE.token') };

/** URLs end up in logs and browser histories, and tokens with them. */
const TOKEN_IN_URL: RefusalAnswer = { refusal: refusal('TOKEN_IN_URL') };

/** RFC 6750 section 3. */
const challenge = (error: string, description: string, more = ''): FlatHeaders => [
  'WWW-Authenticate',
  `${CHALLENGE}, error="${error}", error_description="${quotable(description)}"${more}`,
];

/** A quoted string of a header has visible ASCII and spaces, but no quote and no backslash. */
const quotable = (text: string): string => text.replaceAll(/[^ !#-[\]-~]/g, "'");

function rejected(refusal: Refusal): RefusalAnswer {
  const isToken = ERRORS[refusal.code].status === 401;
  return isToken ? { refusal, headers: challenge('invalid_token', refusal.message) } : { refusal };
}

function missingScope(grants: Grants, caller: Caller): RefusalAnswer {
  const needed = grants.map((scopes) => scopes.join(' and ')).join(' or ');
  const missing = refusal('INSUFFICIENT_SCOPE.operation', { needed, held: caller.scopes.join(', ') || 'none' });
  return challenged(missing, grants);
}

/** The header can carry only one challenge. */
const challenged = (refusal: Refusal, grants: Grants): RefusalAnswer => ({
  refusal,
  headers: challenge('insufficient_scope', refusal.message, `, scope="${grants[0]?.join(' ')}"`),
});

function tooMany(quota: Quota, what: string, nowUs: number): RefusalAnswer {
  const waitS = quota.waitS(nowUs);
  return { refusal: refusal('RATE_LIMITED.wait', { requests: what, waitS }), headers: retryAfter(waitS) };
}

/** Refusal of a client that guesses. */
export const tooManyWrongKeys = (waitS: number): RefusalAnswer => ({
  refusal: refusal('TOO_MANY_WRONG_KEYS', { waitS }),
  headers: retryAfter(waitS),
});

const retryAfter = (waitS: number): FlatHeaders => ['Retry-After', String(waitS)];
