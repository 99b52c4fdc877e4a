import { randomUUID } from 'node:crypto';
import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import { WEBHOOK_EVENTS_MAX, WEBHOOK_PAUSED_AFTER_DAYS } from '@kitestring/hub-contract/fleet/webhooks.ts';
import { eventView } from '../api/event-view.ts';
import { timestamp } from '../api/station-view.ts';
import { type ArchivedEvent, eventsAfter, firstEvent, newestEvent } from '../archive/archive-queries.ts';
import type { HubDeps } from '../hub-deps.ts';
import { OutcomeCounts } from '../metrics/outcome-counts.ts';
import type { OutboundAddresses } from './outbound-addresses.ts';
import { outboundPost, type PostResult } from './outbound-post.ts';
import { signatureHeaders } from './webhook-signature.ts';
import type { DeliveryRow, WebhookProgress, WebhookRow, WebhookTable } from './webhook-table.ts';

/** Longer than the deadline of an attempt: a killed replica is replaced after this time. */
const LEASE_MS = 12_000;
const BACKOFF_MS = { first: 1000, most: 600_000 };
const PAUSED_AFTER_MS = WEBHOOK_PAUSED_AFTER_DAYS * 86_400_000;
/** A hub that was off for days, or whose clock was set, has made fewer attempts. */
const PAUSED_AFTER_ATTEMPTS = PAUSED_AFTER_MS / BACKOFF_MS.most;

interface WebhooksDeps extends Pick<HubDeps, 'database' | 'clock' | 'nowMs' | 'log'> {
  readonly table: WebhookTable;
  readonly addresses: OutboundAddresses;
}

/**
 * Delivers events to webhooks, in the order of their numbers and by one replica at a time. After a kill between an
 * answer and its storage a message is delivered again: receivers recognise events by number.
 */
export class Webhooks {
  readonly #deps: WebhooksDeps;
  readonly #owner = randomUUID();
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  readonly #cancel: Cancel;
  #isLooking = false;
  /** Messages of this replica, by outcome. */
  readonly counts = new OutcomeCounts(['delivered', 'failed']);

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
    this.#cancel = every(deps.clock, US_PER_S, () => void this.wake());
  }

  /** Delivers pending events. */
  async wake(): Promise<void> {
    if (this.#isLooking || this.#stop.signal.aborted) return;
    this.#isLooking = true;
    const { log, nowMs, table } = this.#deps;
    try {
      for (const id of await table.due(nowMs())) if (!this.#running.has(id)) this.#begin(id);
    } catch (error) {
      log.warn({ err: error }, 'webhooks wait for the database');
    } finally {
      this.#isLooking = false;
    }
  }

  /** Sends one message without events at once. */
  async test(webhook: WebhookRow): Promise<DeliveryRow> {
    const delivery = await this.#post(webhook, `test.${randomUUID()}`, { type: 'fleet.test', data: {} }, 1);
    await this.#deps.table.note(webhook.id, delivery.row);
    return delivery.row;
  }

  async stop(): Promise<void> {
    this.#cancel();
    this.#stop.abort();
    await Promise.all(this.#running.values());
    await this.#deps.table.release(this.#owner).catch(() => {});
  }

  #begin(id: string): void {
    const work = this.#deliverAll(id)
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error, webhook: id }, 'delivery to a webhook failed; it will be tried again'),
      )
      .finally(() => this.#running.delete(id));
    this.#running.set(id, work);
  }

  async #deliverAll(id: string): Promise<void> {
    const { database, table } = this.#deps;
    while (!this.#stop.signal.aborted) {
      const webhook = await table.lease(id, this.#owner, LEASE_MS);
      if (webhook === undefined) return;
      const { after_n: after, batch_last } = webhook;
      // Read first: everything committed up to here is found by the second query.
      const newest = await newestEvent(database);
      const found = await eventsAfter(database, { after, limit: WEBHOOK_EVENTS_MAX, ...webhook.filter });
      const first = await firstEvent(database);
      // A message whose events were all removed meanwhile cannot be repeated.
      const last = batch_last !== null && batch_last >= first ? batch_last : null;
      const removedBefore = after + 1 < first ? first : undefined;
      const events = last === null ? found : found.filter(({ n }) => n <= last);
      if (events.length === 0 && removedBefore === undefined) {
        if (newest > after) await table.skip(id, this.#owner, Math.max(newest, last ?? 0));
        return;
      }
      if (!(await this.#deliver(webhook, events, removedBefore))) return;
    }
  }

  /** @returns whether to continue */
  async #deliver(
    webhook: WebhookRow,
    events: readonly ArchivedEvent[],
    removedBefore: number | undefined,
  ): Promise<boolean> {
    const { log, nowMs, table } = this.#deps;
    // If no event matches, only the removal is reported.
    const last = events.at(-1)?.n ?? (removedBefore ?? 1) - 1;
    const first = events[0]?.n ?? last;
    const attempt = webhook.attempts + 1;
    const removed = removedBefore === undefined ? {} : { first: removedBefore };
    const message = { type: 'fleet.events', data: { events: events.map(eventView), ...removed } };
    const { result, row } = await this.#post(webhook, `${webhook.id}.${first}-${last}`, message, attempt);
    // Aborted by the end of the hub: not counted as a failure of the receiver.
    if (this.#stop.signal.aborted && !result.delivered) return false;
    const sinceMs = webhook.failing_since_ms ?? row.time_ms;
    const isGivenUp = attempt >= PAUSED_AFTER_ATTEMPTS && nowMs() - sinceMs >= PAUSED_AFTER_MS;
    const isOver = result.isGone || isGivenUp;
    const common = { last_outcome: result.outcome };
    const progress: WebhookProgress = result.delivered
      ? { ...common, ...DELIVERED, after_n: last }
      : {
          ...common,
          state: isOver ? 'paused' : 'active',
          after_n: webhook.after_n,
          batch_last: last,
          attempts: attempt,
          failing_since_ms: sinceMs,
          next_ms: nowMs() + backoffMs(attempt),
        };
    const isOwn = await table.settle(webhook.id, this.#owner, progress, { ...row, first_n: first, last_n: last });
    if (!result.delivered) {
      const { outcome } = result;
      log.warn({ webhook: webhook.id, outcome, attempt, isPaused: isOver }, 'a webhook did not accept its events');
    }
    return result.delivered && isOwn;
  }

  async #post(
    webhook: WebhookRow,
    id: string,
    message: object,
    attempt: number,
  ): Promise<{ result: PostResult; row: DeliveryRow }> {
    const { addresses, nowMs } = this.#deps;
    const timeMs = nowMs();
    const beganMs = performance.now();
    const body = JSON.stringify({ ...message, timestamp: timestamp(timeMs) });
    const headers = signatureHeaders(webhook.secret, id, timeMs, body);
    const result = await outboundPost({ url: webhook.url, headers, body, addresses, signal: this.#stop.signal });
    const { delivered, outcome } = result;
    this.counts.add(delivered ? 'delivered' : 'failed');
    const row = {
      time_ms: timeMs,
      message: id,
      first_n: null,
      last_n: null,
      attempt,
      delivered,
      outcome,
      duration_ms: Math.round(performance.now() - beganMs),
    };
    return { result, row };
  }
}

const DELIVERED = { state: 'active', batch_last: null, attempts: 0, failing_since_ms: null, next_ms: null } as const;

/** Doubles from a second to ten minutes, with a random part, so that recovered receivers do not get all messages at once. */
const backoffMs = (attempt: number): number => {
  const mostMs = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** (attempt - 1));
  return Math.round(mostMs / 2 + (Math.random() * mostMs) / 2);
};
