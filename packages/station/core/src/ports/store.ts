import type { AccountStore } from './account-store.ts';
import type { CounterStore } from './counter-store.ts';
import type { DocumentStore } from './document-store.ts';
import type { NotificationStore } from './notification-store.ts';
import type { PinStore } from './pin-store.ts';
import type { PluginStore } from './plugin-store.ts';
import type { SessionStore } from './session-store.ts';
import type { WatchLinkStore } from './watch-link-store.ts';

/** Persistent state of the station. */
export interface StationStore {
  readonly plugins: PluginStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly watchLinks: WatchLinkStore;
  readonly notifications: NotificationStore;
  readonly counters: CounterStore;
  readonly documents: DocumentStore;
  readonly pins: PinStore;
}

/** Uses the store where its failure must not fail the caller: the flight continues. */
export function attempt(use: () => void, onStoreFault: (fault: unknown) => void): void {
  try {
    use();
  } catch (fault) {
    onStoreFault(fault);
  }
}
