import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Archive } from './archive/archive.ts';
import type { FreshBeats } from './commands/fresh-beats.ts';
import type { Database } from './database/database.ts';
import type { HubCommandKey } from './identity/hub-keys.ts';
import type { Identity } from './identity/identity.ts';
import type { StationBudgets } from './limits/station-budgets.ts';
import type { Persons } from './people/persons.ts';
import type { Rights } from './people/rights.ts';
import type { Presence } from './presence/presence.ts';
import type { HubAudit } from './registry/audit.ts';
import type { Stations } from './registry/stations.ts';
import type { ReplicaNews } from './replicas/replica-news.ts';

/** Dependencies that many classes of a hub share, with the same names everywhere; each class takes those that it needs. */
export interface HubDeps {
  readonly database: Database;
  readonly settings: HubSettingValues;
  readonly log: Log;
  readonly clock: Clock;
  /** The same clock, under the name that the server of a station uses. */
  readonly realTimeClock: Clock;
  /** Unix milliseconds. */
  readonly nowMs: () => number;
  readonly stations: Stations;
  readonly audit: HubAudit;
  readonly persons: Persons;
  readonly rights: Rights;
  readonly identity: Identity;
  readonly connection: NatsConnection;
  readonly presence: Presence;
  readonly news: ReplicaNews;
  readonly archive: Archive;
  /** Budgets of the stations' messages. */
  readonly budgets: Pick<StationBudgets, 'take'>;
  readonly beats: FreshBeats;
  /** Signs orders to stations. */
  readonly key: HubCommandKey;
  /** Whether this replica performs the duties that only one of several performs. */
  readonly isInCharge: () => boolean;
  /** There are new events. */
  readonly onEvent: () => void;
}
