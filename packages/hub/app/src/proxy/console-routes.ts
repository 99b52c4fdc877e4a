import { readStationConsole, StationConsole } from '@kitestring/hub-contract/fleet/station-console.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { areCameraOnly } from '@kitestring/hub-contract/role-rights.ts';
import type { PageFactsReply } from '@kitestring/station-contract/console/page-facts.ts';
import { ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { type HandlerResult, type Route, route } from '@kitestring/web/http';
import { orderAsker } from '../commands/order-asker.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ObservedRequests } from '../metrics/observed-requests.ts';
import { hubCaller } from '../people/hub-caller.ts';
import type { RegisteredStation } from '../registry/stations.ts';
import { reachedStation } from './reached-station.ts';
import { readAll } from './read-all.ts';
import { refusedRead } from './read-refusal.ts';
import type { ReadAnswer } from './station-reads.ts';

type ConsoleRouteDeps = Pick<HubDeps, 'presence' | 'stations'> & Pick<ObservedRequests, 'reads'>;

/** Path at the station. */
const FACTS = '/console.json';
const FACTS_BYTES = 16 * 1024;

/** Data of the console of a station before its first state. They are read for the caller, which opens the caller’s session at the station. */
export const consoleRoutes = (deps: ConsoleRouteDeps): readonly Route[] => [
  route(readStationConsole, async ({ caller, params: { sid } }) => {
    const station = reachedStation(deps, sid);
    if (!station.ok) return station;
    const outcome = await deps.reads.open({ sid, path: FACTS, ...orderAsker(caller) });
    const roles = hubCaller(caller).rights.map(({ role }) => role);
    if (outcome.kind === 'answer') return facts(outcome, station.value, areCameraOnly(roles));
    // A station with older software does not know this path.
    const isOlder = outcome.kind === 'refused' && outcome.error === 'MALFORMED_COMMAND';
    return isOlder ? otherVersion(sid, 'it is older') : refusedRead(outcome, sid);
  }),
];

async function facts(
  answer: ReadAnswer,
  { inventory, sid }: RegisteredStation,
  is_camera_only: boolean,
): Promise<HandlerResult> {
  const { session, status } = answer;
  const bytes = await readAll(answer).catch(() => undefined);
  if (bytes === undefined) return refusedRead({ kind: 'silent' }, sid);
  if (status === 404) return refuse('NO_CONSOLE.none', { station: sid });
  if (status !== 200 || session === undefined) return otherVersion(sid, `HTTP ${status}`);
  const read = readMessage(StationConsole, bytes, FACTS_BYTES);
  if (!read.ok) return otherVersion(sid, read.message);
  const { api_version, is_replay, is_simulated, limits, station_name, version } = read.value as PageFactsReply;
  const { id: session_id, plugin_name, scopes } = session;
  return ok({
    station_name,
    is_simulated,
    is_replay,
    version,
    api_version,
    limits,
    has_accounts: false,
    ...(inventory.map !== undefined && { map: inventory.map }),
    hub: { session_id, plugin_name, scopes, is_camera_only },
  } satisfies PageFactsReply);
}

const otherVersion = (station: string, reason: string): HandlerResult =>
  refuse('NO_CONSOLE.otherVersion', { station, reason });
