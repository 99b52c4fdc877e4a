import { readFleetMap, readFleetMapArchive } from '@kitestring/hubcontract/fleet/fleet-map.ts';
import { readFleetHealth } from '@kitestring/hubcontract/fleet/operations.ts';
import { MapArchive } from '@kitestring/server/api/station/map-archive.ts';
import { mapRoutes } from '@kitestring/server/api/station/map-routes.ts';
import type { Exchange } from '@kitestring/server/http/exchange.ts';
import { openRoute, type Route } from '@kitestring/server/http/route.ts';
import type { TrustedProxies } from '@kitestring/server/limits/trusted-proxies.ts';
import type { WebSocketUpgrade } from '@kitestring/server/subscriptions/web-socket-upgrade.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { LoginThrottle } from '@kitestring/station/auth/login-throttle.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import { alarmRoutes } from '../alarms/alarm-routes.ts';
import { AlarmTable } from '../alarms/alarm-table.ts';
import type { CommandGiver } from '../commands/station-commands.ts';
import type { Database } from '../database/database.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { Fleet } from '../fleet.ts';
import { healthView } from '../health/health-pages.ts';
import type { HubReadiness } from '../health/hub-readiness.ts';
import type { StorageWatch } from '../health/storage-watch.ts';
import type { StationEnrolment } from '../identity/station-enrolment.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { Objects } from '../objects/objects.ts';
import { useAdminLink } from '../people/admin-links.ts';
import type { makeHubAccess } from '../people/hub-access.ts';
import type { People } from '../people/people.ts';
import type { SessionWatch } from '../people/session-watch.ts';
import { consoleRoutes } from '../proxy/console-routes.ts';
import { readRoutes } from '../proxy/read-routes.ts';
import type { ReadOpener } from '../proxy/station-reads.ts';
import type { StationSubscriptions } from '../proxy/station-subscriptions.ts';
import type { StationTokens } from '../proxy/station-tokens.ts';
import { subscriptionRoutes } from '../proxy/subscription-routes.ts';
import { tokenRoutes } from '../proxy/token-routes.ts';
import type { Stations } from '../registry/stations.ts';
import type { Traces } from '../telemetry/traces.ts';
import type { UploadTable } from '../uploads/upload-table.ts';
import type { WebhookTable } from '../webhooks/webhook-table.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { type AdministrationRouteDeps, administrationRoutes } from './administration-routes.ts';
import { commandRoutes } from './command-routes.ts';
import { enrolmentRoutes } from './enrolment-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { inventoryRoutes } from './inventory-routes.ts';
import { liveRoute } from './live-route.ts';
import { mirrorRoutes } from './mirror-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { personRoutes } from './person-routes.ts';
import { policyRoutes } from './policy-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import { sessionRoutes, signInRoutes } from './session-routes.ts';
import { stationRoutes } from './station-routes.ts';
import { trackRoutes } from './track-routes.ts';
import { videoRoutes } from './video-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The parts of a hub that its operations use. */
export interface HubServiceDeps
  extends Omit<Fleet, 'stop' | 'commands' | 'reads'>,
    People,
    Omit<AdministrationRouteDeps, 'hubUrlOf' | 'onKeyRemoved'> {
  readonly database: Database;
  readonly stations: Stations;
  readonly enrolment: StationEnrolment;
  readonly tokens: StationTokens;
  readonly webhookTable: WebhookTable;
  readonly webhooks: Webhooks;
  readonly objects: Objects;
  readonly uploadTable: UploadTable;
  readonly settings: HubSettingValues;
  readonly isSecure: boolean;
  readonly realTimeClock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly readiness: HubReadiness;
  readonly storage: StorageWatch;
  readonly traces: Traces;
  readonly commands: CommandGiver;
  readonly reads: ReadOpener;
}

interface HubRouteDeps extends HubServiceDeps, ReturnType<typeof makeHubAccess> {
  readonly proxies: TrustedProxies;
  readonly streams: EventStreams;
  readonly live: LiveFeed;
  readonly upgrade: WebSocketUpgrade;
  readonly subscriptions: StationSubscriptions;
  readonly loginThrottle: LoginThrottle;
  readonly watch: SessionWatch;
}

/** Every operation of the hub. */
export function hubRoutes(deps: HubRouteDeps): readonly Route[] {
  const { database, log, proxies, rights, sessions, settings, tokens, watch } = deps;
  const { watchedRights } = watch;
  const scheme = deps.isSecure ? 'https' : 'http';
  const hubUrlOf = ({ request }: Exchange) => settings.public_url ?? `${scheme}://${proxies.hostOf(request) ?? ''}/`;
  const onKeyRemoved = (id: string) => {
    watch.end(id);
    rights.changedElsewhere().catch((err) => log.warn({ err }, 'roles are read again later'));
    tokens.endOfKey(id);
    // A sign-in of a removed key is refused anyway.
    return sessions.endAll(({ keyId }) => keyId === id).catch((error) => log.warn({ err: error }, 'sign-ins'));
  };
  const mapArchive = new MapArchive({ path: settings['map.archive'], setting: 'map.archive', log });
  // Looked at once at the start, so that the log says it before the map is opened.
  void mapArchive.state();
  return [
    ...sessionRoutes({
      ...{ ...deps, oidcName: settings['oidc.name'] },
      callerOf: (session) => deps.signInCheck.ofSession(session),
      useAdminLink: (token) => useAdminLink(settings.data_dir, token, deps.nowMs()),
    }),
    ...oidcRoutes({ ...deps, hubUrlOf }),
    ...personRoutes(deps),
    ...signInRoutes(deps),
    ...stationRoutes(deps),
    ...historyRoutes(deps),
    ...subscriptionRoutes({ ...deps, watchedRights }),
    ...tokenRoutes(deps),
    ...mirrorRoutes(deps),
    ...readRoutes(deps),
    ...consoleRoutes(deps),
    ...videoRoutes(deps),
    ...commandRoutes(deps),
    ...groupRoutes(deps),
    ...administrationRoutes({ ...deps, hubUrlOf, onKeyRemoved }),
    ...enrolmentRoutes(deps),
    ...alarmRoutes({ ...deps, alarms: new AlarmTable(database) }),
    ...trackRoutes(deps),
    ...inventoryRoutes(deps),
    ...mapRoutes(mapArchive, { state: readFleetMap, archive: readFleetMapArchive }),
    ...webhookRoutes(deps),
    ...recordingRoutes(deps),
    ...policyRoutes(deps),
    ...eventRoutes({ ...deps, watchedRights }),
    liveRoute({ ...deps, watchedRights }),
    openRoute(readFleetHealth, () => {
      const health = healthView(deps.version, deps.readiness);
      return { status: health.status === 'up' ? 200 : 503, body: health };
    }),
  ];
}
