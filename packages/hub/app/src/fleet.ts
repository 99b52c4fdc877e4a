import { openArchive } from './archive/open-archive.ts';
import type { BrokerAddress } from './broker/broker.ts';
import { hasNatsServers, streamReplicasOf } from './broker/hub-broker.ts';
import { openBrokerConnection } from './broker/open-broker-connection.ts';
import { openStationCalls } from './commands/open-station-calls.ts';
import { beginDuties } from './duties.ts';
import { EventSignal } from './events/event-signal.ts';
import type { HubDeps } from './hub-deps.ts';
import type { BrokerAccounts } from './identity/broker-accounts.ts';
import type { HubKeys } from './identity/hub-keys.ts';
import { openDepartures } from './identity/open-departures.ts';
import type { StationEnrolment } from './identity/station-enrolment.ts';
import { StationBudgets } from './limits/station-budgets.ts';
import { limitedByStation } from './limits/station-log.ts';
import { openMirror } from './mirror/open-mirror.ts';
import type { Objects } from './objects/objects.ts';
import type { HubSessionsDeps } from './people/hub-sessions.ts';
import { openSignIns } from './people/open-sign-ins.ts';
import { openPresence } from './presence/open-presence.ts';
import { restoreBeats } from './presence/restore-beats.ts';
import { StationRequests } from './presence/station-requests.ts';
import type { ApiKeys } from './registry/api-keys.ts';
import { openVideoRooms } from './relay/open-video-rooms.ts';
import { openUploads } from './uploads/open-uploads.ts';

interface FleetDeps
  extends Pick<HubDeps, 'database' | 'stations' | 'audit' | 'identity' | 'persons' | 'rights'>,
    Pick<HubDeps, 'settings' | 'clock' | 'nowMs' | 'log'> {
  readonly accounts: BrokerAccounts;
  readonly apiKeys: ApiKeys;
  readonly broker: BrokerAddress;
  readonly enrolment: StationEnrolment;
  readonly hubKeys: HubKeys;
  readonly objects: Objects;
  /** Asks the sign-in provider about a person again: see `HubSessions`. */
  readonly renew: HubSessionsDeps['renew'];
}

/** Connects to the broker and starts the hub’s side of the work with its stations. @throws HubFault */
export async function joinFleet(deps: FleetDeps, cleanup: AsyncDisposableStack) {
  const { accounts, apiKeys, audit, broker, clock, database, enrolment, hubKeys, identity } = deps;
  const { nowMs, objects, persons, renew, rights, settings, stations } = deps;
  const log = limitedByStation(deps.log, () => clock.nowUs());
  const hasReplicas = hasNatsServers(settings);
  const { command: key, stationTokens: secret } = hubKeys;
  const budgets = new StationBudgets(nowMs);
  const signal = new EventSignal();
  const onEvent = signal.raise;

  const joined = await openBrokerConnection({ broker, keys: hubKeys, nowMs, log }, cleanup);
  const { connection, inboxes, link, news } = joined;
  const { archive, events, fleetArchive, isInCharge } = openArchive(
    {
      ...{ budgets, connection, database, link, news, signal, stations, nowMs, log, hasReplicas },
      isArchive: settings.roles.includes('archive'),
      streamReplicas: streamReplicasOf(settings),
    },
    cleanup,
  );
  const { presence, presenceEvents, quarantine } = openPresence(
    { budgets, connection, database, link, stations, isInCharge, onEvent, clock, nowMs, log },
    cleanup,
  );
  const mirror = openMirror({ budgets, connection, news, clock, nowMs });
  link.onReconnect(() => mirror.refresh());
  new StationRequests({
    ...{ archive, budgets, connection, enrolment, identity, presence, quarantine, stations, nowMs, log },
    onCursor: (cursor) => fleetArchive.share([cursor]),
    onHello: (sid) => mirror.restart(sid),
  });
  const { flows, sessions } = openSignIns({ database, news, renew, secret, nowMs, log });
  const { beats, commandTable, commands, reads } = openStationCalls({
    ...{ audit, connection, database, inboxes, presence, key, onEvent, clock, nowMs, log },
  });
  const { policies, uploadRetention, uploads, uploadTable } = openUploads(
    {
      ...{ audit, beats, budgets, connection, database, objects, persons, presence, rights, settings, stations },
      ...{ key, isInCharge, clock, nowMs, log },
    },
    cleanup,
  );
  const video = openVideoRooms({ beats, connection, settings, key, clock, nowMs, log });
  cleanup.defer(() => video.stop());
  const forget = (sid: string) => {
    for (const part of [presence, quarantine, fleetArchive, mirror]) part.forget(sid);
    void video.endStation(sid);
  };
  const revocations = openDepartures(
    {
      ...{ accounts, apiKeys, audit, broker, budgets, database, keys: hubKeys, news, rights, stations },
      ...{ hasReplicas, forget, onEvent, clock, nowMs, log },
    },
    cleanup,
  );
  beginDuties({ commands, fleetArchive, link, mirror, presence, presenceEvents, revocations, clock, nowMs }, cleanup);
  if (hasReplicas) await restoreBeats({ connection, presence, stations, nowMs, log });
  return {
    ...{ commands, commandTable, connection, events, fleetArchive, flows, link, mirror, policies, presence, reads },
    ...{ revocations, sessions, uploadRetention, uploads, uploadTable, video },
  };
}
