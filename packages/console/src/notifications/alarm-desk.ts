import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { alarmsIn } from './alarm.ts';
import { keyOf } from './notification-feed.ts';

/** What somebody in front of this page has done about alarms. */
export interface AlarmDeskState {
  readonly acknowledged: ReadonlySet<string>;
  /** The page has been touched, so that browsers let it play sounds. */
  readonly isUnlocked: boolean;
}

/** Keeps it over sign-ins: an alarm that was acknowledged stays so. */
export class AlarmDesk {
  readonly #listeners = new Set<() => void>();
  #state: AlarmDeskState = { acknowledged: new Set(), isUnlocked: false };

  readonly state = (): AlarmDeskState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Silences those that are active now; what comes later sounds again. Others are forgotten: they are over. */
  acknowledge(active: readonly Notification[]): void {
    this.#become({ ...this.#state, acknowledged: new Set(alarmsIn(active).map(keyOf)) });
  }

  readonly unlock = (): void => {
    if (!this.#state.isUnlocked) this.#become({ ...this.#state, isUnlocked: true });
  };

  #become(state: AlarmDeskState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
