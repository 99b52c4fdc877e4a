import { randomUUID } from 'node:crypto';
import {
  IDEMPOTENCY_HEADER,
  readFleetCommand,
  STATION_COMMANDS,
  type StationCommand,
} from '@kitestring/hub-contract/fleet/station-commands.ts';
import { ROLES_OF_ALL_STATIONS } from '@kitestring/hub-contract/role-rights.ts';
import { ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { type CallerInput, type Exchange, type HandlerResult, type Route, route } from '@kitestring/web/http';
import { commandId } from '../commands/command-id.ts';
import type { StationCalls } from '../commands/open-station-calls.ts';
import type { CommandOutcome } from '../commands/station-commands.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ObservedRequests } from '../metrics/observed-requests.ts';
import { hubCaller } from '../people/hub-caller.ts';
import { reachedStation } from '../proxy/reached-station.ts';
import { shownHeaders } from '../proxy/shown-headers.ts';
import { commandView } from './named-views.ts';
import { nothingAt } from './nothing-at.ts';

type CommandRouteDeps = Pick<HubDeps, 'persons' | 'presence' | 'stations'> &
  Pick<StationCalls, 'commandTable'> &
  Pick<ObservedRequests, 'commands'>;

const ID = /^[A-Za-z0-9_-]{16,64}$/;

/** Commands of the published API of each station, and their outcomes. */
export const commandRoutes = (deps: CommandRouteDeps): readonly Route[] => [
  ...STATION_COMMANDS.map((command) =>
    route(command.operation, (call) => answerOf(deps, command, call as CallerInput)),
  ),
  route(readFleetCommand, async ({ caller, params: { id } }) => {
    const { commandTable: table } = deps;
    const mayReadAll = hubCaller(caller).rights.some(({ role }) => ROLES_OF_ALL_STATIONS.has(role));
    const kept = (await table.own(caller.callerId, id)) ?? (mayReadAll ? await table.get(id) : undefined);
    return kept === undefined
      ? nothingAt(`commands/${id}`)
      : ok(commandView(kept, await deps.persons.names([kept.who])));
  }),
];

async function answerOf(
  deps: CommandRouteDeps,
  { op }: StationCommand,
  { body, caller, exchange, params }: CallerInput,
): Promise<HandlerResult> {
  const { sid, ...own } = params as Readonly<Record<string, string>> & { readonly sid: string };
  const station = reachedStation(deps, sid);
  if (!station.ok) return station;
  const given = exchange.request.headers[IDEMPOTENCY_HEADER];
  if (given !== undefined && (typeof given !== 'string' || !ID.test(given))) {
    return refuse('INVALID_REQUEST', { fault: 'Idempotency-Key must be 16 to 64 characters of [A-Za-z0-9_-]' });
  }
  const id = given === undefined ? randomUUID() : commandId(caller.callerId, given);
  const from = { caller, address: exchange.clientAddress, trace: trace(exchange) };
  const order = { ...from, id, key: given, sid, op, params: own, body };
  return result(await deps.commands.send(order), order);
}

const trace = ({ request }: Exchange): string | undefined => request.headers.traceparent?.toString();

function result(
  outcome: CommandOutcome,
  { id, key = id, sid: station }: { readonly id: string; readonly key: string | undefined; readonly sid: string },
): HandlerResult {
  const headers = ['Location', `/fleet/v1/commands/${id}`];
  switch (outcome.kind) {
    case 'answered':
      return { status: outcome.status, body: outcome.body, headers: [...headers, ...shownHeaders(outcome.headers)] };
    case 'not_carried_out':
      return refuse('STATION_NOT_LIVE.notCarriedOut', { station, reason: outcome.reason });
    case 'not_live':
      return refuse('STATION_NOT_LIVE.silent', { station, waitS: 1 });
    case 'reused':
      return refuse('COMMAND_ID_REUSED', { id: key });
    case 'unknown':
      return { ...refuse('OUTCOME_UNKNOWN', { station, id }), headers };
  }
}
