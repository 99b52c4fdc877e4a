import { setTimeout as wait } from 'node:timers/promises';
import type { ConsumerMessages } from '@nats-io/jetstream';

/** A connected broker ends a subscription at once. */
const DRAIN_MS = 2000;

/**
 * Stops requesting messages, and ends the loop once the messages in transit have arrived. `close` of the library drops
 * these, and the broker would redeliver them only after the acknowledgement timeout of 30 s. The library drains a
 * consumer when its subscription is drained, but has no method for it.
 */
export async function drainMessages(messages: ConsumerMessages): Promise<void> {
  const { sub } = messages as { sub?: { drain(): Promise<void>; isClosed(): boolean } };
  const given = new AbortController();
  try {
    if (sub === undefined || sub.isClosed()) return;
    await Promise.race([sub.drain(), wait(DRAIN_MS, undefined, { signal: given.signal, ref: false })]);
  } catch {
    // The connection is closed: nothing is in transit.
  } finally {
    given.abort();
    // After messages that have arrived, so that the loop receives them before it ends.
    void messages.close();
  }
}
