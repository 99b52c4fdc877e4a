import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { UploadKind } from '@kitestring/hub-contract/upload.ts';
import {
  NO_UPLOADS,
  OfferReply,
  OfferRequest,
  POLICY_PERSON,
  POLICY_TYPE,
  type PolicyOrder,
  PolicyReply,
  type UploadPolicy,
} from '@kitestring/hub-contract/upload-policy.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Asker } from '../commands/order-asker.ts';
import { signedOrder } from '../commands/signed-order.ts';
import type { Database, Queries } from '../database/database.ts';
import { staysThere } from '../database/locked-rows.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { HubCommandKey } from '../identity/hub-keys.ts';
import type { Rights } from '../people/rights.ts';
import type { Presence } from '../presence/presence.ts';
import type { HubAction, HubAudit } from '../registry/audit.ts';
import type { Stations } from '../registry/stations.ts';
import { type FollowedPolicy, type KeptPolicy, PolicyTable } from './policy-table.ts';
import { serveSigned } from './serve-signed.ts';
import type { UploadTable } from './upload-table.ts';

const LOOK_EVERY_S = 2;
/** Interval at which policies are read again, because messages between replicas may be lost. */
const READ_AGAIN_MS = 30_000;
const ORDER_TIMEOUT_MS = 5000;
/** A station that has not answered, such as one of an older version, is asked again after this time. */
const ASK_AGAIN_MS = 60_000;
/** Rate limit of uploads ordered by policies, which leaves some of the uplink to people. */
const POLICY_KBPS = 10_000;
const ASKER: Asker = { person: POLICY_PERSON, scopes: ['read'], via: 'upload policy' };

interface UploadPoliciesDeps extends Pick<HubDeps, 'budgets'> {
  readonly connection: NatsConnection;
  readonly database: Database;
  readonly rights: Rights;
  readonly stations: Pick<Stations, 'get' | 'list' | 'load'>;
  readonly audit: HubAudit;
  readonly presence: Pick<Presence, 'of'>;
  readonly key: HubCommandKey;
  readonly uploadTable: UploadTable;
  /** Called when a station has reported that it follows another policy. */
  readonly onFollowed: (sid: string) => void;
  readonly isInCharge: () => boolean;
  readonly clock: Clock;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** The policy that applies to a station, and the group that it comes from. */
interface EffectivePolicy {
  readonly policy: UploadPolicy;
  readonly groupId: string | undefined;
}

/**
 * Upload policies of the stations. The database has the assigned policy of each station with an increasing number. It
 * is sent until the station has reported that it follows, and again after each of its starts. Its offers then become
 * orders.
 */
export class UploadPolicies {
  readonly #deps: UploadPoliciesDeps;
  readonly #table: PolicyTable;
  readonly #cancel: Cancel;
  readonly #askedMs = new Map<string, number>();
  /** Confirmed start and policy number of each station. */
  readonly #confirmed = new Map<string, string>();
  #wanted: ReadonlyMap<string, FollowedPolicy> = new Map();
  #readMs = Number.NEGATIVE_INFINITY;
  #isLooking = false;

  constructor(deps: UploadPoliciesDeps) {
    this.#deps = deps;
    this.#table = new PolicyTable(deps.database);
    serveSigned(deps, 'offer', OfferRequest, async (sid, request) => {
      const taken = request.ok ? await this.#offer(sid, request.value.items) : 0;
      return messageBytes(OfferReply, { v: 1, taken });
    });
    const stopRights = deps.rights.onChange(() => this.#readAgain());
    const stopLooking = every(deps.clock, LOOK_EVERY_S * US_PER_S, () => void this.#look());
    this.#cancel = () => {
      stopRights();
      stopLooking();
    };
  }

  stop(): void {
    this.#cancel();
  }

  list(): Promise<readonly KeptPolicy[]> {
    return this.#table.list();
  }

  followed(): Promise<readonly FollowedPolicy[]> {
    return this.#table.followed();
  }

  /** Whether a station has reported to follow this one. Without a row no policy was ever assigned, and it uploads nothing automatically. */
  isFollowed(row: FollowedPolicy | undefined, policy: UploadPolicy): boolean {
    return isSame(row?.policy ?? NO_UPLOADS, policy) && row?.rev === row?.followed_rev;
  }

  /** That of its first group by name that has a policy; otherwise that of all stations. */
  effective(sid: string, policies: readonly KeptPolicy[]): EffectivePolicy {
    const group = this.#deps.rights.groups
      .list()
      .find(({ id, sids }) => sids.has(sid) && policies.some(({ group_id: groupId }) => groupId === id));
    const found = policies.find(({ group_id: groupId }) => groupId === (group?.id ?? null));
    return { policy: found?.policy ?? NO_UPLOADS, groupId: group?.id };
  }

  /** @returns false when there is no such group */
  set(groupId: string | undefined, policy: UploadPolicy, action: HubAction): Promise<boolean> {
    return this.#change(action, async (queries) => {
      const isThere = await staysThere(queries, 'station_group', groupId);
      if (isThere) await this.#table.set(queries, groupId, policy, this.#deps.nowMs());
      return isThere;
    });
  }

