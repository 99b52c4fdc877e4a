import type { RequestListener } from 'node:http';
import type { Clock } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { RequestWatch } from '@kitestring/station-contract/answered-request.ts';
import { TOPICS_BY_NAME, type TopicName } from '@kitestring/station-contract/topics.ts';
import { hasConsole } from '@kitestring/station-contract/versions.ts';
import type { Auth } from '@kitestring/station-core/auth/auth.ts';
import type { LoginThrottle } from '@kitestring/station-core/auth/login-throttle.ts';
import { SignInThrottle } from '@kitestring/station-core/auth/sign-in-throttle.ts';
import type { Notifications } from '@kitestring/station-core/notifications/notifications.ts';
import type { AircraftIdentity } from '@kitestring/station-core/ports/aircraft.ts';
import type { Secrets } from '@kitestring/station-core/ports/secrets.ts';
import type { UsedSecrets } from '@kitestring/station-core/videostreams/viewing-permits.ts';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { AccessCheck, type AccessCheckDeps } from '@kitestring/web/http/access-check.ts';
import { Answers } from '@kitestring/web/http/answers.ts';
import { buildApp, type Page } from '@kitestring/web/http/build-app.ts';
import { Cors } from '@kitestring/web/http/cors.ts';
import type { Exchange } from '@kitestring/web/http/exchange.ts';
import type { Settled } from '@kitestring/web/http/pipeline.ts';
import { RequestCounts } from '@kitestring/web/http/request-counts.ts';
import { isCommand, type WatchOf } from '@kitestring/web/http/request-watch.ts';
import { AddressQuotas } from '@kitestring/web/limits/address-quotas.ts';
import { RequestQuotas } from '@kitestring/web/limits/request-quotas.ts';
import { TrustedProxies } from '@kitestring/web/limits/trusted-proxies.ts';
import { metricsFailure } from '@kitestring/web/pages/metrics-access.ts';
import { metricsPage, type StationFamily, type StationGauge } from '@kitestring/web/pages/metrics-page.ts';
import type { PageState } from '@kitestring/web/pages/page-files.ts';
import { Connections } from '@kitestring/web/subscriptions/connections.ts';
import type { Feed } from '@kitestring/web/subscriptions/feed.ts';
import { NotificationFeed, type NotificationFeedDeps } from '@kitestring/web/subscriptions/notification-feed.ts';
import { StateFeed, type StateFeedDeps } from '@kitestring/web/subscriptions/state-feed.ts';
import { Subscriptions } from '@kitestring/web/subscriptions/subscriptions.ts';
import type { Feeds, FindFeed } from '@kitestring/web/subscriptions/topic-names.ts';
import { Upgrades } from '@kitestring/web/subscriptions/upgrades.ts';
import { WebSocketUpgrade } from '@kitestring/web/subscriptions/web-socket-upgrade.ts';
import type { MessageFilter } from '@kitestring/web/traffic/traffic-filter.ts';
import { ServedVersion, type VersionedStation } from '../versions/served-version.ts';
import { auditWatchOf } from './audit-watch.ts';
import type { MakeRoutes } from './make-routes.ts';
import { consolePages, noConsolePage } from './pages/console-pages.ts';
import { discoveryPage } from './pages/discovery-page.ts';
import { documentPages } from './pages/document-pages.ts';
import { probePages } from './pages/probe-pages.ts';
import { securityContactPages } from './pages/security-contact-page.ts';
import type { SimulatedWorldControl } from './sim/simulated-world-control.ts';
import { wireFaultFilters } from './sim/wire-fault-filters.ts';
import { browserVideoRoutes } from './video/browser-video-routes.ts';
import { videoFeeds } from './videostreams/video-feeds.ts';

/** A station as its operations need it: live or recorded. */
export interface ServedStation extends VersionedStation {
  readonly auth: Auth;
  readonly aircraft: { readonly identity: Pick<AircraftIdentity, 'simulated'> };
  /** Station time, for the envelopes of messages. */
  readonly clock: Pick<Clock, 'nowUs'>;
  readonly notifications: Pick<Notifications, 'active' | 'onEvent' | 'raise' | 'clear'>;
}

