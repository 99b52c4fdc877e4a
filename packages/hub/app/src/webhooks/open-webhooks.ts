import type { HubDeps } from '../hub-deps.ts';
import { OutboundAddresses } from './outbound-addresses.ts';
import { WebhookTable } from './webhook-table.ts';
import { Webhooks } from './webhooks.ts';

export interface OpenWebhooks {
  readonly webhookTable: WebhookTable;
  readonly webhooks: Webhooks;
}

/** Delivery of events to the URLs of others. */
export function openWebhooks(
  deps: Pick<HubDeps, 'database' | 'settings' | 'clock' | 'nowMs' | 'log'>,
  cleanup: AsyncDisposableStack,
): OpenWebhooks {
  const { clock, database, log, nowMs, settings } = deps;
  const table = new WebhookTable(database);
  const addresses = new OutboundAddresses(settings['webhooks.allow_networks']);
  const webhooks = new Webhooks({ addresses, database, table, clock, nowMs, log });
  cleanup.defer(() => webhooks.stop());
  return { webhookTable: table, webhooks };
}
