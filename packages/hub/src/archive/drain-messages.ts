import { setTimeout as wait } from 'node:timers/promises';
import type { ConsumerMessages } from '@nats-io/jetstream';

/** A broker that is there ends a subscription at once. */
const DRAIN_MS = 2000;

/**
 * Asks for no more messages, and ends the loop over them when those under way have come: `close` of the library drops these, and the
 * broker would offer them again only when it has waited for their answer for 30 s. The library ends a consumer gently when its
 * subscription is drained, but has no method for it.
 */
export async function drainMessages(messages: ConsumerMessages): Promise<void> {
  const { sub } = messages as { sub?: { drain(): Promise<void>; isClosed(): boolean } };
  const given = new AbortController();
  try {
    if (sub === undefined || sub.isClosed()) return;
    await Promise.race([sub.drain(), wait(DRAIN_MS, undefined, { signal: given.signal, ref: false })]);
  } catch {
    // The connection is closed: nothing is under way.
  } finally {
    given.abort();
    // After those that have come, so that the loop gets them before its end.
    void messages.close();
  }
}
