import {
  endSignIn,
  type FleetOpenSignIn,
  listSignIns,
  SIGN_INS_SHOWN_MAX,
} from '@kitestring/hubcontract/fleet/sign-ins.ts';
import { type Route, route } from '@kitestring/server/http/route.ts';
import { accepted, ok, refuse } from '@kitestring/station/refusal.ts';
import { auditedName, callerOfLink, hubCaller } from '../people/hub-caller.ts';
import type { HubSessionRecord } from '../people/hub-session-store.ts';
import type { HubSessions } from '../people/hub-sessions.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import type { HubAudit } from '../registry/audit.ts';
import { timeOf } from './station-view.ts';

interface SignInRouteDeps {
  readonly sessions: HubSessions;
  readonly keys: ApiKeys;
  readonly audit: HubAudit;
}

/** The browsers that are signed in, and their end by an administrator. */
export const signInRoutes = ({ audit, keys, sessions }: SignInRouteDeps): readonly Route[] => [
  route(listSignIns, async ({ caller }) => {
    const { sessionId } = hubCaller(caller);
    const open = [...(await sessions.list())].sort((a, b) => b.usedMs - a.usedMs).slice(0, SIGN_INS_SHOWN_MAX);
    return ok({ sign_ins: open.map((record) => signInView(record, keys, sessionId)) });
  }),
  route(endSignIn, async ({ caller, exchange, params: { id } }) => {
    if (!(await sessions.list()).some((record) => record.id === id)) {
      return refuse('NOT_FOUND.nothingThere', { path: `/fleet/v1/sign-ins/${id}` });
    }
    await sessions.endAll((record) => record.id === id);
    const { clientAddress: address } = exchange;
    await audit.note({ who: auditedName(caller), what: endSignIn.id, outcome: `done ${id}`, address });
    return accepted;
  }),
];

function signInView(record: HubSessionRecord, keys: ApiKeys, own: string): FleetOpenSignIn {
  const { id, keyId, openedMs, person, usedMs } = record;
  const times = { opened: timeOf(openedMs), used: timeOf(usedMs), is_own: id === own };
  if (person !== undefined) return { id, kind: 'person', who: person.id, name: person.name, ...times };
  if (keyId !== undefined) return { id, kind: 'key', who: keyId, name: keys.get(keyId)?.name ?? keyId, ...times };
  const { pluginId: who, pluginName: name } = callerOfLink();
  return { id, kind: 'link', who, name, ...times };
}
