import { FLEET_AUDIT_PAGE_MAX } from '@kitestring/hubcontract/fleet/administration.ts';
import {
  erasePerson,
  exportPerson,
  type FleetPerson,
  listPersons,
  PERSONS_SHOWN_MAX,
} from '@kitestring/hubcontract/fleet/persons.ts';
import { type Route, route } from '@kitestring/server/http/route.ts';
import { accepted, ok, refuse } from '@kitestring/station/refusal.ts';
import type { CommandTable } from '../commands/command-table.ts';
import { actorOf } from '../people/hub-caller.ts';
import type { HubSessions } from '../people/hub-sessions.ts';
import type { KnownPerson, Persons } from '../people/persons.ts';
import type { HubAudit } from '../registry/audit.ts';
import { auditView, commandView } from './named-views.ts';
import { timeOf } from './station-view.ts';

interface PersonRouteDeps {
  readonly persons: Persons;
  readonly sessions: HubSessions;
  readonly audit: HubAudit;
  readonly commandTable: CommandTable;
}

const absent = (id: string) => refuse('NOT_FOUND.nothingThere', { path: `/fleet/v1/persons/${id}` });

/** The data that the hub holds about persons. */
export const personRoutes = ({ audit, commandTable, persons, sessions }: PersonRouteDeps): readonly Route[] => [
  route(listPersons, async () => ok({ persons: (await persons.list(PERSONS_SHOWN_MAX)).map(personView) })),
  route(exportPerson, async ({ params: { id }, ...call }) => {
    const person = await persons.get(id);
    if (person === undefined) return absent(id);
    await audit.note({ ...actorOf(call), what: exportPerson.id, outcome: `done ${id}` });
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
    if (!(await persons.erase(id))) return absent(id);
    await audit.note({ ...actorOf(call), what: erasePerson.id, outcome: `done ${id}` });
    await sessions.endAll(({ person }) => person?.id === id);
    return accepted;
  }),
];

const personView = ({ first_ms, id, issuer, name, seen_ms, subject }: KnownPerson): FleetPerson => ({
  ...{ id, name, issuer, subject, first: timeOf(first_ms), seen: timeOf(seen_ms) },
});
