import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { fleetOpenApiDocument } from '@kitestring/hubcontract/fleet/openapi.ts';
import { readFleetHealth, watchFleet } from '@kitestring/hubcontract/fleet/operations.ts';
import { SCOPES_OF_FLEET_ROLE } from '@kitestring/hubcontract/fleet/role.ts';
import { AccessCheck } from '@kitestring/server/http/access-check.ts';
import { Answers, JSON_TYPE } from '@kitestring/server/http/answers.ts';
import { buildApp, type Page } from '@kitestring/server/http/build-app.ts';
import { Cors } from '@kitestring/server/http/cors.ts';
import { RequestCounts } from '@kitestring/server/http/request-counts.ts';
import { openRoute, type Route, route, TAKEN_OVER } from '@kitestring/server/http/route.ts';
import { AddressQuotas } from '@kitestring/server/limits/address-quotas.ts';
import { RequestQuotas } from '@kitestring/server/limits/request-quotas.ts';
import { TrustedProxies } from '@kitestring/server/limits/trusted-proxies.ts';
import { Connections } from '@kitestring/server/subscriptions/connections.ts';
import { Upgrades } from '@kitestring/server/subscriptions/upgrades.ts';
import { WebSocketUpgrade } from '@kitestring/server/subscriptions/web-socket-upgrade.ts';
import { DEFAULT_LIMITS } from '@kitestring/settings/server-settings.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { CommandTable } from '../commands/command-table.ts';
import type { StationCommands } from '../commands/station-commands.ts';
import type { Database } from '../database/database.ts';
import type { StationEnrolment } from '../identity/station-enrolment.ts';
import { LiveFeed } from '../live/live-feed.ts';
import type { TopicMirror } from '../mirror/topic-mirror.ts';
import { type AdministrationRouteDeps, administrationRoutes } from './administration-routes.ts';
import { commandRoutes } from './command-routes.ts';
import { enrolmentRoutes } from './enrolment-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { mirrorRoutes } from './mirror-routes.ts';
import { type StationRouteDeps, stationRoutes } from './station-routes.ts';
import { stationView } from './station-view.ts';

interface HubApiDeps extends StationRouteDeps, Omit<AdministrationRouteDeps, 'hubUrlOf' | 'onKeyRemoved'> {
  readonly database: Database;
  readonly enrolment: StationEnrolment;
  readonly mirror: TopicMirror;
  readonly commands: StationCommands;
  readonly commandTable: CommandTable;
  readonly realTimeClock: Clock;
  readonly log: Log;
  readonly isSecure: boolean;
  readonly health: () => Promise<{ readonly status: 'up' | 'degraded' } & Record<string, string>>;
}

/** The API of the hub, ready to be served. */
interface HubApi {
  readonly listener: RequestListener;
  readonly answers: Answers;
  readonly upgrades: Upgrades;
  readonly connections: Connections;
  readonly proxies: TrustedProxies;
  readonly live: LiveFeed;
  stop(): void;
}

export function makeHubApi(deps: HubApiDeps): HubApi {
  const { keys, log, presence, realTimeClock, stations } = deps;
  const cors = new Cors([]);
  const proxies = new TrustedProxies([]);
  const answers = new Answers({ simulated: false, cors, counts: new RequestCounts() });
  const upgrades = new Upgrades(answers.commonHeaders);
  const connections = new Connections(realTimeClock);
  const viewOf = (sid: string) => {
    const station = stations.get(sid);
    return station === undefined ? undefined : stationView(station, presence.of(sid));
  };
  const live = new LiveFeed({
    realTimeClock,
    station: viewOf,
    stations: () => stations.list().map((station) => stationView(station, presence.of(station.sid))),
  });
  const limits = DEFAULT_LIMITS;
  const access = new AccessCheck({
    ...{ cors, proxies, realTimeClock },
    authenticate: (secret) => callerOf(keys, secret),
    sessionQuotas: RequestQuotas.ofSessions(limits),
    pluginQuotas: RequestQuotas.ofPlugins(limits),
    tokenRequestQuotas: new AddressQuotas('token-requests', { perS: 1, burst: 1 }),
    strangerQuotas: new AddressQuotas('unauthenticated', {
      ...{ perS: limits.unauthenticatedPerS, burst: limits.unauthenticatedBurst },
    }),
  });
  const upgrade = new WebSocketUpgrade({
    ...{ connections, upgrades, realTimeClock, newId: randomUUID },
    websocketsPerSession: limits.websocketsPerSession,
    onBug: (bug) => log.error({ err: bug }, 'a WebSocket failed'),
  });
  const scheme = deps.isSecure ? 'https' : 'http';
  const routes: readonly Route[] = [
    ...stationRoutes(deps),
    ...historyRoutes(deps),
    ...mirrorRoutes(deps),
    ...commandRoutes(deps),
    ...administrationRoutes({
      ...deps,
      hubUrlOf: ({ request }) => `${scheme}://${proxies.hostOf(request) ?? ''}/`,
      onKeyRemoved: (id) => connections.endSession(id),
    }),
    ...enrolmentRoutes({ enrolment: deps.enrolment, proxies, realTimeClock }),
    route(watchFleet, (call) => {
      const refused = upgrade.refusalOf(call);
      if (refused !== undefined) return refused;
      upgrade.open(call, { operation: watchFleet, naming: 'nameless' }, (connection) => live.add(connection));
      return TAKEN_OVER;
    }),
    openRoute(readFleetHealth, async () => {
      const health = await deps.health();
      return { status: health.status === 'up' ? 200 : 503, body: health };
    }),
  ];
  const listener = buildApp({ answers, cors, access, log, proxies, routes, pages: pagesOf(answers) });
  return { listener, answers, upgrades, connections, proxies, live, stop: () => live.stop() };
}

/** An API key of the hub is its own session. */
function callerOf(keys: HubApiDeps['keys'], secret: string): Result<Caller> {
  const key = keys.find(secret);
  if (key === undefined) return refuse('INVALID_TOKEN.unknown');
  const { id, name, role } = key;
  return ok({ sessionId: id, pluginId: id, pluginName: name, scopes: SCOPES_OF_FLEET_ROLE[role] });
}

const ABOUT = `This is a Kitestring hub. Its API is described at /openapi.json.
An address with a code behind a # is an invitation for a station: enter the whole address there.
`;

function pagesOf(answers: Answers): readonly Page[] {
  const document = Buffer.from(JSON.stringify(fleetOpenApiDocument()));
  return [
    {
      path: '/openapi.json',
      respond: (exchange) =>
        answers.send(exchange, 'openapi', { status: 200, mediaType: JSON_TYPE, body: document, maxAgeS: 0 }),
    },
    {
      path: '/',
      respond: (exchange) =>
        answers.send(exchange, 'about', {
          ...{ status: 200, mediaType: 'text/plain; charset=utf-8', body: Buffer.from(ABOUT) },
        }),
    },
  ];
}
