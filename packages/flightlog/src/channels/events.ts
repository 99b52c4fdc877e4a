import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { Notification as NotificationSchema } from '@kitestring/contract/notifications/notification.ts';
import { FaultState } from '@kitestring/contract/sim/fault.ts';
import type { JsonSchema } from '../encode/rounded-json.ts';
import { messageSchema } from './message-schema.ts';

/** `active` stands at the beginning of a log for one that began before it. */
export type NotificationEventName = 'active' | 'begin' | 'change' | 'end';
export type NotificationEvent = Notification & { readonly event: NotificationEventName };

/** A fault that was asked for, whenever its status changes. */
export type FaultEvent = FaultState;

const event = (names: string): JsonSchema => ({ type: 'string', description: `What happened: ${names}` });

export const NOTIFICATION_EVENT_SCHEMA = extended(messageSchema(NotificationSchema), {
  event: event('active (since before this log), begin, change, end'),
});

export const FAULT_EVENT_SCHEMA = messageSchema(FaultState);

function extended(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...schema, properties: { ...properties, ...schema.properties } };
}
