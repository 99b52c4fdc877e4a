import type { RequestListener } from 'node:http';
import type { Clock } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { TopicName } from '@kitestring/station-contract/topics.ts';
import { type Auth, type LoginThrottle, SignInThrottle } from '@kitestring/station-core/auth';
import type { Notifications } from '@kitestring/station-core/notifications';
import type { AircraftIdentity, Secrets } from '@kitestring/station-core/ports';
import type { UsedSecrets } from '@kitestring/station-core/videostreams';
import type { Video } from '@kitestring/video-host/video.ts';
import {
  Answers,
  buildApp,
  Cors,
  type Exchange,
  RequestCounts,
  type Settled,
  type WatchOf,
} from '@kitestring/web/http';
import { TrustedProxies } from '@kitestring/web/limits';
import { type AskedPage, metricsPage, type StationFamily, type StationGauge } from '@kitestring/web/pages';
import { metricsFailure } from '@kitestring/web/pages/metrics-access.ts';
import { Connections, Subscriptions, Upgrades, WebSocketUpgrade } from '@kitestring/web/subscriptions';
import { ServedVersion, type VersionedStation } from '../versions/served-version.ts';
import { makeAccess } from './api-access.ts';
import { makeFeeds } from './api-feeds.ts';
import type { ApiLab } from './api-lab.ts';
import { makePages } from './api-pages.ts';
import type { MakeRoutes } from './make-routes.ts';
import { browserVideoRoutes } from './video/browser-video-routes.ts';

/** A station as its operations need it: live or recorded. */
export interface ServedStation extends VersionedStation {
  readonly auth: Auth;
  readonly aircraft: { readonly identity: Pick<AircraftIdentity, 'simulated'> };
  /** Station time, for the envelopes of messages. */
  readonly clock: Pick<Clock, 'nowUs'>;
  readonly notifications: Pick<Notifications, 'active' | 'onEvent' | 'raise' | 'clear'>;
}

/** Services of the process that serves the API. */
interface ApiBase {
  readonly settings: ServerSettings;
  readonly secrets: Pick<Secrets, 'newId'>;
  readonly realTimeClock: Clock;
  /** Independent of the clock of the limits. */
  readonly systemClock: Clock;
  readonly onBug: OnBug;
  readonly log: Log;
}

/** The station that is served, live or recorded, and its operations. */
interface ApiContent {
  readonly station: ServedStation;
  /** States that clients can subscribe to, in the newest version. */
  readonly topics: readonly (readonly [TopicName, PublishedTopic])[];
  readonly operations: MakeRoutes;
  /** Whether a recording is served; then its controls are documented. */
  readonly isReplay?: boolean;
  /** Absent on a station without live video. */
  readonly video?: Video;
  /** States of the streams of a recording; absent: those of the live video. */
  readonly streams?: Pick<Video, 'topicOf'>;
  /** The operator's console; absent if it is not served. */
  readonly console?: AskedPage;
}

/** Health and metrics of the station. */
interface ApiStatus {
  readonly isHealthy: () => boolean;
  /** Whether it flies; true when absent. */
  readonly isAlive?: () => boolean;
  readonly gauges: readonly StationGauge[];
  readonly families: readonly StationFamily[];
}

/** Sign-ins, shared with the live video. */
export interface ApiSignIns {
  /** Receives the token of each session that uses the API, while the session lasts, and the key of each plugin that signs in. */
  readonly used: UsedSecrets;
  readonly loginThrottle: LoginThrottle;
}

/** Records of what is requested. */
interface ApiRecords {
  /** Sees the requests of an operation: see `operationWatch`. */
  readonly watchOf: WatchOf;
  /** Called when a request failed because of the store. */
  readonly onStoreFault?: (fault: unknown) => void;
  /** Resolves when everything stored so far is on the disk; undefined when it is already. */
  readonly settled?: Settled;
}

export interface ApiDeps {
  readonly base: ApiBase;
  readonly content: ApiContent;
  readonly status: ApiStatus;
  readonly signIns: ApiSignIns;
  readonly records: ApiRecords;
  /** Absent with a real aircraft. */
  readonly lab?: ApiLab;
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
  const { base, content, lab, records, signIns, status } = deps;
  const { log, onBug, realTimeClock, secrets, settings } = base;
  const { station } = content;
  const version = new ServedVersion(settings.apiVersion, station);
  const cors = new Cors(settings.corsOrigins);
  const proxies = new TrustedProxies(settings.network.trustedProxies);
  const counts = new RequestCounts();
  const observer = lab?.observer;
  const answers = new Answers({ simulated: station.aircraft.identity.simulated, cors, counts, observer });
  const connections = new Connections(realTimeClock);
  const upgrades = new Upgrades(answers.commonHeaders);
  const { access, stop: stopAccess } = makeAccess(
    { realTimeClock, settings, station, used: signIns.used },
    { connections, cors, proxies, version },
  );
  const filters = lab?.filters(station.auth, answers);
  const signInThrottle = new SignInThrottle({
    byAddress: signIns.loginThrottle,
    realTimeClock,
    perMin: settings.limits.wrongKeysPerMin,
    notifications: station.notifications,
  });
  const upgrade = new WebSocketUpgrade({
    connections,
    filter: filters?.messages,
    observer,
    onBug,
    upgrades,
    realTimeClock,
    newId: () => secrets.newId(),
    websocketsPerSession: settings.limits.websocketsPerSession,
  });
  const feeds = makeFeeds(deps, version);
  const subscriptions = new Subscriptions({ feeds, connections, upgrade, version: version.version, observer });
  const failure = (exchange: Exchange) => metricsFailure(settings.metricsAccess ?? 'local', access, exchange);
  const metrics = metricsPage({
    answers,
    counts,
    connections,
    failureOf: failure,
    families: status.families,
    gauges: status.gauges,
  });
  const listener = buildApp({
    access,
    answers,
    cors,
    log,
    proxies,
    settled: records.settled,
    watchOf: records.watchOf,
    routes: [
      ...version.routes([
        ...content.operations({ version, subscriptions, signInThrottle, proxies }),
        ...(lab?.routes(version.version, station.auth) ?? []),
      ]),
      ...browserVideoRoutes(upgrade, content.video?.browser),
    ],
    pages: makePages(deps, version, { answers, metrics, proxies }),
    notFound: (path) => version.notFound(path),
    requestFilter: filters?.requests,
    ...(records.onStoreFault !== undefined && { onStoreFault: records.onStoreFault }),
  });
  return {
    listener,
    answers,
    upgrades,
    connections,
    proxies,
    stop: () => {
      filters?.messages.stop();
      stopAccess();
      signInThrottle.stop();
    },
  };
}
