import { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import type { JsonSchema } from '../encode/rounded-json.ts';
import { messageSchema } from './message-schema.ts';

/** `active`, at the start of a log, marks a notification that started earlier. */
export type NotificationEventName = 'active' | 'begin' | 'change' | 'end';

const event = (names: string): JsonSchema => ({ type: 'string', description: `What happened: ${names}` });

export const NOTIFICATION_EVENT_SCHEMA = extended(messageSchema(Notification), {
  event: event('active (since before this log), begin, change, end'),
});

export const FAULT_EVENT_SCHEMA = messageSchema(FaultState);

function extended(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...schema, properties: { ...properties, ...schema.properties } };
}
