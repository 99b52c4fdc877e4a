import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { AccessCheck } from '@kitestring/web/http/access-check.ts';
import type { Answers } from '@kitestring/web/http/answers.ts';
import type { Page } from '@kitestring/web/http/build-app.ts';
import type { RequestCounts } from '@kitestring/web/http/request-counts.ts';
import { metricsFailure } from '@kitestring/web/pages/metrics-access.ts';
import { metricsPage } from '@kitestring/web/pages/metrics-page.ts';
import type { Connections } from '@kitestring/web/subscriptions/connections.ts';
import type { FleetArchive } from '../archive/fleet-archive.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { healthPages } from '../health/health-pages.ts';
import type { HubReadiness } from '../health/hub-readiness.ts';
import type { StorageWatch } from '../health/storage-watch.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { HubSessions } from '../people/hub-sessions.ts';
import type { VideoRooms } from '../relay/video-rooms.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { archiveLag } from './archive-lag.ts';
import { databaseFigures } from './database-figures.ts';
import { type HubFigures, hubFamilies, hubGauges } from './hub-gauges.ts';
import type { ObservedRequests } from './observed-requests.ts';
import { Refreshed } from './refreshed.ts';
import { stationFigures } from './station-figures.ts';

/** Services that are included in the status. */
interface StatusDeps extends Pick<HubDeps, 'connection' | 'database' | 'stations' | 'presence' | 'nowMs'> {
  readonly version: string;
  readonly settings: Pick<HubSettingValues, 'metrics.access'>;
  readonly readiness: HubReadiness;
  readonly storage: StorageWatch;
  readonly link: Pick<BrokerLink, 'reconnects'>;
  readonly fleetArchive: FleetArchive;
  readonly sessions: HubSessions;
  readonly video: VideoRooms;
  readonly webhooks: Webhooks;
}

/** Parts of the API that are counted. */
interface ServedDeps extends Pick<HubFigures, 'refusedSignIns'> {
  readonly answers: Answers;
  readonly counts: RequestCounts;
  readonly connections: Connections;
  readonly access: AccessCheck;
  readonly live: LiveFeed;
  readonly streams: EventStreams;
  readonly observed: ObservedRequests;
}

/** `/healthz`, `/readyz` and `/metrics`. */
export function statusPages(deps: StatusDeps, parts: ServedDeps): readonly Page[] {
  const { connection, database, fleetArchive, link, nowMs, presence, readiness, sessions, stations, storage } = deps;
  const { version, video, webhooks } = deps;
  const { access, answers, connections, counts, live, observed, refusedSignIns, streams } = parts;
  const fromDatabase = new Refreshed(() => databaseFigures(database, nowMs()));
  const fromBroker = new Refreshed(() => archiveLag(connection, nowMs()));
  const figures = {
    ...{ version, readiness, storage, observed, counts, refusedSignIns },
    ...{ archive: fleetArchive, reconnects: () => link.reconnects },
    stations: () => stationFigures({ fleetArchive, presence, stations, nowMs: nowMs() }),
    database: () => fromDatabase.value,
    lag: () => fromBroker.value,
    subscribers: () =>
      Object.entries({ fleet: live.size, events: streams.size, station: connections.size - live.size }),
    relay: () => video.figures,
    webhookDeliveries: webhooks.counts.entries,
    sessions: () => sessions.size,
  };
  return [
    ...healthPages(answers, { readiness, storage, version, archiveDuty: () => fleetArchive.duty }),
    metricsPage({
      ...{ answers, counts, connections, gauges: hubGauges(figures), families: hubFamilies(figures) },
      histograms: [observed.commandSeconds, observed.readSeconds],
      refresh: async () => void (await Promise.all([fromDatabase.refresh(), fromBroker.refresh()])),
      failureOf: (exchange) => metricsFailure(deps.settings['metrics.access'], access, exchange),
    }),
  ];
}