export interface ApiDeps {
  readonly settings: ServerSettings;
  readonly station: ServedStation;
  /** States that clients can subscribe to, in the newest version. */
  readonly topics: readonly (readonly [TopicName, PublishedTopic])[];
  readonly operations: MakeRoutes;
  /** Whether a recording is served; then its controls are documented. */
  readonly isReplay?: boolean;
  readonly secrets: Pick<Secrets, 'newId'>;
  readonly realTimeClock: Clock;
  /** Independent of the clock of the limits. */
  readonly systemClock: Clock;
  readonly onBug: OnBug;
  readonly log: Log;
  readonly isHealthy: () => boolean;
  /** Whether it flies; true when absent. */
  readonly isAlive?: () => boolean;
  readonly gauges: readonly StationGauge[];
  readonly families: readonly StationFamily[];
  /** Controls of the simulation; absent with a real aircraft. */
  readonly simulation?: SimulatedWorldControl;
  /** Absent on a station without live video. */
  readonly video?: Video;
  /** States of the streams of a recording; absent: those of the live video. */
  readonly streams?: Pick<Video, 'topicOf'>;
  /** Receives the token of each session that uses the API, while the session lasts, and the key of each plugin that signs in. */
  readonly used: UsedSecrets;
  readonly loginThrottle: LoginThrottle;
  /** The operator's console; absent if it is not served. */
  readonly console?: { readonly state: PageState };
  /** Called for commands, including refused ones. */
  readonly onCommand?: RequestWatch;
  /** Called when a request failed because of the store. */
  readonly onStoreFault?: (fault: unknown) => void;
  /** Resolves when everything stored so far is on the disk; undefined when it is already. */
  readonly settled?: Settled;
  readonly audit: Pick<AuditLog, 'note'>;
}

/** The API of a station, ready to be served. */
export interface Api {
  /** Request handler, for any number of servers. */
  readonly listener: RequestListener;
  readonly answers: Answers;
  readonly upgrades: Upgrades;
  readonly connections: Connections;
  readonly proxies: TrustedProxies;
  /** Releases the station and cancels all timers. */
  stop(): void;
}

export function makeApi(deps: ApiDeps): Api {
  const { settings, station, realTimeClock } = deps;
  const version = new ServedVersion(settings.apiVersion, station);
  const cors = new Cors(settings.corsOrigins);
  const proxies = new TrustedProxies(settings.network.trustedProxies);
  const counts = new RequestCounts();
  const observer = deps.simulation?.journal;
  const answers = new Answers({ simulated: station.aircraft.identity.simulated, cors, counts, observer });
  const connections = new Connections(realTimeClock);
  const upgrades = new Upgrades(answers.commonHeaders);
  const sessionQuotas = RequestQuotas.ofSessions(settings.limits);
  const pluginQuotas = RequestQuotas.ofPlugins(settings.limits);
  const cancelSessionEnd = station.auth.onSessionEnd((sessionId) => {
    sessionQuotas.forget(sessionId);
    deps.used.tokens.delete(sessionId);
    connections.endSession(sessionId);
    version.forget(sessionId);
  });
  const forgetQuotas = () => pluginQuotas.keepOnly((id) => station.auth.ownerOf(id) !== undefined);
  const cancelPlugins = station.auth.onPluginsChange(forgetQuotas);
  const cancelAccounts = station.auth.accounts.onChange(forgetQuotas);
  const faults = deps.simulation && wireFaultFilters(deps.simulation, station.auth, answers);
  const stop = () => {
    faults?.messages.stop();
    cancelSessionEnd();
    cancelPlugins();
    cancelAccounts();
    signInThrottle.stop();
  };
  const signInThrottle = new SignInThrottle({
    byAddress: deps.loginThrottle,
    realTimeClock,
    perMin: settings.limits.wrongKeysPerMin,
    notifications: station.notifications,
  });
  const upgrade = makeWebSocketUpgrade(deps, connections, upgrades, faults?.messages);
  const subscriptions = new Subscriptions({
    feeds: makeFeeds(deps, version),
    connections,
    upgrade,
    version: version.version,
    observer,
  });
  const { families, gauges } = deps;
  const access = makeAccessCheck(deps, {
    cors,
    proxies,
    sessionQuotas,
    pluginQuotas,
    countsUnrouted: version.hasRateLimits,
  });
  const failureOf = (exchange: Exchange) => metricsFailure(settings.metricsAccess ?? 'local', access, exchange);
  const metrics = metricsPage({ answers, counts, connections, families, gauges, failureOf });
  const pages = makePages(deps, version, { answers, metrics, proxies });
  const listener = buildApp({
    answers,
    cors,
    access,
    log: deps.log,
    proxies,
    routes: [
      ...version.routes(deps.operations({ version, subscriptions, signInThrottle, proxies })),
      ...browserVideoRoutes(upgrade, deps.video?.browser),
    ],
    pages,
    notFound: (path) => version.notFound(path),
    watchOf: watchOf(deps),
    requestFilter: faults?.requests,
    ...(deps.onStoreFault !== undefined && { onStoreFault: deps.onStoreFault }),
    settled: deps.settled,
  });
  return { listener, answers, upgrades, connections, proxies, stop };
}

/** Flight log and audit log. */
function watchOf({ audit, onCommand }: ApiDeps): WatchOf {
  return (operation) => {
    const auditWatch = auditWatchOf(operation, audit);
    const commandWatch = isCommand(operation) ? onCommand : undefined;
    if (auditWatch === undefined || commandWatch === undefined) return auditWatch ?? commandWatch;
    return (answered) => {
      commandWatch(answered);
      auditWatch(answered);
    };
  };
}

