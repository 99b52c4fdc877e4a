import type { SignInFault } from '@kitestring/hub-contract/fleet/session.ts';
import type { Exchange } from '@kitestring/web/http/exchange.ts';
import type { TrustedProxies } from '@kitestring/web/limits/trusted-proxies.ts';
import type { WebSocketUpgrade } from '@kitestring/web/subscriptions/web-socket-upgrade.ts';
import type { AlarmTable } from '../alarms/alarm-table.ts';
import type { FleetArchive } from '../archive/fleet-archive.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import type { CommandTable } from '../commands/command-table.ts';
import type { CommandSender } from '../commands/station-commands.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { EventTail } from '../events/event-tail.ts';
import type { HubReadiness } from '../health/hub-readiness.ts';
import type { StorageWatch } from '../health/storage-watch.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { Revocations } from '../identity/revocations.ts';
import type { StationEnrolment } from '../identity/station-enrolment.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { OutcomeCounts } from '../metrics/outcome-counts.ts';
import type { TopicMirror } from '../mirror/topic-mirror.ts';
import type { Objects } from '../objects/objects.ts';
import type { makeHubAccess } from '../people/hub-access.ts';
import type { HubSessions } from '../people/hub-sessions.ts';
import type { People } from '../people/people.ts';
import type { SignInFlows } from '../people/sign-in-flows.ts';
import type { WatchedRights } from '../people/watched-rights.ts';
import type { ReadOpener } from '../proxy/station-reads.ts';
import type { StationSubscriptions } from '../proxy/station-subscriptions.ts';
import type { StationTokens } from '../proxy/station-tokens.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import type { Enrolments } from '../registry/enrolments.ts';
import type { VideoRooms } from '../relay/video-rooms.ts';
import type { Traces } from '../telemetry/traces.ts';
import type { UploadPolicies } from '../uploads/upload-policies.ts';
import type { UploadTable } from '../uploads/upload-table.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { WebhookTable } from '../webhooks/webhook-table.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** The parts of a hub that its operations use. */
export interface HubServiceDeps
  extends People,
    Pick<HubDeps, 'connection' | 'database' | 'stations' | 'audit' | 'presence' | 'settings'>,
    Pick<HubDeps, 'realTimeClock' | 'nowMs' | 'log'> {
  readonly version: string;
  readonly isSecure: boolean;
  /** Pin of the certificate, if stations could not verify it otherwise. */
  readonly certificatePin: () => string | undefined;
  readonly keys: ApiKeys;
  readonly enrolments: Enrolments;
  readonly enrolment: StationEnrolment;
  readonly revocations: Pick<Revocations, 'revoke'>;
  readonly tokens: StationTokens;
  readonly sessions: HubSessions;
  readonly flows: SignInFlows;
  readonly link: Pick<BrokerLink, 'reconnects'>;
  readonly mirror: TopicMirror;
  readonly fleetArchive: FleetArchive;
  readonly events: EventTail;
  readonly commandTable: CommandTable;
  readonly commands: CommandSender;
  readonly reads: ReadOpener;
  readonly video: VideoRooms;
  readonly objects: Objects;
  readonly uploads: Uploads;
  readonly uploadTable: UploadTable;
  readonly policies: UploadPolicies;
  readonly webhookTable: WebhookTable;
  readonly webhooks: Webhooks;
  readonly readiness: HubReadiness;
  readonly storage: StorageWatch;
  readonly traces: Traces;
}

/** Dependencies of all operations of the hub; each file of them lists those it needs. */
export interface HubRouteDeps extends HubServiceDeps, ReturnType<typeof makeHubAccess> {
  readonly alarms: AlarmTable;
  readonly proxies: TrustedProxies;
  readonly streams: EventStreams;
  readonly live: LiveFeed;
  readonly upgrade: WebSocketUpgrade;
  readonly subscriptions: StationSubscriptions;
  /** Sign-ins by the provider that ended on the page of the hub, which explains the reason. */
  readonly refusedSignIns: OutcomeCounts<SignInFault>;
  readonly watchedRights: WatchedRights;
  /** Base URL as seen by the caller, with a trailing slash. */
  readonly hubUrlOf: (exchange: Exchange) => string;
  /** A key was revoked: its sign-ins and WebSockets must end. */
  readonly onKeyRemoved: (id: string) => Promise<void>;
}
