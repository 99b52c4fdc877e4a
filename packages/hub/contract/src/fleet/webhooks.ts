import { operation } from '@kitestring/station-contract/operation.ts';
import { named, OneOf, Text, Timestamp, Whole } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { EVENT_FILTER, FleetEvent } from './events.ts';
import { ADMINISTERS, IdParams } from './operations.ts';

export const WEBHOOKS_MAX = 100;
/** Listed attempts per webhook. */
export const DELIVERIES_KEPT = 100;
/** A webhook that fails for this time is paused. */
export const WEBHOOK_PAUSED_AFTER_DAYS = 3;

const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Receiver of the events, `https://`; `http://` only in a network of `webhooks.allow_networks`.',
  examples: ['https://dispatch.example/kitestring'],
});
const number = (description: string) => Whole(description, 4711, { minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const FleetWebhook = named('FleetWebhook', 'An address to which the hub posts events, without its secret.', {
  id: Text('Id of the webhook.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  url,
  ...EVENT_FILTER,
  created: Timestamp('Time of creation.'),
  state: OneOf(
    ['active', 'paused'],
    `\`paused\`: after failing for ${WEBHOOK_PAUSED_AFTER_DAYS} days, or because the address has answered 410.`,
  ),
  after: number('Events up to this number are delivered, or excluded by the filter.'),
  failing_since: Type.Optional(Timestamp('Start of the current failure; absent while it works.')),
  next_attempt: Type.Optional(Timestamp('Time of the next attempt.')),
  last_outcome: Type.Optional(Text('Result of the last attempt.', '204')),
});
export type FleetWebhook = Static<typeof FleetWebhook>;

export const FleetWebhookList = named('FleetWebhookList', 'All webhooks.', {
  webhooks: Type.Array(FleetWebhook, { maxItems: WEBHOOKS_MAX, description: 'In the order of their creation.' }),
});

export const NewFleetWebhook = named('NewFleetWebhook', 'A new webhook to create.', {
  url,
  ...EVENT_FILTER,
  after: Type.Optional(number('Events with a higher number are delivered; only new ones when absent.')),
});

export const MadeFleetWebhook = named('MadeFleetWebhook', 'A new webhook. Its secret is shown in this answer only.', {
  webhook: FleetWebhook,
  secret: Text(
    'Key of the signatures: `whsec_` and 32 bytes in base64 (Standard Webhooks).',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw...',
  ),
});

export const FleetWebhookDelivery = named('FleetWebhookDelivery', 'One attempt to deliver.', {
  time: Timestamp('When it began.'),
  message: Type.String({ description: 'Id of the message, the same in each attempt: header `webhook-id`.' }),
  first: Type.Optional(number('Number of the first event; absent for a test.')),
  last: Type.Optional(number('Number of the last event.')),
  attempt: Type.Integer({ minimum: 1, description: 'Number of the attempt for this message.' }),
  delivered: Type.Boolean({ description: 'Whether the address has answered 2xx.' }),
  outcome: Text('Status of its answer, or the reason of the failure.', '204'),
  duration_ms: Type.Integer({ minimum: 0, description: 'Its duration.' }),
});
export type FleetWebhookDelivery = Static<typeof FleetWebhookDelivery>;

export const FleetWebhookDeliveries = named('FleetWebhookDeliveries', 'The newest attempts of a webhook.', {
  deliveries: Type.Array(FleetWebhookDelivery, { maxItems: DELIVERIES_KEPT, description: 'The newest first.' }),
});

/** Maximum of events in one message. */
export const WEBHOOK_EVENTS_MAX = 50;

const timestamp = Timestamp('When this attempt began.');

export const FleetWebhookEvents = named('FleetWebhookEvents', 'Events in a message of a webhook.', {
  type: Type.Literal('fleet.events', { description: 'Kind of the message.' }),
  timestamp,
  data: Type.Object(
    {
      events: Type.Array(FleetEvent, { maxItems: WEBHOOK_EVENTS_MAX, description: 'By number.' }),
      first: Type.Optional(number('Number of the oldest event that is kept, when some before were removed unsent.')),
    },
    { description: 'The events.' },
  ),
});

export const FleetWebhookTest = named('FleetWebhookTest', 'The test of a webhook.', {
  type: Type.Literal('fleet.test', { description: 'Kind of the message.' }),
  timestamp,
  data: Type.Object({}, { description: 'Empty.' }),
});

export const listFleetWebhooks = operation({
  ...ADMINISTERS,
  id: 'fleet.webhooks',
  path: '/webhooks',
  summary: 'Webhooks',
  description: 'All webhooks with their state, without their secrets.',
  replies: { 200: FleetWebhookList },
  errors: ['STORE_UNUSABLE'],
});

export const addFleetWebhook = operation({
  ...ADMINISTERS,
  id: 'fleet.webhooks.add',
  method: 'POST',
  path: '/webhooks',
  summary: 'Make a webhook',
  description:
    'Posts events as JSON, in order of their numbers, up to 50 at a time: `{"type": "fleet.events", "timestamp", "data": {"events": [FleetEvent]}}`, with `first` beside `events` when older ones were removed (`archive.event_days`), signed as in Standard Webhooks (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`). Anything but 2xx within 10 s is retried, with pauses that grow from a second to ten minutes; an event may arrive twice and is identified by its number. Redirects are not followed. The address must be public, unless the setting `webhooks.allow_networks` allows its network.',
  body: NewFleetWebhook,
  replies: { 201: MadeFleetWebhook },
  errors: ['TOO_MANY_WEBHOOKS', 'STORE_UNUSABLE'],
});

export const removeFleetWebhook = operation({
  ...ADMINISTERS,
  id: 'fleet.webhooks.remove',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Remove a webhook',
  description: 'No further attempts are made, except one in progress.',
  params: IdParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const resumeFleetWebhook = operation({
  ...ADMINISTERS,
  id: 'fleet.webhooks.resume',
  method: 'POST',
  path: '/webhooks/{id}/resume',
  summary: 'Resume a webhook',
  description: 'A paused one continues after its last number; a failing one is tried at once.',
  params: IdParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const testFleetWebhook = operation({
  ...ADMINISTERS,
  id: 'fleet.webhooks.test',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Test a webhook',
  description: 'Posts `{"type": "fleet.test", "timestamp", "data": {}}` once, and returns the result.',
  answersWithinS: 15,
  params: IdParams,
  replies: { 200: FleetWebhookDelivery },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listFleetWebhookDeliveries = operation({
  ...ADMINISTERS,
  id: 'fleet.webhooks.deliveries',
  path: '/webhooks/{id}/deliveries',
  summary: 'Deliveries of a webhook',
  description: `The newest ${DELIVERIES_KEPT} attempts.`,
  params: IdParams,
  replies: { 200: FleetWebhookDeliveries },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const WEBHOOK_OPERATIONS = [
  listFleetWebhooks,
  addFleetWebhook,
  removeFleetWebhook,
  resumeFleetWebhook,
  testFleetWebhook,
  listFleetWebhookDeliveries,
] as const;
