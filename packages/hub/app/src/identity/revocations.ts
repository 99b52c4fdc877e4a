import { type BrokerAddress, pushAccount } from '../broker/broker.ts';
import { insertHubEvent } from '../events/insert-events.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { HubAction } from '../registry/audit.ts';
import type { RegisteredStation } from '../registry/stations.ts';
import type { BrokerAccounts } from './broker-accounts.ts';
import type { HubKeys } from './hub-keys.ts';

export interface RevocationsDeps extends Pick<HubDeps, 'stations' | 'audit' | 'database' | 'nowMs' | 'log'> {
  readonly accounts: Pick<BrokerAccounts, 'stationsJwt' | 'hubJwt'>;
  readonly keys: HubKeys;
  readonly broker: BrokerAddress;
  /** Whether other replicas may run on the same broker and database. */
  readonly hasReplicas: boolean;
  /** A station is no longer a member. */
  readonly onRevoked: (sid: string) => void;
}

/** Ends memberships of stations: in the database, and at the broker, which disconnects them. */
export class Revocations {
  readonly #deps: RevocationsDeps;
  #isPushDue: boolean;
  /** Suspended stations, as last pushed to the broker. */
  #suspended = '';

  constructor(deps: RevocationsDeps) {
    this.#deps = deps;
    // External nodes start with the account from the time of their configuration.
    this.#isPushDue = deps.hasReplicas;
  }

  /** Ends the membership of a station: its credentials become invalid and it is disconnected at once. */
  async revoke(sid: string, by: Pick<HubAction, 'who' | 'key' | 'address'>): Promise<void> {
    const { audit, nowMs, onRevoked, stations } = this.#deps;
    if (stations.get(sid)?.revokedMs !== undefined) return;
    await stations.revoke(sid, nowMs(), async (queries) => {
      await audit.noteIn(queries, { ...by, what: 'fleet.station.revoke', station: sid, outcome: 'done' });
      await insertHubEvent(queries, 'station.revoked', sid, nowMs(), {
        name: stations.get(sid)?.name ?? '',
        by: by.who,
      });
    });
    onRevoked(sid);
    this.#isPushDue = true;
    await this.pushIfDue();
  }

  /** Sends revocations to the broker if it does not know them yet. Called about once a second. */
  async pushIfDue(): Promise<void> {
    const { accounts, log, stations } = this.#deps;
    const suspended = this.#suspendedNow();
    if (!this.#isPushDue && suspended === this.#suspended) return;
    this.#suspended = suspended;
    // A revocation during this call needs another push.
    this.#isPushDue = false;
    try {
      // Includes revocations by other replicas.
      await stations.load();
      this.#suspended = this.#suspendedNow();
      // The account of the hub uses services of the other one.
      await pushAccount(this.#deps, accounts.stationsJwt());
      await pushAccount(this.#deps, accounts.hubJwt());
    } catch (error) {
      this.#isPushDue = true;
      log.error({ err: error }, 'a revocation could not be sent to the broker; it will be tried again');
    }
  }

  #suspendedNow(): string {
    const { nowMs, stations } = this.#deps;
    const isSuspended = ({ suspendedUntilMs = 0 }: RegisteredStation) => suspendedUntilMs > nowMs();
    return stations
      .list()
      .filter(isSuspended)
      .map(({ sid }) => sid)
      .join();
  }
}
