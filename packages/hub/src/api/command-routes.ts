import { randomUUID } from 'node:crypto';
import {
  type FleetCommand,
  IDEMPOTENCY_HEADER,
  readFleetCommand,
  STATION_COMMANDS,
  type StationCommand,
} from '@kitestring/hubcontract/fleet/station-commands.ts';
import { type CallerInput, type HandlerResult, type Route, route } from '@kitestring/server/http/route.ts';
import { ok, refuse } from '@kitestring/station/refusal.ts';
import type { CommandTable, KeptCommand } from '../commands/command-table.ts';
import type { CommandOutcome, StationCommands } from '../commands/station-commands.ts';
import type { Presence } from '../presence/presence.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import type { Stations } from '../registry/stations.ts';
import { found } from './station-routes.ts';
import { timeOf } from './station-view.ts';

const ID = /^[A-Za-z0-9_-]{16,64}$/;

interface CommandRouteDeps {
  readonly stations: Stations;
  readonly presence: Presence;
  readonly keys: ApiKeys;
  readonly commands: StationCommands;
  readonly commandTable: CommandTable;
}

/** Commands of the published API of each station, and what became of them. */
export const commandRoutes = (deps: CommandRouteDeps): readonly Route[] => [
  ...STATION_COMMANDS.map((command) =>
    route(command.operation, (call) => answerOf(deps, command, call as CallerInput)),
  ),
  route(readFleetCommand, async ({ caller, params: { id } }) => {
    const kept = await deps.commandTable.get(id);
    const isOwn = kept?.key_id === caller.pluginId || caller.scopes.includes('internal');
    return kept === undefined || !isOwn
      ? refuse('NOT_FOUND.nothingThere', { path: `/fleet/v1/commands/${id}` })
      : ok(commandView(kept));
  }),
];

async function answerOf(
  { commands, keys, presence, stations }: CommandRouteDeps,
  { op }: StationCommand,
  { body, caller, exchange, params }: CallerInput,
): Promise<HandlerResult> {
  const { sid, ...own } = params as Readonly<Record<string, string>> & { readonly sid: string };
  const station = found(stations, sid);
  if (!station.ok) return station;
  const state = station.value.revokedMs === undefined ? (presence.of(sid)?.state ?? 'offline') : 'revoked';
  if (state !== 'online') return refuse('STATION_OFFLINE', { station: sid, state });
  const given = exchange.request.headers[IDEMPOTENCY_HEADER];
  if (given !== undefined && (typeof given !== 'string' || !ID.test(given))) {
    return refuse('INVALID_REQUEST', { fault: 'Idempotency-Key must be 16 to 64 characters of [A-Za-z0-9_-]' });
  }
  const id = given ?? randomUUID();
  const role = keys.get(caller.pluginId)?.role ?? 'none';
  const order = { id, sid, op, params: own, body, caller, role, address: exchange.clientAddress };
  return resultOf(await commands.give(order), sid, id);
}

function resultOf(outcome: CommandOutcome, station: string, id: string): HandlerResult {
  const headers = ['Location', `/fleet/v1/commands/${id}`];
  switch (outcome.kind) {
    case 'answered':
      return { status: outcome.status, body: outcome.body, headers };
    case 'not_carried_out':
      return refuse('STATION_NOT_LIVE.notCarriedOut', { station, reason: outcome.reason });
    case 'not_live':
      return refuse('STATION_NOT_LIVE.silent', { station, waitS: 1 });
    case 'reused':
      return refuse('COMMAND_ID_REUSED', { id });
    case 'unknown':
      return { ...refuse('OUTCOME_UNKNOWN', { station, id }), headers };
  }
}

const commandView = ({ asked_ms, id, op, reply, sid, state, who }: KeptCommand): FleetCommand => ({
  ...{ id, sid, operation: op, who, asked: timeOf(asked_ms), state },
  ...(reply !== null && 'status' in reply && { status: reply.status, body: reply.body }),
  ...(reply !== null && 'error' in reply && { reason: `${reply.message} (${reply.error})` }),
});
