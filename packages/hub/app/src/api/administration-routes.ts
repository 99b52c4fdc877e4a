import { enrolmentUrl } from '@kitestring/hub-contract/enrolment-url.ts';
import { ENROLMENTS_SHOWN_MAX, type FleetEnrolment } from '@kitestring/hub-contract/fleet/administration.ts';
import {
  addFleetEnrolment,
  addFleetEnrolments,
  addFleetKey,
  listFleetEnrolments,
  listFleetKeys,
  readFleetAudit,
  removeFleetEnrolment,
  removeFleetKey,
} from '@kitestring/hub-contract/fleet/operations.ts';
import { accepted, ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { type CallerInput, type Route, route } from '@kitestring/web/http';
import type { HubDeps } from '../hub-deps.ts';
import { auditedName, hubAction } from '../people/hub-caller.ts';
import type { Names } from '../people/persons.ts';
import type { HubApiKey } from '../registry/api-keys.ts';
import type { Enrolment } from '../registry/enrolments.ts';
import type { Registry } from '../registry/open-registry.ts';
import { wrongPlace } from './group-routes.ts';
import { unixMs } from './history-routes.ts';
import type { HubApiServices, HubBase } from './hub-services.ts';
import { invitationAddress } from './invitation-address.ts';
import { auditView } from './named-views.ts';
import { nothingAt } from './nothing-at.ts';
import { timestamp } from './station-view.ts';

type AdministrationRouteDeps = Pick<HubDeps, 'audit' | 'nowMs' | 'persons'> &
  Pick<HubBase, 'certificatePin'> &
  Pick<Registry, 'enrolments' | 'keys'> &
  Pick<HubApiServices, 'hubUrlOf' | 'onKeyRemoved'>;

const AUDIT_PAGE = 100;

export const administrationRoutes = (deps: AdministrationRouteDeps): readonly Route[] => [
  ...invitationRoutes(deps),
  ...keyRoutes(deps),
  route(readFleetAudit, async ({ query }) => {
    const { before = Number.MAX_SAFE_INTEGER, from, limit = AUDIT_PAGE, station, to, who } = query;
    const range = { fromMs: unixMs(from), toMs: unixMs(to) };
    const entries = await deps.audit.read({ before, limit: limit + 1, who, station, ...range });
    const page = entries.slice(0, limit);
    const next = entries.length > limit ? page.at(-1)?.n : undefined;
    const names = await deps.persons.names(page.map(({ who }) => who));
    return ok({
      entries: page.map((entry) => auditView(entry, names)),
      ...(next !== undefined && { next_before: next }),
    });
  }),
];

const invitationRoutes = (deps: AdministrationRouteDeps): Route[] => [
  route(listFleetEnrolments, async () => {
    const { enrolments, nowMs, persons } = deps;
    const list = await enrolments.list(ENROLMENTS_SHOWN_MAX);
    const names = await persons.names(list.map(({ created_by }) => created_by));
    return ok({ enrolments: list.map((enrolment) => enrolmentView(enrolment, nowMs(), names)) });
  }),
  route(addFleetEnrolment, async ({ body, caller, exchange }) => {
    const made = await invite(deps, { caller, exchange }, [body?.note ?? '']);
    if (!made.ok) return made;
    await deps.audit.note(hubAction({ caller, exchange }, addFleetEnrolment));
    return ok(made.value[0]);
  }),
  route(addFleetEnrolments, async ({ body: { notes }, caller, exchange }) => {
    const made = await invite(deps, { caller, exchange }, notes);
    if (!made.ok) return made;
    await deps.audit.note(hubAction({ caller, exchange }, addFleetEnrolments, `${notes.length}`));
    return ok({ enrolments: made.value });
  }),
  route(removeFleetEnrolment, async ({ caller, exchange, params: { id } }) => {
    const { audit, enrolments } = deps;
    if (!(await enrolments.withdraw(id))) return nothingAt(`enrolments/${id}`);
    await audit.note(hubAction({ caller, exchange }, removeFleetEnrolment));
    return accepted;
  }),
];

/** Creates invitations for these notes. */
async function invite(
  { certificatePin, enrolments, hubUrlOf, nowMs }: AdministrationRouteDeps,
  { caller, exchange }: Pick<CallerInput, 'caller' | 'exchange'>,
  notes: readonly string[],
) {
  const address = invitationAddress(hubUrlOf(exchange));
  if (!address.ok) return address;
  const pin = certificatePin();
  const names = new Map([[auditedName(caller), caller.callerName]]);
  const made = await enrolments.add(notes, auditedName(caller), nowMs());
  return ok(
    made.map(({ code, enrolment }) => ({
      enrolment: enrolmentView(enrolment, nowMs(), names),
      code,
      url: enrolmentUrl({ hubUrl: address.value, code, ...(pin !== undefined && { pin }) }),
    })),
  );
}

const keyRoutes = ({ audit, keys, nowMs, onKeyRemoved }: AdministrationRouteDeps): Route[] => [
  route(listFleetKeys, () => ok({ keys: keys.list().map(keyView) })),
  route(addFleetKey, async ({ body: { group, name, role }, ...call }) => {
    const place = wrongPlace(role, group);
    if (!place.ok) return place;
    const added = await keys.add({ name, role, groupId: group, createdMs: nowMs() });
    if (!added.ok) return added;
    const { key, secret } = added.value;
    await audit.note(hubAction(call, addFleetKey, `${key.id} ${key.name}`));
    return ok({ key: keyView(key), secret });
  }),
  route(removeFleetKey, async ({ params: { id }, ...call }) => {
    const key = keys.get(id);
    const removed = await keys.remove(id);
    if (key === undefined || removed === 'absent') return nothingAt(`keys/${id}`);
    if (removed === 'last') return refuse('LAST_INTERNAL_PLUGIN', { plugin: key.name });
    await onKeyRemoved(id);
    await audit.note(hubAction(call, removeFleetKey, `${id} ${key.name}`));
    return accepted;
  }),
];

const keyView = ({ createdMs, groupId, id, name, role }: HubApiKey) => ({
  id,
  name,
  role,
  ...(groupId !== undefined && { group: groupId }),
  created: timestamp(createdMs),
});

function enrolmentView(enrolment: Enrolment, nowMs: number, names: Names): FleetEnrolment {
  const { created_by, created_ms, expires_ms, id, note, sid, used_ms } = enrolment;
  const state = used_ms !== null ? 'used' : expires_ms > nowMs ? 'open' : 'expired';
  return {
    id,
    note,
    state,
    created: timestamp(created_ms),
    expires: timestamp(expires_ms),
    created_by: names.get(created_by) ?? created_by,
    ...(sid !== null && { sid }),
  };
}
