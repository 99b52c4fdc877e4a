import { every, US_PER_S } from '@kitestring/base/clock.ts';
import { inboxPrefix, SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { Archive } from './archive/archive.ts';
import { FleetArchive } from './archive/fleet-archive.ts';
import { type BrokerAddress, connectHub, newReplicaName } from './broker/broker.ts';
import { BrokerLink } from './broker/broker-link.ts';
import { CommandTable } from './commands/command-table.ts';
import { FreshBeats } from './commands/fresh-beats.ts';
import { StationCommands } from './commands/station-commands.ts';
import { EventTail } from './events/event-tail.ts';
import { PresenceEvents } from './events/presence-events.ts';
import type { HubDeps } from './hub-deps.ts';
import type { HubKeys } from './identity/hub-keys.ts';
import { Revocations } from './identity/revocations.ts';
import type { StationEnrolment } from './identity/station-enrolment.ts';
import { StationBudgets } from './limits/station-budgets.ts';
import { limitedByStation } from './limits/station-log.ts';
import { Suspensions } from './limits/suspensions.ts';
import { openMirror } from './mirror/open-mirror.ts';
import type { Objects } from './objects/objects.ts';
import { CookieSecrets } from './people/cookie-secrets.ts';
import { HubSessions, type HubSessionsDeps } from './people/hub-sessions.ts';
import { SignInFlows } from './people/sign-in-flows.ts';
import { CloneQuarantine } from './presence/clone-quarantine.ts';
import { Presence } from './presence/presence.ts';
import { restoreBeats } from './presence/restore-beats.ts';
import { StationBeats } from './presence/station-beats.ts';
import { watchStationClocks } from './presence/station-clocks.ts';
import { StationRequests } from './presence/station-requests.ts';
import { StationReads } from './proxy/station-reads.ts';
import type { ApiKeys } from './registry/api-keys.ts';
import { openVideoRooms, type RelaySettings } from './relay/open-video-rooms.ts';
import { ReplicaNews } from './replicas/replica-news.ts';
import { shareRegistry } from './replicas/share-registry.ts';
import { UploadPolicies } from './uploads/upload-policies.ts';
import { UploadRetention, type UploadRetentionSettings } from './uploads/upload-retention.ts';
import type { UploadTable } from './uploads/upload-table.ts';
import { Uploads } from './uploads/uploads.ts';

/** Less than the lifetime of a subscription. */
const WANT_EVERY_S = 20;

interface FleetDeps
  extends Pick<
    HubDeps,
    'database' | 'stations' | 'audit' | 'identity' | 'persons' | 'rights' | 'clock' | 'nowMs' | 'log'
  > {
  readonly enrolment: StationEnrolment;
  readonly keys: HubKeys;
  readonly settings: RelaySettings & UploadRetentionSettings;
  readonly objects: Objects;
  readonly uploadTable: UploadTable;
  readonly broker: BrokerAddress;
  readonly apiKeys: ApiKeys;
  /** An API key was revoked by another replica. */
  readonly onKeyRemoved: (id: string) => Promise<void>;
  /** Whether other replicas may run on the same broker and database. */
  readonly hasReplicas: boolean;
  /** Whether this replica may archive. */
  readonly isArchive: boolean;
  /** Number of copies of each stream. */
  readonly streamReplicas: number;
  /** Asks the sign-in provider about a person again: see `HubSessions`. */
  readonly renew: HubSessionsDeps['renew'];
}

/** The hub’s side of the work with its stations over the broker. */
export type Fleet = Awaited<ReturnType<typeof joinFleet>>;

/** Connects to the broker and starts the work with the stations. @throws HubFault */
export async function joinFleet(deps: FleetDeps) {
  await using cleanup = new AsyncDisposableStack();
  const { clock, database, hasReplicas, keys, nowMs } = deps;
  const log = limitedByStation(deps.log, () => clock.nowUs());
  const replica = newReplicaName();
  const connection = await connectHub({ ...deps, name: replica });
  cleanup.defer(() => connection.close());
  const link = new BrokerLink(connection, log, () => mirror.refresh());
  cleanup.defer(() => link.stop());
  const isConnected = () => link.isConnected;
  const news = new ReplicaNews(connection, replica, log);
  const presence = new Presence((sid) => deps.stations.get(sid)?.boots ?? []);
  const budgets = new StationBudgets({ nowMs, onExceeded: (sid, sent) => void suspensions.suspend(sid, sent) });
  const base = { ...deps, log, budgets, connection, presence, news, key: keys.command };

  const stationBeats = new StationBeats(base);
  cleanup.defer(() => stationBeats.stop());
  const events = new EventTail({ database, log });
  cleanup.defer(() => events.stop());
  // Another replica has published an event.
  connection.subscribe(SUBJECTS.event('*', '>'), { callback: () => events.wake() });
  const archive = new Archive(database, nowMs);
  const fleetArchive = new FleetArchive({ ...base, archive, isConnected, onArchived: () => wakeReaders() });
  cleanup.defer(() => fleetArchive.stop());
  /** Publishes new events and sends them to waiting readers. */
  const wakeReaders = () => {
    fleetArchive.wake();
    events.wake();
  };
  const presenceEvents = new PresenceEvents({ ...base, presenceOf: (sid) => presence.of(sid), onEvent: wakeReaders });
  cleanup.defer(() => presenceEvents.write());
  presence.onChange((changed, before) => {
    if (changed.state !== before) presenceEvents.changed(changed);
  });

  const isInCharge = () => fleetArchive.isOn;
  const quarantine = new CloneQuarantine({
    ...base,
    monotonicMs: () => performance.now(),
    heardSinceMs: () => link.connectedSinceMs,
    onEvent: wakeReaders,
  });
  watchStationClocks({ ...base, isInCharge, onEvent: wakeReaders });

  const mirror = openMirror(base);
  new StationRequests({
    ...{ ...base, archive, quarantine },
    onCursor: (cursor) => fleetArchive.share([cursor]),
    onHello: (sid) => mirror.restart(sid),
  });
  const secrets = new CookieSecrets(keys.stationTokens);
  const sessions = new HubSessions({ ...base, secrets });
  const flows = new SignInFlows({ ...base, secrets });
  const beats = new FreshBeats(base);
  const commandTable = new CommandTable(database);
  const commands = new StationCommands({ ...base, beats, table: commandTable, onEvent: wakeReaders });
  const reads = new StationReads({ ...base, beats, inboxes: inboxPrefix(replica) });
  const uploads = new Uploads({ ...base, beats, table: deps.uploadTable, isInCharge });
  cleanup.defer(() => uploads.stop());
  const uploadRetention = new UploadRetention({ ...base, uploads, table: deps.uploadTable, isInCharge });
  const policies = new UploadPolicies({ ...base, isInCharge, onFollowed: (sid) => uploads.policyChanged(sid) });
  cleanup.defer(() => policies.stop());
  const video = openVideoRooms({ ...base, beats });
  cleanup.defer(() => video.stop());

  const forget = (sid: string) => {
    presence.forget(sid);
    quarantine.forget(sid);
    fleetArchive.forget(sid);
    mirror.forget(sid);
    void video.endStation(sid);
  };
  const onRevoked = (sid: string) => {
    wakeReaders();
    forget(sid);
  };
  const revocations = new Revocations({ ...base, onRevoked });
  const suspensions = new Suspensions({ ...base, onEvent: wakeReaders, push: () => revocations.pushIfDue() });
  cleanup.defer(shareRegistry({ ...base, onRevoked: forget }));
  const eachSecond = () => {
    presence.check(nowMs());
    void presenceEvents.write();
    // Also finds events that another replica has written but not published.
    fleetArchive.wake();
    void revocations.pushIfDue();
    void commands.settleOpen();
    if (link.isConnected) void fleetArchive.orderAllAgain(presence.all());
  };
  cleanup.defer(every(clock, US_PER_S, eachSecond));
  cleanup.defer(every(clock, WANT_EVERY_S * US_PER_S, () => mirror.repeat()));
  if (hasReplicas) await restoreBeats(base);

  const running = cleanup.move();
  return {
    ...{ presence, mirror, sessions, flows, commandTable, commands, events, reads, video },
    ...{ uploads, uploadRetention, policies, connection, fleetArchive, isConnected },
    reconnects: () => link.reconnects,
    /** The archive's cursor of an epoch, if known without asking the database. */
    cursorOf: (sid: string, epoch: string) => fleetArchive.cursorOf(sid, epoch),
    /** Ends the membership of a station: its credentials become invalid and it is disconnected at once. */
    revoke: revocations.revoke.bind(revocations),
    stop: () => running.disposeAsync(),
  };
}
