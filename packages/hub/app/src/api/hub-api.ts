import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { OnBug } from '@kitestring/base/containment.ts';
import { SIGN_IN_FAULTS } from '@kitestring/hub-contract/fleet/session.ts';
import { DEFAULT_LIMITS } from '@kitestring/settings/server-settings.ts';
import { Answers, buildApp, Cors, type Page, RequestCounts } from '@kitestring/web/http';
import { TrustedProxies } from '@kitestring/web/limits';
import { type AskedPage, builtPage } from '@kitestring/web/pages';
import { Connections, Upgrades, WebSocketUpgrade } from '@kitestring/web/subscriptions';
import { AlarmTable } from '../alarms/alarm-table.ts';
import { hubDocs } from '../docs/hub-docs.ts';
import { EventStreams } from '../events/event-streams.ts';
import { LiveFeed } from '../live/live-feed.ts';
import { ObservedRequests } from '../metrics/observed-requests.ts';
import { OutcomeCounts } from '../metrics/outcome-counts.ts';
import { statusPages } from '../metrics/status-pages.ts';
import { makeHubAccess } from '../people/hub-access.ts';
import { SessionWatch } from '../people/session-watch.ts';
import type { ConsolePages } from '../proxy/console-pages.ts';
import { StationSubscriptions } from '../proxy/station-subscriptions.ts';
import type { StationTokens } from '../proxy/station-tokens.ts';
import { StationLookups } from '../registry/station-lookups.ts';
import { tracedErrors } from '../telemetry/traced-errors.ts';
import { hubRoutes } from './hub-routes.ts';
import type { HubServices } from './hub-services.ts';
import { stationView } from './station-view.ts';

interface HubApiDeps {
  readonly tokens: StationTokens;
  readonly page: AskedPage;
  readonly consolePages: ConsolePages;
}

/** The API of the hub, ready to serve requests. */
export interface HubApi {
  readonly listener: RequestListener;
  readonly answers: Answers;
  readonly upgrades: Upgrades;
  readonly connections: Connections;
  readonly proxies: TrustedProxies;
  /** Ends continuous answers. Called before the network stops, which waits for answers. */
  endStreams(): void;
  stop(): void;
}

export function makeHubApi(parts: HubServices, { consolePages, page, tokens }: HubApiDeps): HubApi {
  const { base, fleet, people, registry, upkeep } = parts;
  const { isSecure, log, nowMs, realTimeClock, settings } = base;
  const { keys, stations } = registry;
  const { persons, provider, rights } = people;
  const { events, mirror, presence, video } = fleet;
  const { sessions } = fleet.signIns;
  const { traces } = upkeep;
  const observed = new ObservedRequests({ commands: fleet.calls.commands, reads: fleet.calls.reads, traces, log });
  const cors = new Cors([]);
  const proxies = new TrustedProxies(settings['network.trusted_proxies']);
  const counts = new RequestCounts();
  const answers = new Answers({ simulated: false, cors, counts, errorFields: tracedErrors(log) });
  const upgrades = new Upgrades(answers.commonHeaders);
  const connections = new Connections(realTimeClock);
  const onBug: OnBug = (bug) => log.error({ err: bug }, 'a WebSocket failed');
  const upgrade = new WebSocketUpgrade({
    connections,
    upgrades,
    realTimeClock,
    newId: randomUUID,
    onBug,
    websocketsPerSession: DEFAULT_LIMITS.websocketsPerSession,
  });
  const subscriptions = new StationSubscriptions({
    connections,
    mirror,
    presence,
    stations,
    upgrade,
    realTimeClock,
    onBug,
  });
  const live = new LiveFeed({
    realTimeClock,
    station: (sid) => {
      const station = stations.get(sid);
      return station === undefined ? undefined : stationView(station, presence.of(sid));
    },
    sids: () => stations.list().map(({ sid }) => sid),
  });
  const endTouch = presence.onChange(({ sid }) => live.touch(sid));
  // A new station appears before its first beat.
  stations.onChange((sid) => live.touch(sid));
  const streams = new EventStreams({ tail: events, log });
  const hubAccess = makeHubAccess({
    cors,
    isSecure,
    keys,
    persons,
    provider,
    proxies,
    rights,
    sessions,
    settings,
    tokens,
    realTimeClock,
    nowMs,
    log,
  });
  const { waitingReads } = hubAccess.access;
  const given = { connections, keys, rights, sessions, streams, tokens, video, waitingReads };
  const watch = new SessionWatch({ ...given, realTimeClock });
  const refusedSignIns = new OutcomeCounts(SIGN_IN_FAULTS);
  const alarms = new AlarmTable(base.database);
  const routes = hubRoutes(parts, hubAccess, observed, {
    alarms,
    live,
    proxies,
    refusedSignIns,
    streams,
    subscriptions,
    tokens,
    upgrade,
    watchedRights: watch.watchedRights,
    hubUrlOf: ({ request }) => settings.public_url ?? `${proxies.origin(request)}/`,
    onKeyRemoved: (id) => watch.endKey(id).catch((err) => log.warn({ err }, 'roles could not be read again')),
  });
  const { access, signInCheck } = hubAccess;
  const status = statusPages(parts, { answers, counts, connections, access, live, streams, observed, refusedSignIns });
  const pages = [...hubPages(answers, page), ...consolePages.pages(answers, stations), ...status];
  const app = buildApp({ answers, cors, access, log, proxies, routes, pages });
  const lookups = new StationLookups({ stations, realTimeClock, log });
  return {
    listener: traces.before(signInCheck.before(lookups.before(app))),
    answers,
    upgrades,
    connections,
    proxies,
    endStreams: () => streams.end(),
    stop: () => {
      endTouch();
      watch.stop();
      subscriptions.stop();
    },
  };
}

/** Pages beside the operations: API documents and the page of the hub. */
const hubPages = (answers: Answers, build: AskedPage): readonly Page[] => [
  ...hubDocs(answers),
  ...builtPage(answers, { build }),
];
