import type { SignInFault } from '@kitestring/hub-contract/fleet/session.ts';
import type { Exchange } from '@kitestring/web/http';
import type { TrustedProxies } from '@kitestring/web/limits';
import type { WebSocketUpgrade } from '@kitestring/web/subscriptions';
import type { AlarmTable } from '../alarms/alarm-table.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { Fleet } from '../fleet.ts';
import type { Upkeep } from '../health/open-upkeep.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { StationEnrolment } from '../identity/station-enrolment.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { OutcomeCounts } from '../metrics/outcome-counts.ts';
import type { Objects } from '../objects/objects.ts';
import type { People } from '../people/people.ts';
import type { WatchedRights } from '../people/watched-rights.ts';
import type { StationSubscriptions } from '../proxy/station-subscriptions.ts';
import type { StationTokens } from '../proxy/station-tokens.ts';
import type { Registry } from '../registry/open-registry.ts';
import type { OpenWebhooks } from '../webhooks/open-webhooks.ts';

/** Facts and services that do not depend on members of the hub. */
export interface HubBase extends Pick<HubDeps, 'database' | 'settings' | 'realTimeClock' | 'nowMs' | 'log'> {
  readonly version: string;
  readonly isSecure: boolean;
  /** Pin of the certificate, if stations could not verify it otherwise. */
  readonly certificatePin: () => string | undefined;
}

/** The opened parts of a hub, in the order in which they are opened. */
export interface HubServices {
  readonly base: HubBase;
  readonly registry: Registry;
  readonly people: People;
  readonly enrolment: StationEnrolment;
  readonly objects: Objects;
  readonly fleet: Fleet;
  readonly upkeep: Upkeep;
  readonly webhooks: OpenWebhooks;
}

/** Parts of the API itself that its operations use. */
export interface HubApiServices {
  readonly alarms: AlarmTable;
  readonly tokens: StationTokens;
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