function makeAccessCheck(
  { settings: { limits }, station, used, realTimeClock }: ApiDeps,
  given: Pick<AccessCheckDeps, 'cors' | 'proxies' | 'sessionQuotas' | 'pluginQuotas' | 'countsUnrouted'>,
): AccessCheck {
  const rate = { perS: limits.tokenRequestsPerMin / 60, burst: limits.tokenRequestsBurst };
  const tokenRequestQuotas = new AddressQuotas('token-requests', rate);
  return new AccessCheck({
    authenticate: (token) => {
      const caller = station.auth.authenticate(token);
      if (caller.ok) used.tokens.set(caller.value.sessionId, token);
      return caller;
    },
    ...given,
    tokenRequestQuotas,
    strangerQuotas: new AddressQuotas('without-token', {
      perS: limits.unauthenticatedPerS,
      burst: limits.unauthenticatedBurst,
    }),
    realTimeClock,
  });
}

function makePages(
  deps: ApiDeps,
  version: ServedVersion,
  {
    answers,
    metrics,
    proxies,
  }: { readonly answers: Answers; readonly metrics: Page; readonly proxies: TrustedProxies },
): readonly Page[] {
  const { isAlive = () => true, isHealthy, isReplay = false, settings, simulation } = deps;
  const page = consolePagesOf(deps, answers);
  const isSimulated = simulation !== undefined;
  return [
    discoveryPage(answers, proxies, version.tokenPath),
    ...documentPages(answers, {
      ...{ apiVersion: settings.apiVersion, isReplay, isSimulated },
      ...{ isAtRoot: page.length === 0, proxies },
    }),
    ...probePages(answers, { isAlive, isHealthy }),
    ...securityContactPages(answers, settings.securityContact, deps.systemClock),
    ...page,
    metrics,
  ];
}

function consolePagesOf(
  { console: build, isReplay = false, settings, station }: ApiDeps,
  answers: Answers,
): readonly Page[] {
  if (build === undefined || settings.console === undefined) return [];
  if (!hasConsole(settings.apiVersion)) return [noConsolePage(answers, settings.apiVersion)];
  const { flight, gsName: stationName, handoff, softwareVersion: version, wind } = settings.station;
  const limits = {
    altitude_max_without_gps_m: flight.altitudeMaxWithoutGpsM,
    gps_accuracy_max_m: flight.gpsAccuracyMaxM,
    drift_warn_m: wind.warnDriftM,
    drift_max_m: wind.reduceDriftM,
    control_lease_s: handoff.leaseS,
  };
  const isSimulated = station.aircraft.identity.simulated && !isReplay;
  const hasAccounts = () => station.auth.accounts.list().some(({ enabled }) => enabled);
  const apiVersion = settings.apiVersion;
  const facts = { apiVersion, stationName, isSimulated, isReplay, version, limits, hasAccounts };
  return consolePages(answers, { build, settings: settings.console, ...facts });
}

function makeWebSocketUpgrade(
  { onBug, secrets, settings, simulation, realTimeClock }: ApiDeps,
  connections: Connections,
  upgrades: Upgrades,
  filter: MessageFilter | undefined,
): WebSocketUpgrade {
  const { websocketsPerSession } = settings.limits;
  const newId = () => secrets.newId();
  const observer = simulation?.journal;
  const limited = { connections, upgrades, realTimeClock, newId, websocketsPerSession };
  return new WebSocketUpgrade({ ...limited, onBug, filter, observer });
}

function makeFeeds(
  { onBug, simulation, station, streams: recorded, topics, video, realTimeClock }: ApiDeps,
  version: ServedVersion,
): Feeds {
  const journal = simulation?.journal;
  const { clock, notifications } = station;
  const feeds = new Map<string, Feed | FindFeed>();
  const flight: Pick<StateFeedDeps, 'onSend'> = {
    onSend: (connections) => journal?.flightStateSent(connections, () => station.topics.flight.value.flight_state),
  };
  for (const [name, newest] of topics) {
    const topic = version.topic(name, newest);
    feeds.set(
      name,
      new StateFeed({ name, topic, realTimeClock, clock, onBug, ...(name === 'flight/state' && flight) }),
    );
  }
  const streams = recorded ?? video ?? { topicOf: noVideo };
  feeds.set(
    TOPICS_BY_NAME['videostreams/{stream_id}/state'].name,
    videoFeeds({ video: streams, realTimeClock, clock, onBug }),
  );
  const { name } = TOPICS_BY_NAME['notifications/state'];
  const onSend: NotificationFeedDeps['onSend'] = (to, notification) => journal?.notificationSent(to, notification);
  return feeds.set(name, new NotificationFeed({ name, notifications, clock, onSend }));
}
