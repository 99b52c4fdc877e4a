import {
  addFleetWebhook,
  type FleetWebhook,
  type FleetWebhookDelivery,
  listFleetWebhookDeliveries,
  listFleetWebhooks,
  removeFleetWebhook,
  resumeFleetWebhook,
  testFleetWebhook,
} from '@kitestring/hub-contract/fleet/webhooks.ts';
import { accepted, ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import type { HubDeps } from '../hub-deps.ts';
import { hubAction } from '../people/hub-caller.ts';
import type { OpenWebhooks } from '../webhooks/open-webhooks.ts';
import { wrongWebhookUrl } from '../webhooks/outbound-post.ts';
import { secretText } from '../webhooks/webhook-signature.ts';
import type { DeliveryRow, WebhookRow } from '../webhooks/webhook-table.ts';
import { nothingAt } from './nothing-at.ts';
import { timestamp } from './station-view.ts';

const absent = (id: string) => nothingAt(`webhooks/${id}`);

/** Administration of webhooks. */
export const webhookRoutes = ({
  audit,
  nowMs,
  webhooks,
  webhookTable: table,
}: Pick<HubDeps, 'audit' | 'nowMs'> & OpenWebhooks): readonly Route[] => [
  route(listFleetWebhooks, async () => ok({ webhooks: (await table.list()).map(webhookView) })),
  route(addFleetWebhook, async (call) => {
    const { after, url, ...filter } = call.body;
    const fault = wrongWebhookUrl(url);
    if (fault !== undefined) return refuse('INVALID_REQUEST', { fault });
    const added = await table.add(url, filter, after, nowMs());
    if (!added.ok) return added;
    const webhook = added.value;
    await audit.note(hubAction(call, addFleetWebhook, webhook.id));
    return ok({ webhook: webhookView(webhook), secret: secretText(webhook.secret) });
  }),
  route(removeFleetWebhook, async (call) => {
    const { id } = call.params;
    if (!(await table.remove(id))) return absent(id);
    await audit.note(hubAction(call, removeFleetWebhook, id));
    return accepted;
  }),
  route(resumeFleetWebhook, async (call) => {
    const { id } = call.params;
    if (!(await table.resume(id))) return absent(id);
    await audit.note(hubAction(call, resumeFleetWebhook, id));
    void webhooks.wake();
    return accepted;
  }),
  route(testFleetWebhook, async ({ params: { id } }) => {
    const webhook = await table.get(id);
    return webhook === undefined ? absent(id) : ok(deliveryView(await webhooks.test(webhook)));
  }),
  route(listFleetWebhookDeliveries, async ({ params: { id } }) => {
    if ((await table.get(id)) === undefined) return absent(id);
    return ok({ deliveries: (await table.deliveries(id)).map(deliveryView) });
  }),
];

const webhookView = (row: WebhookRow): FleetWebhook => ({
  id: row.id,
  url: row.url,
  ...row.filter,
  created: timestamp(row.created_ms),
  state: row.state,
  after: row.after_n,
  ...(row.failing_since_ms !== null && { failing_since: timestamp(row.failing_since_ms) }),
  ...(row.next_ms !== null && row.state === 'active' && { next_attempt: timestamp(row.next_ms) }),
  ...(row.last_outcome !== null && { last_outcome: row.last_outcome }),
});

const deliveryView = (row: DeliveryRow): FleetWebhookDelivery => ({
  time: timestamp(row.time_ms),
  message: row.message,
  attempt: row.attempt,
  delivered: row.delivered,
  ...(row.first_n !== null && { first: row.first_n }),
  ...(row.last_n !== null && { last: row.last_n }),
  outcome: row.outcome,
  duration_ms: row.duration_ms,
});
