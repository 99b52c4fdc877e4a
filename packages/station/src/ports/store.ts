import type { CounterStore } from './counter-store.ts';
import type { NotificationStore } from './notification-store.ts';
import type { PluginStore } from './plugin-store.ts';
import type { SessionStore } from './session-store.ts';

/** Everything the station keeps. */
export interface Store {
  readonly plugins: PluginStore;
  readonly sessions: SessionStore;
  readonly notifications: NotificationStore;
  readonly counters: CounterStore;
}
