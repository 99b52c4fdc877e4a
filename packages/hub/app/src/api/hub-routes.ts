import { readFleetMap, readFleetMapArchive } from '@kitestring/hub-contract/fleet/fleet-map.ts';
import { readFleetHealth } from '@kitestring/hub-contract/fleet/operations.ts';
import { openRoute, type Route } from '@kitestring/web/http/route.ts';
import { MapArchive } from '@kitestring/web/map/map-archive.ts';
import { mapRoutes } from '@kitestring/web/map/map-routes.ts';
import { alarmRoutes } from '../alarms/alarm-routes.ts';
import { AlarmTable } from '../alarms/alarm-table.ts';
import { healthView } from '../health/health-pages.ts';
import type { SessionWatch } from '../people/session-watch.ts';
import { consoleRoutes } from '../proxy/console-routes.ts';
import { readRoutes } from '../proxy/read-routes.ts';
import { subscriptionRoutes } from '../proxy/subscription-routes.ts';
import { tokenRoutes } from '../proxy/token-routes.ts';
import { administrationRoutes } from './administration-routes.ts';
import { commandRoutes } from './command-routes.ts';
import { enrolmentRoutes } from './enrolment-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { historyRoutes } from './history-routes.ts';
import type { HubRouteDeps } from './hub-route-deps.ts';
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

interface HubRoutesDeps extends Omit<HubRouteDeps, 'alarms' | 'watchedRights' | 'hubUrlOf' | 'onKeyRemoved'> {
  readonly watch: SessionWatch;
}

/** Every operation of the hub. */
export function hubRoutes({ watch, ...given }: HubRoutesDeps): readonly Route[] {
  const { database, log, proxies, settings } = given;
  const deps: HubRouteDeps = {
    ...given,
    alarms: new AlarmTable(database),
    watchedRights: watch.watchedRights,
    hubUrlOf: ({ request }) => settings.public_url ?? `${proxies.originOf(request)}/`,
    onKeyRemoved: (id) => watch.endKey(id).catch((err) => log.warn({ err }, 'roles could not be read again')),
  };
  const mapArchive = new MapArchive({ path: settings['map.archive'], setting: 'map.archive', log });
  // Checked at the start, so that a fault is logged before the map is opened.
  void mapArchive.state();
  return [
    ...sessionRoutes(deps),
    ...oidcRoutes(deps),
    ...personRoutes(deps),
    ...signInRoutes(deps),
    ...stationRoutes(deps),
    ...historyRoutes(deps),
    ...subscriptionRoutes(deps),
    ...tokenRoutes(deps),
    ...mirrorRoutes(deps),
    ...readRoutes(deps),
    ...consoleRoutes(deps),
    ...videoRoutes(deps),
    ...commandRoutes(deps),
    ...groupRoutes(deps),
    ...administrationRoutes(deps),
    ...enrolmentRoutes(deps),
    ...alarmRoutes(deps),
    ...trackRoutes(deps),
    ...inventoryRoutes(deps),
    ...mapRoutes(mapArchive, { state: readFleetMap, archive: readFleetMapArchive }),
    ...webhookRoutes(deps),
    ...recordingRoutes(deps),
    ...policyRoutes(deps),
    ...eventRoutes(deps),
    liveRoute(deps),
    openRoute(readFleetHealth, () => {
      const health = healthView(deps.version, deps.readiness);
      return { status: health.status === 'up' ? 200 : 503, body: health };
    }),
  ];
}
