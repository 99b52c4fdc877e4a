import type { AccessCheck, Answers, Page, RequestCounts } from '@kitestring/web/http';
import { metricsPage } from '@kitestring/web/pages';
import { metricsFailure } from '@kitestring/web/pages/metrics-access.ts';
import type { Connections } from '@kitestring/web/subscriptions';
import type { HubServices } from '../api/hub-services.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { healthPages } from '../health/health-pages.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import { archiveLag } from './archive-lag.ts';
import { databaseFigures } from './database-figures.ts';
import { type HubFigures, hubFamilies, hubGauges } from './hub-gauges.ts';
import type { ObservedRequests } from './observed-requests.ts';
import { Refreshed } from './refreshed.ts';
import { stationFigures } from './station-figures.ts';

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
export function statusPages(
  { base, fleet, registry, upkeep, webhooks: { webhooks } }: HubServices,
  served: ServedDeps,
): readonly Page[] {
  const { database, nowMs, settings, version } = base;
  const { connection, fleetArchive, link, presence, video } = fleet;
  const { sessions } = fleet.signIns;
  const { stations } = registry;
  const { readiness, storage } = upkeep;
  const { access, answers, connections, counts, live, observed, refusedSignIns, streams } = served;
  const fromDatabase = new Refreshed(() => databaseFigures(database, nowMs()));
  const fromBroker = new Refreshed(() => archiveLag(connection, nowMs()));
  const figures = {
    version,
    readiness,
    storage,
    observed,
    counts,
    refusedSignIns,
    archive: fleetArchive,
    reconnects: () => link.reconnects,
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
      answers,
      counts,
      connections,
      gauges: hubGauges(figures),
      families: hubFamilies(figures),
      histograms: [observed.commandSeconds, observed.readSeconds],
      refresh: async () => void (await Promise.all([fromDatabase.refresh(), fromBroker.refresh()])),
      failureOf: (exchange) => metricsFailure(settings['metrics.access'], access, exchange),
    }),
  ];
}
