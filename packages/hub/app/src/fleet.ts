import type { FleetArchive } from './archive/fleet-archive.ts';
import { openArchive } from './archive/open-archive.ts';
import type { BrokerAddress } from './broker/broker.ts';
import type { BrokerLink } from './broker/broker-link.ts';
import { hasNatsServers, streamReplicas } from './broker/hub-broker.ts';
import { openBrokerConnection } from './broker/open-broker-connection.ts';
import { openStationCalls, type StationCalls } from './commands/open-station-calls.ts';
import { beginDuties } from './duties.ts';
import { EventSignal } from './events/event-signal.ts';
import type { EventTail } from './events/event-tail.ts';
import type { HubDeps } from './hub-deps.ts';
import type { BrokerAccounts } from './identity/broker-accounts.ts';
import type { HubKeys } from './identity/hub-keys.ts';
import { openDepartures } from './identity/open-departures.ts';
import type { Revocations } from './identity/revocations.ts';
import type { StationEnrolment } from './identity/station-enrolment.ts';
import { StationBudgets } from './limits/station-budgets.ts';
import { limitedByStation } from './limits/station-log.ts';
import { openMirror } from './mirror/open-mirror.ts';
import type { TopicMirror } from './mirror/topic-mirror.ts';
import type { Objects } from './objects/objects.ts';
import type { HubSessionsDeps } from './people/hub-sessions.ts';
import { openSignIns, type SignIns } from './people/open-sign-ins.ts';
import type { People } from './people/people.ts';
import { openPresence } from './presence/open-presence.ts';
import { restoreBeats } from './presence/restore-beats.ts';
import { StationRequests } from './presence/station-requests.ts';
import type { Registry } from './registry/open-registry.ts';
import { openVideoRooms } from './relay/open-video-rooms.ts';
import type { VideoRooms } from './relay/video-rooms.ts';
import { type OpenUploads, openUploads } from './uploads/open-uploads.ts';

interface FleetDeps extends Pick<HubDeps, 'database' | 'identity' | 'settings' | 'clock' | 'nowMs' | 'log'> {
  readonly accounts: BrokerAccounts;
  readonly registry: Registry;
  readonly people: People;
  readonly broker: BrokerAddress;
  readonly enrolment: StationEnrolment;
  readonly hubKeys: HubKeys;
  readonly objects: Objects;
}

/** The hub’s side of the work with its stations. */
export interface Fleet extends Pick<HubDeps, 'connection' | 'presence'> {
  readonly link: BrokerLink;
  readonly events: EventTail;
  readonly fleetArchive: FleetArchive;
  readonly mirror: TopicMirror;
  readonly revocations: Revocations;
  readonly video: VideoRooms;
  readonly calls: StationCalls;
  readonly signIns: SignIns;
  readonly files: OpenUploads;
}

/** Connects to the broker and starts the hub’s side of the work with its stations. @throws HubFault */
export async function joinFleet(deps: FleetDeps, cleanup: AsyncDisposableStack): Promise<Fleet> {
  const { accounts, broker, clock, database, enrolment, hubKeys, identity, nowMs, objects, settings } = deps;
  const { audit, keys: apiKeys, stations } = deps.registry;
  const { personSignIn, persons, rights } = deps.people;
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
      budgets,
      connection,
      database,
      link,
      news,
      signal,
      stations,
      nowMs,
      log,
      hasReplicas,
      isArchive: settings.roles.includes('archive'),
      streamReplicas: streamReplicas(settings),
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
    archive,
    budgets,
    connection,
    enrolment,
    identity,
    presence,
    quarantine,
    stations,
    nowMs,
    log,
    onCursor: (cursor) => fleetArchive.share([cursor]),
    onHello: (sid) => mirror.restart(sid),
  });
  const renew: HubSessionsDeps['renew'] = (person, previous) => personSignIn.renew(person, previous);
  const signIns = openSignIns({ database, news, renew, secret, nowMs, log });
  const calls = openStationCalls({
    audit,
    connection,
    database,
    inboxes,
    presence,
    key,
    onEvent,
    clock,
    nowMs,
    log,
  });
  const { beats, commands } = calls;
  const files = openUploads(
    {
      audit,
      beats,
      budgets,
      connection,
      database,
      objects,
      persons,
      presence,
      rights,
      settings,
      stations,
      key,
      isInCharge,
      clock,
      nowMs,
      log,
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
      accounts,
      apiKeys,
      audit,
      broker,
      budgets,
      database,
      keys: hubKeys,
      news,
      rights,
      stations,
      hasReplicas,
      forget,
      onEvent,
      clock,
      nowMs,
      log,
    },
    cleanup,
  );
  beginDuties({ commands, fleetArchive, link, mirror, presence, presenceEvents, revocations, clock, nowMs }, cleanup);
  if (hasReplicas) await restoreBeats({ connection, presence, stations, nowMs, log });
  return { connection, presence, link, events, fleetArchive, mirror, revocations, video, calls, signIns, files };
}
