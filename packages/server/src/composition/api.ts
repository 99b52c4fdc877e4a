import { TOPICS_BY_NAME } from '@kitestring/contract/topics.ts';
import type { OnBug } from '@kitestring/station/containment.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { FastifyRequest } from 'fastify';
import { adminRoutes } from '../api/admin/admin-routes.ts';
import { firstKeyFollower } from '../api/admin/first-key-follower.ts';
import { authRoutes } from '../api/auth/auth-routes.ts';
import { cameraRoutes } from '../api/camera/camera-routes.ts';
import { flightRoutes } from '../api/flight/flight-routes.ts';
import { handoffRoutes } from '../api/handoff/handoff-routes.ts';
import { healthRoutes } from '../api/health/health-routes.ts';
import { notificationRoutes } from '../api/notifications/notification-routes.ts';
import { consolePages } from '../api/pages/console-pages.ts';
import { discoveryPage } from '../api/pages/discovery-page.ts';
import { documentPages } from '../api/pages/document-pages.ts';
import { metricsFailure } from '../api/pages/metrics-access.ts';
import { metricsPage, type StationFamily, type StationGauge } from '../api/pages/metrics-page.ts';
import { probePages } from '../api/pages/probe-pages.ts';
import { securityContactPages } from '../api/pages/security-contact-page.ts';
import { recordingRoutes } from '../api/recordings/recording-routes.ts';
import { simRoutes } from '../api/sim/sim-routes.ts';
import type { SimulatedWorldControl } from '../api/sim/simulated-world-control.ts';
import { subscriptionRoutes } from '../api/subscriptions/subscription-routes.ts';
import { systemRoutes } from '../api/system/system-routes.ts';
import { browserVideoRoutes } from '../api/video/browser-video-routes.ts';
import { videoRoutes } from '../api/videostreams/video-routes.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { auditWatchOf } from '../audit/audit-watch.ts';
import type { ConsoleBuild } from '../console/console-build.ts';
import { Answers } from '../http/answers.ts';
import { type App, buildApp, type Page } from '../http/build-app.ts';
import { Cors } from '../http/cors.ts';
import { Gate, type GateParts } from '../http/gate.ts';
import type { Log } from '../http/log.ts';
import { RequestCounts } from '../http/request-counts.ts';
import { isCommand, type RequestWatch, type WatchOf } from '../http/request-watch.ts';
import type { Route } from '../http/route.ts';
import { AddressQuotas } from '../limits/address-quotas.ts';
import { RequestQuotas } from '../limits/request-quotas.ts';
import { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { WrongKeys } from '../limits/wrong-keys.ts';
import type { Recordings } from '../recordings/recordings.ts';
import type { ServerSettings } from '../server-settings.ts';
import { Connections } from '../subscriptions/connections.ts';
import type { Feed } from '../subscriptions/feed.ts';
import { NotificationFeed } from '../subscriptions/notification-feed.ts';
import { StateFeed } from '../subscriptions/state-feed.ts';
import { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { Feeds, FindFeed } from '../subscriptions/topic-names.ts';
import { Upgrades } from '../subscriptions/upgrades.ts';
import { videoFeeds } from '../subscriptions/video-feeds.ts';
import { WebSocketDoor } from '../subscriptions/web-socket-door.ts';
import { noVideo } from '../video/known-streams.ts';
import type { Video } from '../video/video.ts';
import type { UsedSecrets } from '../video/viewing-permits.ts';

export interface ApiParts {
  readonly settings: ServerSettings;
  readonly station: Station;
  readonly secrets: Pick<Secrets, 'newId' | 'hashKey' | 'hashKeySlowly'>;
  readonly wall: Clock;
  /** Whatever the clock of the limits is. */
  readonly realTime: Clock;
  readonly onBug: OnBug;
  /** Absent where nothing is recorded. */
  readonly recordings?: Recordings;
  readonly log: Log;
  readonly isHealthy: () => boolean;
  /** Seconds of station time in a second of real time. */
  readonly stationSpeed: () => number;
  readonly gauges: readonly StationGauge[];
  readonly families: readonly StationFamily[];
  /** Controls of the simulated world; absent where the aircraft is a real one. */
  readonly simulation?: SimulatedWorldControl;
  /** Absent on a station without live video. */
  readonly video?: Video;
  /** Gets the token of each session that uses the API, for as long as the session lasts, and the key of each plugin that signs in. */
  readonly used: UsedSecrets;
  readonly wrongKeys: WrongKeys;
  /** The operator's page; absent where none is served. */
  readonly console?: ConsoleBuild;
  /** Told of commands, refused ones included. */
  readonly onCommand?: RequestWatch;
  /** Told when a request failed because of the store. */
  readonly onStoreFault?: (fault: unknown) => void;
  readonly audit: Pick<AuditLog, 'note' | 'read'>;
}

/** The API of a station, ready to be served. */
export interface Api {
  readonly app: App;
  readonly answers: Answers;
  readonly upgrades: Upgrades;
  readonly connections: Connections;
  readonly proxies: TrustedProxies;
  /** Lets go of the station and of its timers. */
  stop(): void;
}

export async function makeApi(parts: ApiParts): Promise<Api> {
  const { settings, station, wall } = parts;
  const cors = new Cors(settings.corsOrigins);
  const proxies = new TrustedProxies(settings.network.trustedProxies);
  const counts = new RequestCounts();
  const answers = new Answers({ simulated: station.aircraft.identity.simulated, cors, counts });
  const connections = new Connections(wall);
  const upgrades = new Upgrades(answers.commonHeaders);
  const sessionQuotas = RequestQuotas.ofSessions(settings.limits);
  const pluginQuotas = RequestQuotas.ofPlugins(settings.limits);
  const cancelSessionEnd = station.auth.onSessionEnd((sessionId) => {
    sessionQuotas.forget(sessionId);
    parts.used.tokens.delete(sessionId);
    connections.endSession(sessionId);
  });
  const cancelPlugins = station.auth.onPluginsChange(() =>
    pluginQuotas.keepOnly((id) => station.auth.administration.plugin(id) !== undefined),
  );
  const stop = () => {
    cancelSessionEnd();
    cancelPlugins();
  };
  const door = makeDoor(parts, connections, upgrades);
  const subscriptions = new Subscriptions({ feeds: makeFeeds(parts), connections, door });
  const { families, gauges } = parts;
  const gate = makeGate(parts, { cors, proxies, sessionQuotas, pluginQuotas });
  const failureOf = (request: FastifyRequest) => metricsFailure(settings.metricsAccess ?? 'local', gate, request);
  const pages = makePages(parts, answers, metricsPage({ answers, counts, connections, families, gauges, failureOf }));
  const app = await buildApp({
    answers,
    cors,
    gate,
    log: parts.log,
    proxies,
    routes: [...makeRoutes(parts, subscriptions), ...browserVideoRoutes(door, parts.video?.browser)],
    pages,
    watchOf: watchOf(parts),
    ...(parts.onStoreFault !== undefined && { onStoreFault: parts.onStoreFault }),
  });
  return { app, answers, upgrades, connections, proxies, stop };
}

/** Flight log and audit log. */
function watchOf({ audit, onCommand }: ApiParts): WatchOf {
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

function makeGate(
  { settings: { limits }, station, used, wall }: ApiParts,
  given: Pick<GateParts, 'cors' | 'proxies' | 'sessionQuotas' | 'pluginQuotas'>,
): Gate {
  const rate = { perS: limits.tokenRequestsPerMin / 60, burst: limits.tokenRequestsBurst };
  const tokenRequestQuotas = new AddressQuotas('token-requests', rate);
  return new Gate({
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
    wall,
  });
}

/** Every operation of the contract; a test compares. */
function makeRoutes(parts: ApiParts, subscriptions: Subscriptions): readonly Route[] {
  const { audit, isHealthy, log, recordings, secrets, settings, simulation, station, stationSpeed, video, wrongKeys } =
    parts;
  const followFirstKey = firstKeyFollower({ secrets, folder: settings.dataDir, log });
  return [
    ...authRoutes({ auth: station.auth, wrongKeys, usedKeys: parts.used.keys, stationSpeed }),
    ...adminRoutes({ audit, auth: station.auth, followFirstKey }),
    ...flightRoutes(station),
    ...cameraRoutes(station),
    ...handoffRoutes(station),
    ...notificationRoutes(station),
    ...systemRoutes(station),
    ...videoRoutes(video),
    ...recordingRoutes(station.handoff, recordings),
    ...subscriptionRoutes(subscriptions),
    ...healthRoutes({ isHealthy, apiVersion: settings.apiVersion }),
    ...(simulation === undefined ? [] : simRoutes(simulation)),
  ];
}

function makePages(parts: ApiParts, answers: Answers, metrics: Page): readonly Page[] {
  const { isHealthy, settings, simulation } = parts;
  const page = consolePagesOf(parts, answers);
  const isSimulated = simulation !== undefined;
  return [
    discoveryPage(answers),
    ...documentPages(answers, { apiVersion: settings.apiVersion, isSimulated, isAtRoot: page.length === 0 }),
    ...probePages(answers, isHealthy),
    ...securityContactPages(answers, settings.securityContact, parts.realTime),
    ...page,
    metrics,
  ];
}

function consolePagesOf({ console: build, settings, station }: ApiParts, answers: Answers): readonly Page[] {
  if (build === undefined || settings.console === undefined) return [];
  const { flight, gsName: stationName, softwareVersion: version, wind } = settings.station;
  const limits = { ...flight, driftWarnM: wind.warnDriftM, driftMaxM: wind.reduceDriftM };
  const isSimulated = station.aircraft.identity.simulated;
  return consolePages(answers, { build, settings: settings.console, stationName, isSimulated, version, limits });
}

function makeDoor(
  { onBug, secrets, settings, wall }: ApiParts,
  connections: Connections,
  upgrades: Upgrades,
): WebSocketDoor {
  const { webSocketsPerSession } = settings.limits;
  const newId = () => secrets.newId();
  return new WebSocketDoor({ connections, upgrades, wall, newId, webSocketsPerSession, onBug });
}

function makeFeeds({ onBug, recordings, station, video, wall }: ApiParts): Feeds {
  const { clock, notifications, topics } = station;
  const states = {
    [TOPICS_BY_NAME['flight/state'].name]: topics.flight,
    [TOPICS_BY_NAME['camera/state'].name]: topics.camera,
    [TOPICS_BY_NAME['system/state'].name]: topics.system,
    [TOPICS_BY_NAME['handoff/state'].name]: topics.handoff,
  };
  const feeds = new Map<string, Feed | FindFeed>();
  for (const [name, topic] of Object.entries(states))
    feeds.set(name, new StateFeed({ name, topic, wall, clock, onBug }));
  const streams = video ?? { topicOf: noVideo };
  feeds.set(TOPICS_BY_NAME['videostreams/{stream_id}/state'].name, videoFeeds({ video: streams, wall, clock, onBug }));
  if (recordings !== undefined) {
    const { name } = TOPICS_BY_NAME['recordings/state'];
    feeds.set(name, new StateFeed({ name, topic: recordings.topic, wall, clock, onBug }));
  }
  const { name } = TOPICS_BY_NAME['notifications/state'];
  return feeds.set(name, new NotificationFeed({ name, notifications, clock }));
}
