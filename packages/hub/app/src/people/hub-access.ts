import { THROUGH_HUB } from '@kitestring/hub-contract/fleet/through-hub.ts';
import { DEFAULT_LIMITS } from '@kitestring/settings/server-settings.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { grantsOf, type Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import { AccessCheck, type Cors, type Exchange } from '@kitestring/web/http';
import { AddressQuotas, RequestQuotas, type TrustedProxies } from '@kitestring/web/limits';
import type { HubDeps } from '../hub-deps.ts';
import type { StationTokens } from '../proxy/station-tokens.ts';
import { type ApiKeys, isApiKey } from '../registry/api-keys.ts';
import { AccessTokens } from './access-tokens.ts';
import { hubCaller } from './hub-caller.ts';
import type { HubSessions } from './hub-sessions.ts';
import { KeyGuesses } from './key-guesses.ts';
import type { People } from './people.ts';
import { refusalByRole } from './role-check.ts';
import { SessionCookie } from './session-cookie.ts';
import { SignInCheck } from './sign-in-check.ts';

/** Limit of sign-ins per address, valid ones included: the people of a control room share one, perhaps with a program that guesses. */
const SIGN_INS = { perS: 20, burst: 300 };

interface HubAccessDeps
  extends Pick<People, 'persons' | 'provider' | 'rights'>,
    Pick<HubDeps, 'settings' | 'realTimeClock' | 'nowMs' | 'log'> {
  readonly keys: ApiKeys;
  readonly sessions: HubSessions;
  readonly tokens: StationTokens;
  readonly cors: Cors;
  readonly proxies: TrustedProxies;
  readonly isSecure: boolean;
}

/** Identification of callers, and what the operations of sign-in need of it. */
export type HubAccess = ReturnType<typeof makeHubAccess>;

/** Identifies callers: by an API key, a token for a station, an access token of the provider, or the cookie of a sign-in. */
export function makeHubAccess(deps: HubAccessDeps) {
  const { cors, proxies, realTimeClock, settings } = deps;
  // Behind a proxy that terminates HTTPS, browsers see HTTPS.
  const isSecureCookie = deps.isSecure || settings.public_url?.startsWith('https:') === true;
  const cookie = new SessionCookie(isSecureCookie);
  const signInCheck = new SignInCheck({ ...deps, cookie, tokens: new AccessTokens(deps) });
  const guesses = new KeyGuesses(deps);
  const limits = {
    ...DEFAULT_LIMITS,
    readsPerS: settings['limits.reads_per_s'],
    readsBurst: settings['limits.reads_burst'],
    commandsPerS: settings['limits.commands_per_s'],
    commandsBurst: settings['limits.commands_burst'],
  };
  const access = new AccessCheck({
    cors,
    proxies,
    realTimeClock,
    authenticate: (secret) => deps.tokens.of(secret) ?? signInCheck.ofToken(secret),
    signedIn: (exchange) => signInCheck.ofCookie(exchange),
    refusalOf: refusalAtStation,
    usedUpByGuesses: ({ clientAddress }, token) => (isApiKey(token) ? guesses.usedUp(clientAddress, token) : undefined),
    sessionQuotas: RequestQuotas.ofSessions(limits),
    pluginQuotas: RequestQuotas.ofPlugins(limits),
    tokenRequestQuotas: new AddressQuotas('sign-ins', SIGN_INS),
    strangerQuotas: new AddressQuotas('unauthenticated', {
      perS: limits.unauthenticatedPerS,
      burst: limits.unauthenticatedBurst,
    }),
  });
  return { access, cookie, guesses, isSecureCookie, signInCheck };
}

/** Why this caller must not call this operation: by roles, and for a token of one station also by its scopes. */
function refusalAtStation(operation: Operation, exchange: Exchange, caller: Caller): Refusal | undefined {
  const { onlyAt } = hubCaller(caller);
  if (onlyAt === undefined) return refusalByRole(operation, exchange, caller);
  const isThere = operation.id.startsWith(THROUGH_HUB) && exchange.params.sid === onlyAt;
  if (!isThere) return refusal('INSUFFICIENT_SCOPE.elsewhere', { station: onlyAt });
  const refused = refusalByRole(operation, exchange, caller);
  if (refused !== undefined) return refused;
  // Roles may have changed since the token was issued; it never allows more than at that time.
  const scopes = (exchange.caller ?? caller).scopes.filter((scope) => caller.scopes.includes(scope));
  exchange.caller = { ...(exchange.caller ?? caller), scopes };
  const grants = grantsOf(operation.access) ?? [];
  if (grants.some((needed) => needed.every((scope) => scopes.includes(scope)))) return undefined;
  const needed = grants.map((one) => one.join(' and ')).join(' or ');
  return refusal('INSUFFICIENT_SCOPE.operation', { needed, held: scopes.join(', ') || 'none' });
}
