import { enrolmentUrl } from '@kitestring/hubcontract/enrolment-url.ts';
import {
  ENROLMENTS_SHOWN_MAX,
  FLEET_KEYS_MAX,
  type FleetEnrolment,
} from '@kitestring/hubcontract/fleet/administration.ts';
import {
  addFleetEnrolment,
  addFleetKey,
  listFleetEnrolments,
  listFleetKeys,
  readFleetAudit,
  removeFleetEnrolment,
  removeFleetKey,
} from '@kitestring/hubcontract/fleet/operations.ts';
import { type CallerInput, type Route, route } from '@kitestring/server/http/route.ts';
import { accepted, ok, refuse } from '@kitestring/station/refusal.ts';
import type { ApiKeys, HubApiKey } from '../registry/api-keys.ts';
import type { HubAction, HubAudit, HubAuditEntry } from '../registry/audit.ts';
import type { Enrolment, Enrolments } from '../registry/enrolments.ts';
import { timeOf } from './station-view.ts';

const AUDIT_PAGE = 100;

export interface AdministrationRouteDeps {
  readonly keys: ApiKeys;
  readonly enrolments: Enrolments;
  readonly audit: HubAudit;
  readonly nowMs: () => number;
  /** Pin of the certificate, where stations could not check it otherwise. */
  readonly certificatePin: () => string | undefined;
  /** Base URL as the caller has it, with a slash at its end. */
  readonly hubUrlOf: (exchange: CallerInput['exchange']) => string;
  /** A key is void: its WebSockets are to be closed. */
  readonly onKeyRemoved: (id: string) => void;
}

const nothingAt = (path: string) => refuse('NOT_FOUND.nothingThere', { path });

export const administrationRoutes = (deps: AdministrationRouteDeps): readonly Route[] => [
  ...enrolmentRoutes(deps),
  ...keyRoutes(deps),
  route(readFleetAudit, async ({ query: { before = Number.MAX_SAFE_INTEGER, limit = AUDIT_PAGE } }) => {
    const entries = await deps.audit.read(before, limit + 1);
    const page = entries.slice(0, limit);
    const next = entries.length > limit ? page.at(-1)?.n : undefined;
    return ok({ entries: page.map(auditView), ...(next !== undefined && { next_before: next }) });
  }),
];

const enrolmentRoutes = ({ audit, certificatePin, enrolments, hubUrlOf, nowMs }: AdministrationRouteDeps): Route[] => [
  route(listFleetEnrolments, async () => {
    const list = await enrolments.list(ENROLMENTS_SHOWN_MAX);
    return ok({ enrolments: list.map((enrolment) => enrolmentView(enrolment, nowMs())) });
  }),
  route(addFleetEnrolment, async ({ body, caller, exchange }) => {
    const note = body?.note ?? '';
    const { code, enrolment } = await enrolments.add(note, caller.pluginName, nowMs());
    await audit.note(actionOf({ caller, exchange }, addFleetEnrolment.id));
    const pin = certificatePin();
    const url = enrolmentUrl({ hubUrl: hubUrlOf(exchange), code, ...(pin !== undefined && { pin }) });
    return ok({ enrolment: enrolmentView(enrolment, nowMs()), code, url });
  }),
  route(removeFleetEnrolment, async ({ caller, exchange, params: { id } }) => {
    if (!(await enrolments.withdraw(id))) return nothingAt(`/fleet/v1/enrolments/${id}`);
    await audit.note(actionOf({ caller, exchange }, removeFleetEnrolment.id));
    return accepted;
  }),
];

const keyRoutes = ({ audit, keys, nowMs, onKeyRemoved }: AdministrationRouteDeps): Route[] => [
  route(listFleetKeys, () => ok({ keys: keys.list().map(keyView) })),
  route(addFleetKey, async ({ body: { name, role }, caller, exchange }) => {
    const count = keys.list().length;
    if (count >= FLEET_KEYS_MAX) return refuse('TOO_MANY_PLUGINS', { most: FLEET_KEYS_MAX, count });
    const { key, secret } = await keys.add(name, role, nowMs());
    await audit.note(actionOf({ caller, exchange }, addFleetKey.id));
    return ok({ key: keyView(key), secret });
  }),
  route(removeFleetKey, async ({ caller, exchange, params: { id } }) => {
    const key = keys.get(id);
    if (key === undefined) return nothingAt(`/fleet/v1/keys/${id}`);
    const admins = keys.list().filter(({ role }) => role === 'admin');
    if (key.role === 'admin' && admins.length === 1) return refuse('LAST_INTERNAL_PLUGIN', { plugin: key.name });
    await keys.remove(id);
    onKeyRemoved(id);
    await audit.note(actionOf({ caller, exchange }, removeFleetKey.id));
    return accepted;
  }),
];

const actionOf = ({ caller, exchange }: Pick<CallerInput, 'caller' | 'exchange'>, what: string): HubAction => ({
  ...{ who: caller.pluginName, what, outcome: 'done', address: exchange.clientAddress },
});

const keyView = ({ createdMs, id, name, role }: HubApiKey) => ({ id, name, role, created: timeOf(createdMs) });

function enrolmentView(enrolment: Enrolment, nowMs: number): FleetEnrolment {
  const { created_by, created_ms, expires_ms, id, note, sid, used_ms } = enrolment;
  const state = used_ms !== null ? 'used' : expires_ms > nowMs ? 'open' : 'expired';
  return {
    ...{ id, note, created: timeOf(created_ms), created_by, expires: timeOf(expires_ms), state },
    ...(sid !== null && { sid }),
  };
}

const auditView = ({ address, hash, n, outcome, previous, station, time_ms, what, who }: HubAuditEntry) => ({
  ...{ n, time: timeOf(time_ms), who, what, outcome, previous, hash },
  ...(station !== null && { station }),
  ...(address !== null && { address }),
});
