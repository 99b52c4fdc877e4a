import { randomBytes, randomUUID } from 'node:crypto';
import { DELIVERIES_KEPT, type FleetWebhook, WEBHOOKS_MAX } from '@kitestring/hub-contract/fleet/webhooks.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { newestEvent } from '../archive/archive-queries.ts';
import type { Database, Queries } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { lockedCount } from '../database/locked-rows.ts';
import { storableJson } from '../database/storable.ts';

const SECRET_BYTES = 32;

type WebhookFilter = Pick<FleetWebhook, 'sid' | 'kind' | 'severity'>;

export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly filter: WebhookFilter;
  readonly created_ms: number;
  readonly state: 'active' | 'paused';
  /** Events up to this number are delivered. */
  readonly after_n: number;
  /** Last event of a failed message, which is repeated unchanged. */
  readonly batch_last: number | null;
  readonly attempts: number;
  readonly failing_since_ms: number | null;
  readonly next_ms: number | null;
  readonly last_outcome: string | null;
}

export interface DeliveryRow {
  readonly time_ms: number;
  readonly message: string;
  readonly first_n: number | null;
  readonly last_n: number | null;
  readonly attempt: number;
  readonly delivered: boolean;
  readonly outcome: string;
  readonly duration_ms: number;
}

const COLUMNS =
  'id, url, secret, filter, created_ms, state, after_n, batch_last, attempts, failing_since_ms, next_ms, last_outcome';
/** The clock of the database: clocks of replicas do not matter. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** State of a webhook after an attempt. */
export type WebhookProgress = Pick<
  WebhookRow,
  'state' | 'after_n' | 'batch_last' | 'attempts' | 'failing_since_ms' | 'next_ms' | 'last_outcome'
>;

/** Webhooks, and the replica that currently serves each of them. */
export class WebhookTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(): Promise<readonly WebhookRow[]> {
    return this.#database.query<WebhookRow>(`SELECT ${COLUMNS} FROM webhook ORDER BY created_ms, id`);
  }

  async get(id: string): Promise<WebhookRow | undefined> {
    const [row] = await this.#database.query<WebhookRow>(`SELECT ${COLUMNS} FROM webhook WHERE id = $1`, [id]);
    return row;
  }

  /** Refuses with TOO_MANY_WEBHOOKS. */
  add(url: string, filter: WebhookFilter, after: number | undefined, nowMs: number): Promise<Result<WebhookRow>> {
    return this.#database.transaction(async (queries) => {
      const count = await lockedCount(queries, 'webhook');
      if (count >= WEBHOOKS_MAX) return refuse('TOO_MANY_WEBHOOKS', { most: WEBHOOKS_MAX, count });
      const afterN = after ?? (await newestEvent(queries));
      const rows = await queries.query<WebhookRow>(
        `INSERT INTO webhook (id, url, secret, filter, created_ms, after_n) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING ${COLUMNS}`,
        [randomUUID(), url, randomBytes(SECRET_BYTES), storableJson(filter), nowMs, afterN],
      );
      return ok(rows[0] as WebhookRow);
    });
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#database.query('DELETE FROM webhook WHERE id = $1 RETURNING id', [id])).length > 0;
  }

  async resume(id: string): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE webhook SET state = 'active', attempts = 0, failing_since_ms = NULL, next_ms = NULL WHERE id = $1 RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  /** Ids of webhooks that may have events to deliver. */
  async due(nowMs: number): Promise<readonly string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `SELECT id FROM webhook WHERE state = 'active' AND coalesce(next_ms, 0) <= $1
       AND after_n < (SELECT value FROM counter WHERE name = 'event')`,
      [nowMs],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Acquires or renews the lease of a webhook: only its owner delivers. @returns undefined while another replica has it
   */
  async lease(id: string, owner: string, leaseMs: number): Promise<WebhookRow | undefined> {
    const [row] = await this.#database.query<WebhookRow>(
      `UPDATE webhook SET lease_owner = $2, lease_until_ms = ${NOW} + $3
       WHERE id = $1 AND state = 'active' AND (lease_owner = $2 OR coalesce(lease_until_ms, 0) < ${NOW})
       RETURNING ${COLUMNS}`,
      [id, owner, leaseMs],
    );
    return row;
  }

  async release(owner: string): Promise<void> {
    await this.#database.query('UPDATE webhook SET lease_until_ms = 0 WHERE lease_owner = $1', [owner]);
  }

  /** Advances past events that its filter excludes. */
  async skip(id: string, owner: string, after: number): Promise<void> {
    await this.#database.query('UPDATE webhook SET after_n = $3 WHERE id = $1 AND lease_owner = $2', [
      id,
      owner,
      after,
    ]);
  }

  /** Stores the result of an attempt, if this replica still has the lease. @returns whether it was stored */
  settle(id: string, owner: string, progress: WebhookProgress, delivery: DeliveryRow): Promise<boolean> {
    const columns = Object.keys(progress).map((column, index) => `${column} = $${index + 3}`);
    return this.#database.transaction(async (queries) => {
      const rows = await queries.query(
        `UPDATE webhook SET ${columns.join()} WHERE id = $1 AND lease_owner = $2 RETURNING id`,
        [id, owner, ...Object.values(progress)],
      );
      if (rows.length > 0) await noteDelivery(queries, id, delivery);
      return rows.length > 0;
    });
  }

  note(id: string, delivery: DeliveryRow): Promise<void> {
    return this.#database.transaction((queries) => noteDelivery(queries, id, delivery));
  }

  /** Newest first. */
  deliveries(id: string): Promise<readonly DeliveryRow[]> {
    return this.#database.query<DeliveryRow>(
      `SELECT time_ms, message, first_n, last_n, attempt, delivered, outcome, duration_ms FROM webhook_delivery
       WHERE webhook = $1 ORDER BY number DESC LIMIT $2`,
      [id, DELIVERIES_KEPT],
    );
  }
}

async function noteDelivery(queries: Queries, id: string, delivery: DeliveryRow): Promise<void> {
  const [row] = await queries.query<{ number: number }>(
    'UPDATE webhook SET deliveries = deliveries + 1 WHERE id = $1 RETURNING deliveries AS number',
    [id],
  );
  // It was removed meanwhile.
  if (row === undefined) return;
  const columns = { webhook: id, number: row.number, ...delivery };
  await insertRows(queries, 'webhook_delivery', Object.keys(columns), [Object.values(columns)]);
  await queries.query('DELETE FROM webhook_delivery WHERE webhook = $1 AND number <= $2', [
    ...[id, row.number - DELIVERIES_KEPT],
  ]);
}
