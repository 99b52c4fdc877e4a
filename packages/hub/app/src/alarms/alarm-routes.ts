import { acknowledgeFleetAlarm, listFleetAlarms } from '@kitestring/hub-contract/fleet/alarm-operations.ts';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import type { HubApiServices } from '../api/hub-services.ts';
import { nothingAt } from '../api/nothing-at.ts';
import { timestamp } from '../api/station-view.ts';
import type { HubDeps } from '../hub-deps.ts';
import { auditedName, hubAction, hubCaller } from '../people/hub-caller.ts';
import type { Names } from '../people/persons.ts';
import { visibleSids, visibleTo } from '../people/role-check.ts';
import type { StoredAlarm } from './alarm-table.ts';

const PAGE = 200;

/** Alarms of all stations, and their acknowledgement. */
export const alarmRoutes = ({
  alarms,
  audit,
  nowMs,
  persons,
}: Pick<HubDeps, 'audit' | 'nowMs' | 'persons'> & Pick<HubApiServices, 'alarms'>): readonly Route[] => [
  route(listFleetAlarms, async ({ caller, query: { limit = PAGE, sid, state = 'active' } }) => {
    const sids = visibleSids(listFleetAlarms, hubCaller(caller).rights);
    const found = await alarms.list({ limit, sid, sids, state });
    const names = await persons.names(found.alarms.flatMap(({ acknowledged_by: who }) => who ?? []));
    return ok({ alarms: found.alarms.map((alarm) => alarmView(alarm, names)), total: found.total });
  }),
  route(acknowledgeFleetAlarm, async ({ caller, exchange, params: { id } }) => {
    const alarm = await alarms.get(Number(id));
    if (alarm === undefined || !visibleTo(acknowledgeFleetAlarm, hubCaller(caller).rights)(alarm.sid)) {
      return nothingAt(`alarms/${id}`);
    }
    const isNew = await alarms.acknowledge(alarm.id, auditedName(caller), nowMs());
    if (isNew) await audit.note(hubAction({ caller, exchange }, acknowledgeFleetAlarm, id, alarm.sid));
    const changed = (await alarms.get(alarm.id)) ?? alarm;
    return ok(alarmView(changed, await persons.names([changed.acknowledged_by ?? ''])));
  }),
];

const alarmView = (alarm: StoredAlarm, names: Names): FleetAlarm => ({
  id: String(alarm.id),
  sid: alarm.sid,
  code: alarm.code,
  severity: alarm.severity,
  message: alarm.message,
  began: timestamp(alarm.began_ms),
  ...(alarm.ended_ms !== null && { ended: timestamp(alarm.ended_ms) }),
  ...(alarm.acknowledged_by !== null &&
    alarm.acknowledged_ms !== null && {
      acknowledged: {
        who: names.get(alarm.acknowledged_by) ?? alarm.acknowledged_by,
        time: timestamp(alarm.acknowledged_ms),
      },
    }),
});