  /** @returns false if there is none */
  remove(groupId: string | undefined, action: HubAction): Promise<boolean> {
    return this.#change(action, (queries) => this.#table.remove(queries, groupId));
  }

  /** @param change whether it has changed something */
  async #change(action: HubAction, change: (queries: Queries) => Promise<boolean>): Promise<boolean> {
    const { audit, database, rights } = this.#deps;
    const isChanged = await database.transaction(async (queries) => {
      const isDone = await change(queries);
      if (isDone) await audit.noteIn(queries, action);
      return isDone;
    });
    // Another replica may be the one in charge.
    if (isChanged) rights.changed();
    return isChanged;
  }

  #readAgain(): void {
    this.#readMs = Number.NEGATIVE_INFINITY;
  }

  async #look(): Promise<void> {
    const { isInCharge, log, nowMs } = this.#deps;
    if (this.#isLooking || !isInCharge()) return;
    this.#isLooking = true;
    try {
      const beganMs = nowMs();
      if (beganMs - this.#readMs >= READ_AGAIN_MS) {
        this.#readMs = beganMs;
        await this.#settle();
      }
      await Promise.all(
        [...this.#wanted.values()].filter((one) => this.#isToBeTold(one)).map((one) => this.#tell(one)),
      );
    } catch (error) {
      this.#readAgain();
      log.warn({ err: error }, 'upload policies could not be sent');
    } finally {
      this.#isLooking = false;
    }
  }

  /** Sends each station its new policy if it has changed. */
  async #settle(): Promise<void> {
    const policies = await this.#table.list();
    const wanted = new Map((await this.#table.followed()).map((row) => [row.sid, row]));
    for (const { revokedMs, sid } of this.#deps.stations.list()) {
      if (revokedMs !== undefined) {
        wanted.delete(sid);
        continue;
      }
      const { policy } = this.effective(sid, policies);
      if (isSame(wanted.get(sid)?.policy ?? NO_UPLOADS, policy)) continue;
      wanted.set(sid, await this.#table.order(sid, policy, 1));
      this.#askedMs.delete(sid);
    }
    this.#wanted = wanted;
  }

  #isToBeTold({ rev, sid }: FollowedPolicy): boolean {
    const { nowMs, presence } = this.#deps;
    const { beat, state } = presence.of(sid) ?? {};
    if (state !== 'online' || beat === undefined || this.#confirmed.get(sid) === `${beat.boot} ${rev}`) return false;
    return nowMs() - (this.#askedMs.get(sid) ?? Number.NEGATIVE_INFINITY) >= ASK_AGAIN_MS;
  }

  async #tell({ policy, rev, sid }: FollowedPolicy): Promise<void> {
    const { connection, key, log, nowMs, onFollowed, presence } = this.#deps;
    const boot = presence.of(sid)?.beat?.boot;
    this.#askedMs.set(sid, nowMs());
    const order: PolicyOrder = { v: 1, sid, rev, policy };
    const subject = SUBJECTS.request(sid, 'policy');
    const answer = await connection
      .request(subject, signedOrder(key, POLICY_TYPE, order), { timeout: ORDER_TIMEOUT_MS })
      // It will be sent again.
      .catch(() => undefined);
    const read = answer === undefined ? undefined : readMessage(PolicyReply, answer.data);
    if (read?.ok !== true) return;
    this.#askedMs.delete(sid);
    const followed = read.value.rev;
    if (followed > rev) {
      // The database was restored from a backup.
      log.warn(
        { sid, rev, followed },
        'a station follows a newer upload policy than the hub knows; it gets a newer one',
      );
      this.#wanted = new Map(this.#wanted).set(sid, await this.#table.order(sid, policy, followed + 1));
      return;
    }
    await this.#table.noteFollowed(sid, followed, nowMs());
    // It could not store the new one: asked again later.
    if (followed < rev) this.#askedMs.set(sid, nowMs());
    else this.#confirmed.set(sid, `${boot} ${rev}`);
    onFollowed(sid);
  }

  /**
   * Orders the uploads that the policy requests, unless they were ordered before. @returns how many of them count as
   * ordered
   */
  async #offer(sid: string, offered: OfferRequest['items']): Promise<number> {
    const { database, nowMs, uploadTable } = this.#deps;
    const { policy } = this.effective(sid, await this.#table.list());
    const items = offered.filter(({ kind }) => isAsked(policy, kind));
    await database.transaction(async (queries) => {
      for (const { kind, recording } of items) {
        await uploadTable.orderAutomatic(queries, { sid, recording, kind, asker: ASKER, kbps: POLICY_KBPS }, nowMs());
      }
    });
    return items.length;
  }
}

const isAsked = ({ flight_logs: hasLogs, recordings }: UploadPolicy, kind: UploadKind): boolean =>
  kind === 'flight_log' ? hasLogs : recordings !== 'none';

/** JSON from the database has a different order of keys. */
const isSame = (one: UploadPolicy, other: UploadPolicy): boolean => text(one) === text(other);
const text = ({ flight_logs: logs, hours, min_link_kbps: kbps, recordings }: UploadPolicy): string =>
  JSON.stringify([recordings, logs, kbps, hours?.from, hours?.to]);
