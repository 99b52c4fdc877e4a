import type { FleetAuditEntry } from '@kitestring/hub-contract/fleet/administration.ts';
import type { FleetCommand } from '@kitestring/hub-contract/fleet/station-commands.ts';
import type { KeptCommand } from '../commands/command-table.ts';
import { type Names, PERSON_ID } from '../people/persons.ts';
import type { HubAuditEntry } from '../registry/audit.ts';
import { timestamp } from './station-view.ts';

export const auditView = (entry: HubAuditEntry, names: Names): FleetAuditEntry => {
  const { address, hash, key_id: key, n, outcome, previous, station, time_ms, what, who } = entry;
  return {
    n,
    time: timestamp(time_ms),
    who: names.get(who) ?? who,
    what,
    outcome,
    previous,
    hash,
    ...(PERSON_ID.test(who) && { person: who }),
    ...(key !== null && { key }),
    ...(station !== null && { station }),
    ...(address !== null && { address }),
  };
};

export const commandView = (kept: KeptCommand, names: Names): FleetCommand => {
  const { asked_ms, id, late_ms, op, reply, sid, state, who } = kept;
  return {
    id,
    sid,
    operation: op,
    who: names.get(who) ?? who,
    state,
    asked: timestamp(asked_ms),
    deadline: timestamp(late_ms),
    ...(reply !== null && 'status' in reply && { status: reply.status, body: reply.body }),
    ...(reply !== null && 'error' in reply && { reason: `${reply.message} (${reply.error})` }),
  };
};
