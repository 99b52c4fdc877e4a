import type { Notification } from '@kitestring/contract/notifications/notification.ts';

interface Remembered<Message> {
  readonly message: Message;
  readonly timeUs: number | undefined;
}

/** Messages delivered at once to a listener that subscribes later. */
export interface TopicMemory<Message> {
  keep(received: Remembered<Message>): void;
  messages(): readonly Remembered<Message>[];
  clear(): void;
}

/** Most of them active at a time that are remembered; a station has some hundred kinds. */
const MAX_REMEMBERED = 1000;

/** The notifications that are active. Of a state nothing is remembered here: its latest message is all of it. */
export function remembersActive<Message>(kind: 'state' | 'event'): TopicMemory<Message> {
  const active = new Map<string, Remembered<Message>>();
  return {
    keep: (received) => {
      if (kind === 'state') return;
      // The only topic of events is that of notifications.
      const { begin_time, code, end_time } = received.message as unknown as Notification;
      const identity = `${code} ${begin_time}`;
      if (end_time !== undefined) active.delete(identity);
      else if (active.has(identity) || active.size < MAX_REMEMBERED) active.set(identity, received);
    },
    messages: () => [...active.values()],
    clear: () => active.clear(),
  };
}
