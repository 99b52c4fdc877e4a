import {
  type FleetSession,
  type FleetSignIn,
  SESSION_IDLE_S,
  SESSION_MAX_S,
} from '@kitestring/hub-contract/fleet/session.ts';
import {
  endSession,
  openSession,
  readSession,
  readSignIn,
  startOidc,
} from '@kitestring/hub-contract/fleet/session-operations.ts';
import {
  endSignIn,
  type FleetOpenSignIn,
  listSignIns,
  SIGN_INS_SHOWN_MAX,
} from '@kitestring/hub-contract/fleet/sign-ins.ts';
import { SCOPES_OF_FLEET_ROLE } from '@kitestring/hub-contract/role-rights.ts';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import { accepted, ok, refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  type Exchange,
  type HandlerResult,
  openRoute,
  type Route,
  route,
  tooManyWrongKeys,
} from '@kitestring/web/http';
import type { HubDeps } from '../hub-deps.ts';
import { useAdminLink } from '../people/admin-links.ts';
import type { HubAccess } from '../people/hub-access.ts';
import { callerOfLink, type HubCaller, hubAction, hubCaller } from '../people/hub-caller.ts';
import type { HubSessionRecord } from '../people/hub-session-store.ts';
import type { SignIns } from '../people/open-sign-ins.ts';
import type { People } from '../people/people.ts';
import type { Right } from '../people/rights.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import type { Registry } from '../registry/open-registry.ts';
import { nothingAt } from './nothing-at.ts';
import { timestamp } from './station-view.ts';

type SessionRouteDeps = Pick<HubDeps, 'audit' | 'nowMs' | 'settings'> &
  Pick<Registry, 'keys'> &
  Pick<People, 'provider'> &
  Pick<SignIns, 'sessions'> &
  Pick<HubAccess, 'cookie' | 'guesses' | 'signInCheck'>;

/** Sign-in and sign-out. */
export const sessionRoutes = (deps: SessionRouteDeps): readonly Route[] => [
  openRoute(readSignIn, () => ok({ key: true, ...oidc(deps) })),
  openRoute(openSession, ({ body, exchange }) => answerSignIn(deps, body, exchange)),
  route(readSession, ({ caller }) => ok(sessionView(hubCaller(caller)))),
  route(endSession, async ({ caller, exchange }) => {
    const { signedIn } = hubCaller(caller);
    if (signedIn === undefined) return nothingAt('session');
    await deps.sessions.end(signedIn.recordKey);
    await deps.audit.note(hubAction({ caller, exchange }, endSession));
    return { status: 204, headers: deps.cookie.cleared };
  }),
];

function oidc({ provider, settings }: SessionRouteDeps): Pick<FleetSignIn, 'oidc'> {
  if (provider === undefined) return {};
  const { awayReason: reason } = provider;
  const state = reason === undefined ? 'up' : 'away';
  const { 'oidc.name': name } = settings;
  const url = fullPath(startOidc);
  return { oidc: { name, url, state, ...(reason !== undefined && { reason }) } };
}

async function answerSignIn(
  deps: SessionRouteDeps,
  { admin_link: link, api_key: secret }: { readonly api_key?: string; readonly admin_link?: string },
  exchange: Exchange,
): Promise<HandlerResult> {
  const { cookie, guesses, keys, nowMs, sessions, settings } = deps;
  if ((secret === undefined) === (link === undefined)) {
    return refuse('INVALID_REQUEST', { fault: 'the body must have either api_key or admin_link' });
  }
  const key = secret === undefined ? undefined : keys.find(secret);
  const isLink = link !== undefined && useAdminLink(settings.data_dir, link, nowMs());
  if (key === undefined && !isLink) {
    const waitS = guesses.waitS(exchange.clientAddress, secret ?? link ?? '');
    return waitS > 0 ? tooManyWrongKeys(waitS) : { refusal: refusal('INVALID_API_KEY'), headers: CHALLENGE };
  }
  const by = key === undefined ? { isLink: true as const } : { keyId: key.id };
  const session = await sessions.open(() => by);
  const caller = session && deps.signInCheck.ofSession(session);
  if (session === undefined || caller === undefined) return { refusal: refusal('INVALID_API_KEY'), headers: CHALLENGE };
  await deps.audit.note(hubAction({ caller, exchange }, openSession));
  return { status: 201, body: sessionView(caller), headers: cookie.set(session.secret) };
}

/** RFC 9110 section 15.5.2: every 401 carries a challenge. */
const CHALLENGE = ['WWW-Authenticate', 'Bearer realm="kitestring"'];

const rightView = ({ group, role }: Right) => ({
  role,
  ...(group !== undefined && { group: { id: group.id, name: group.name } }),
  scopes: [...SCOPES_OF_FLEET_ROLE[role]],
});

function sessionView({ kind, callerId: id, callerName: name, rights, signedIn }: HubCaller): FleetSession {
  return {
    kind,
    id,
    name,
    rights: rights.map(rightView),
    ...(signedIn !== undefined && {
      opened: timestamp(signedIn.openedMs),
      expires: timestamp(signedIn.openedMs + SESSION_MAX_S * 1000),
      idle_s: SESSION_IDLE_S,
    }),
  };
}

/** Browsers that are signed in; an administrator can sign them out. */
export const signInRoutes = ({
  audit,
  keys,
  sessions,
}: Pick<SessionRouteDeps, 'audit' | 'keys' | 'sessions'>): readonly Route[] => [
  route(listSignIns, async ({ caller }) => {
    const { sessionId } = hubCaller(caller);
    const open = await sessions.list(SIGN_INS_SHOWN_MAX);
    return ok({ sign_ins: open.map((record) => signInView(record, keys, sessionId)) });
  }),
  route(endSignIn, async ({ params: { id }, ...call }) => {
    if (!(await sessions.endOf(id))) return nothingAt(`sign-ins/${id}`);
    await audit.note(hubAction(call, endSignIn, id));
    return accepted;
  }),
];

function signInView(record: HubSessionRecord, keys: ApiKeys, own: string): FleetOpenSignIn {
  const { id, keyId, openedMs, person, usedMs } = record;
  const times = { opened: timestamp(openedMs), used: timestamp(usedMs), is_own: id === own };
  if (person !== undefined) return { id, kind: 'person', who: person.id, name: person.name, ...times };
  if (keyId !== undefined) return { id, kind: 'key', who: keyId, name: keys.get(keyId)?.name ?? keyId, ...times };
  const { callerId: who, callerName: name } = callerOfLink();
  return { id, kind: 'link', who, name, ...times };
}
