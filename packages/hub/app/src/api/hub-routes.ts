import { readFleetMap, readFleetMapArchive } from '@kitestring/hub-contract/fleet/fleet-map.ts';
import { readFleetHealth } from '@kitestring/hub-contract/fleet/operations.ts';
import { openRoute, type Route } from '@kitestring/web/http';
import { MapArchive, mapRoutes } from '@kitestring/web/map';
import { alarmRoutes } from '../alarms/alarm-routes.ts';
import { healthView } from '../health/health-pages.ts';
import type { ObservedRequests } from '../metrics/observed-requests.ts';
import type { HubAccess } from '../people/hub-access.ts';
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
import type { HubApiServices, HubServices } from './hub-services.ts';
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

/** Every operation of the hub: each family takes of the parts those that it uses. */
export function hubRoutes(
  parts: HubServices,
  access: HubAccess,
  observed: ObservedRequests,
  api: HubApiServices,
): readonly Route[] {
  return [
    ...peopleRoutes(parts, access, api),
    ...registryRoutes(parts, api),
    ...fleetRoutes(parts, api),
    ...stationApiRoutes(parts, access, observed, api),
    ...deliveryRoutes(parts),
    ...mapAndHealthRoutes(parts),
  ];
}

/** Sign-in, people and their roles. */
function peopleRoutes({ base, fleet, people, registry }: HubServices, access: HubAccess, api: HubApiServices) {
  const { log, nowMs, realTimeClock, settings } = base;
  const { audit, keys, stations } = registry;
  const { personSignIn, persons, provider, rights } = people;
  const { flows, sessions } = fleet.signIns;
  const { cookie, guesses, isSecureCookie, signInCheck } = access;
  const { hubUrlOf, refusedSignIns } = api;
  const { commandTable } = fleet.calls;
  return [
    ...sessionRoutes({ audit, cookie, guesses, keys, nowMs, provider, sessions, settings, signInCheck }),
    ...oidcRoutes({
      audit,
      cookie,
      flows,
      hubUrlOf,
      isSecureCookie,
      personSignIn,
      provider,
      refusedSignIns,
      sessions,
      realTimeClock,
      log,
    }),
    ...personRoutes({ audit, commandTable, persons, sessions }),
    ...signInRoutes({ audit, keys, sessions }),
    ...groupRoutes({ audit, nowMs, rights, stations }),
  ];
}

/** Invitations, keys, the audit log, and how a station becomes a member. */
function registryRoutes({ base, enrolment, people, registry }: HubServices, api: HubApiServices) {
  const { certificatePin, nowMs, realTimeClock } = base;
  const { audit, enrolments, keys } = registry;
  const { hubUrlOf, onKeyRemoved, proxies } = api;
  const { persons } = people;
  return [
    ...administrationRoutes({ audit, certificatePin, enrolments, hubUrlOf, keys, nowMs, onKeyRemoved, persons }),
    ...enrolmentRoutes({ enrolment, proxies, realTimeClock }),
  ];
}

/** Stations as the hub knows them. */
function fleetRoutes({ base, fleet, people, registry }: HubServices, api: HubApiServices) {
  const { database, nowMs } = base;
  const { audit, stations } = registry;
  const { persons, rights } = people;
  const { fleetArchive, presence, revocations } = fleet;
  const { alarms, live, streams, upgrade, watchedRights } = api;
  return [
    ...stationRoutes({ fleetArchive, presence, revocations, rights, stations }),
    ...historyRoutes({ database, stations }),
    ...alarmRoutes({ alarms, audit, nowMs, persons }),
    ...trackRoutes({ database, nowMs, stations }),
    ...inventoryRoutes({ rights, stations }),
    ...eventRoutes({ database, streams, watchedRights }),
    liveRoute({ live, upgrade, watchedRights }),
  ];
}

/** The API of each station, through the hub. */
function stationApiRoutes(
  { base, fleet, objects, people, registry }: HubServices,
  { guesses }: HubAccess,
  { commands, reads }: ObservedRequests,
  { subscriptions, tokens, watchedRights }: HubApiServices,
) {
  const { nowMs } = base;
  const { audit, keys, stations } = registry;
  const { persons, rights } = people;
  const { mirror, presence, video } = fleet;
  const { commandTable } = fleet.calls;
  const { uploadTable } = fleet.files;
  return [
    ...subscriptionRoutes({ presence, stations, subscriptions, watchedRights }),
    ...tokenRoutes({ commands, guesses, keys, presence, reads, rights, stations, tokens }),
    ...mirrorRoutes({ mirror, nowMs, presence, reads, stations }),
    ...readRoutes({ audit, nowMs, objects, presence, reads, stations, uploadTable }),
    ...consoleRoutes({ presence, reads, stations }),
    ...videoRoutes({ audit, presence, stations, video }),
    ...commandRoutes({ commandTable, commands, persons, presence, stations }),
  ];
}

/** Recordings and logs that stations send to the hub, and events that the hub sends to others. */
function deliveryRoutes({ base, fleet, objects, people, registry, webhooks }: HubServices) {
  const { nowMs } = base;
  const { audit, stations } = registry;
  const { persons, rights } = people;
  const { presence } = fleet;
  const { policies, uploads, uploadTable } = fleet.files;
  return [
    ...webhookRoutes({ audit, nowMs, ...webhooks }),
    ...recordingRoutes({ audit, nowMs, objects, persons, presence, stations, uploads, uploadTable }),
    ...policyRoutes({ policies, rights, stations }),
  ];
}

function mapAndHealthRoutes({ base, upkeep }: HubServices) {
  const { log, settings, version } = base;
  const mapArchive = new MapArchive({ path: settings['map.archive'], setting: 'map.archive', log });
  // Checked at the start, so that a fault is logged before the map is opened.
  void mapArchive.state();
  return [
    ...mapRoutes(mapArchive, { state: readFleetMap, archive: readFleetMapArchive }),
    openRoute(readFleetHealth, () => {
      const health = healthView(version, upkeep.readiness);
      return { status: health.status === 'up' ? 200 : 503, body: health };
    }),
  ];
}
