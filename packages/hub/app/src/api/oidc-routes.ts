import { FLOW_COOKIE, SIGN_IN_FLOW_S, type SignInFault } from '@kitestring/hub-contract/fleet/session.ts';
import { finishOidc, logoutOidc, startOidc } from '@kitestring/hub-contract/fleet/session-operations.ts';
import { refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  type Exchange,
  type HandlerResult,
  openRoute,
  type RefusalAnswer,
  type Route,
  splitTarget,
} from '@kitestring/web/http';
import { AddressQuotas } from '@kitestring/web/limits';
import type { HubDeps } from '../hub-deps.ts';
import type { HubAccess } from '../people/hub-access.ts';
import type { OidcFlow, OidcProvider, OidcResult } from '../people/oidc-provider.ts';
import type { SignIns } from '../people/open-sign-ins.ts';
import type { People } from '../people/people.ts';
import { SessionCookie } from '../people/session-cookie.ts';
import type { BegunSignIn } from '../people/sign-in-flows.ts';
import type { HubApiServices } from './hub-services.ts';
import { nothingAt } from './nothing-at.ts';

type OidcRouteDeps = Pick<HubDeps, 'audit' | 'log' | 'realTimeClock'> &
  Pick<People, 'personSignIn' | 'provider'> &
  Pick<SignIns, 'flows' | 'sessions'> &
  Pick<HubAccess, 'cookie' | 'isSecureCookie'> &
  Pick<HubApiServices, 'hubUrlOf' | 'refusedSignIns'>;

/** Each one costs a request to the provider. */
const PER_ADDRESS = { perS: 1, burst: 60 };

/** Sign-in by an OpenID Connect provider. */
export function oidcRoutes(deps: OidcRouteDeps): readonly Route[] {
  const { provider, realTimeClock } = deps;
  const quotas = new AddressQuotas('provider', PER_ADDRESS);
  const flowCookie = new SessionCookie(deps.isSecureCookie, FLOW_COOKIE, SIGN_IN_FLOW_S);
  const limited = async (exchange: Exchange, answer: (provider: OidcProvider) => Promise<HandlerResult>) => {
    if (provider === undefined) return nothingAt('sign-in/oidc');
    if (provider.isResting) return AWAY;
    const nowUs = realTimeClock.nowUs();
    const quota = quotas.of(exchange.clientAddress, nowUs);
    return quota.take(nowUs) ? answer(provider) : tooMany(quota.waitS(nowUs));
  };
  return [
    openRoute(startOidc, async ({ exchange, query: { return_to: returnTo = '/' } }) => {
      const answer = await limited(exchange, (it) => begin(deps, it, flowCookie, exchange, returnTo));
      return answer === AWAY ? away(deps, exchange, returnTo) : answer;
    }),
    openRoute(finishOidc, async ({ exchange }) => {
      const answer = await limited(exchange, (it) => finish(deps, it, flowCookie, exchange));
      return answer === AWAY ? away(deps, exchange, '/') : answer;
    }),
    openRoute(logoutOidc, ({ body, exchange }) => limited(exchange, (it) => logOut(deps, it, body.logout_token))),
  ];
}

async function begin(
  { flows, hubUrlOf }: OidcRouteDeps,
  provider: OidcProvider,
  flowCookie: SessionCookie,
  exchange: Exchange,
  returnTo: string,
): Promise<HandlerResult> {
  const begun = await provider.begin(new URL('fleet/v1/sign-in/oidc/callback', hubUrlOf(exchange)).href);
  if (begun.kind !== 'ok') return AWAY;
  const secret = await flows.begin({ ...begun.value.flow, returnTo });
  return { status: 303, headers: ['Location', begun.value.url.href, ...flowCookie.set(secret)] };
}

async function finish(
  deps: OidcRouteDeps,
  provider: OidcProvider,
  flowCookie: SessionCookie,
  exchange: Exchange,
): Promise<HandlerResult> {
  const secret = flowCookie.read(exchange.request.headers);
  const begun = secret === undefined ? undefined : await deps.flows.finish(secret).catch(() => undefined);
  if (begun === undefined) return refused(deps, 'expired', '/', flowCookie.cleared);
  const { query } = splitTarget(exchange.request.url ?? '');
  const signedIn = await signIn(deps, provider, begun, query, exchange);
  if (signedIn.kind === 'ok')
    return goTo(returnUrl(begun.returnTo), [...flowCookie.cleared, ...deps.cookie.set(signedIn.value)]);
  deps.log.warn({ fault: signedIn.reason, kind: signedIn.kind }, 'a sign-in by the provider did not succeed');
  return refused(deps, signedIn.kind, begun.returnTo, flowCookie.cleared);
}

/** @returns the secret for the cookie */
async function signIn(
  { audit, personSignIn, sessions }: OidcRouteDeps,
  provider: OidcProvider,
  flow: OidcFlow & BegunSignIn,
  query: string,
  { clientAddress: address }: Exchange,
): Promise<OidcResult<string>> {
  try {
    const lastSignOut = await sessions.lastSignOut();
    const finished = await provider.finish(query, flow);
    if (finished.kind !== 'ok') return finished;
    const person = await personSignIn.seen(finished.value);
    const by = (secret: string) => ({ person: personSignIn.signedInPerson(person, finished.value, secret) });
    const opened = await sessions.open(by, lastSignOut);
    if (opened === undefined) return { kind: 'refused', reason: 'the person was signed out or erased meanwhile' };
    await audit.note({ who: person.id, what: finishOidc.id, outcome: 'done', address });
    return { kind: 'ok', value: opened.secret };
  } catch (error) {
    return { kind: 'away', reason: String(error) };
  }
}

async function logOut({ log, sessions }: OidcRouteDeps, provider: OidcProvider, token: string): Promise<HandlerResult> {
  const read = await provider.ofLogoutToken(token);
  if (read.kind !== 'ok') {
    const fault = `logout_token: ${read.reason}`;
    return read.kind === 'away' ? AWAY : refuse('INVALID_REQUEST', { fault });
  }
  await sessions.signOut(read.value);
  log.info({}, 'the provider has signed a person out');
  return { status: 204 };
}

const AWAY = refuse('SIGN_IN_PROVIDER_AWAY');

/** A browser shows the response to a person, so the page of the hub explains the fault. */
const away = (deps: OidcRouteDeps, { request }: Exchange, returnTo: string): HandlerResult =>
  request.headers.accept?.includes('text/html') === true ? refused(deps, 'away', returnTo, []) : AWAY;

function refused(
  { refusedSignIns }: OidcRouteDeps,
  fault: SignInFault,
  returnTo: string,
  headers: readonly string[],
): HandlerResult {
  refusedSignIns.add(fault);
  return goTo(returnUrl(returnTo, fault), headers);
}

const goTo = (place: string, headers: readonly string[]): HandlerResult => ({
  status: 303,
  headers: ['Location', place, ...headers],
});

/**
 * Path of a page of the hub, with the reason for a failed sign-in. Security: a path that begins with two slashes would
 * be the address of another host.
 */
function returnUrl(returnTo: string, fault?: SignInFault): string {
  const url = new URL(returnTo, 'http://hub');
  if (fault !== undefined) url.searchParams.set('sign_in', fault);
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}

const tooMany = (waitS: number): RefusalAnswer => ({
  refusal: refusal('RATE_LIMITED.wait', { requests: 'sign-ins from this address', waitS }),
  headers: ['Retry-After', String(waitS)],
});
