import { FLEET_AUDIT_PAGE_MAX } from '@kitestring/hub-contract/fleet/administration.ts';
import {
  erasePerson,
  exportPerson,
  type FleetPerson,
  listPersons,
  PERSONS_SHOWN_MAX,
} from '@kitestring/hub-contract/fleet/persons.ts';
import { accepted, ok } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import type { StationCalls } from '../commands/open-station-calls.ts';
import type { HubDeps } from '../hub-deps.ts';
import { hubAction } from '../people/hub-caller.ts';
import type { SignIns } from '../people/open-sign-ins.ts';
import type { KnownPerson } from '../people/persons.ts';
import { auditView, commandView } from './named-views.ts';
import { nothingAt } from './nothing-at.ts';
import { timestamp } from './station-view.ts';

/** The data that the hub holds about persons. */
export const personRoutes = ({
  audit,
  commandTable,
  persons,
  sessions,
}: Pick<HubDeps, 'audit' | 'persons'> &
  Pick<SignIns, 'sessions'> &
  Pick<StationCalls, 'commandTable'>): readonly Route[] => [
  route(listPersons, async () => ok({ persons: (await persons.list(PERSONS_SHOWN_MAX)).map(personView) })),
  route(exportPerson, async ({ params: { id }, ...call }) => {
    const person = await persons.get(id);
    if (person === undefined) return nothingAt(`persons/${id}`);
    await audit.note(hubAction(call, exportPerson, id));
    const names = new Map([[id, person.name]]);
    const entries = await audit.of(id, FLEET_AUDIT_PAGE_MAX + 1);
    const commands = await commandTable.of(id, FLEET_AUDIT_PAGE_MAX + 1);
    const page = <T>(list: readonly T[]) => list.slice(0, FLEET_AUDIT_PAGE_MAX);
    return ok({
      person: personView(person),
      audit: page(entries).map((entry) => auditView(entry, names)),
      commands: page(commands).map((command) => commandView(command, names)),
      complete: Math.max(entries.length, commands.length) <= FLEET_AUDIT_PAGE_MAX,
    });
  }),
  route(erasePerson, async ({ params: { id }, ...call }) => {
    const ended = await persons.erase(id);
    if (ended === undefined) return nothingAt(`persons/${id}`);
    sessions.haveEnded(ended);
    await audit.note(hubAction(call, erasePerson, id));
    return accepted;
  }),
];

const personView = ({ first_ms, id, issuer, name, seen_ms, subject }: KnownPerson): FleetPerson => ({
  id,
  name,
  issuer,
  subject,
  first: timestamp(first_ms),
  seen: timestamp(seen_ms),
});
