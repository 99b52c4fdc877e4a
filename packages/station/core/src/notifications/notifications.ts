import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type {
  Notification,
  NotificationParameters,
  NotificationsObject,
} from '@kitestring/station-contract/notifications/notification.ts';
import {
  NOTIFICATIONS,
  type NotificationName,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { NotificationPage } from '@kitestring/station-contract/station/notification-page.ts';
import type { NotificationStore } from '../ports/notification-store.ts';
import { attempt } from '../ports/store.ts';
import { type EndedQuery, endedPage } from './ended-page.ts';
import { historyPage } from './history-page.ts';
import { hasMoved } from './parameter-steps.ts';
import { isSameParameters, toNotification } from './shown-notification.ts';

interface NotificationsDeps {
  readonly clock: Clock;
  readonly store: NotificationStore;
  /** Days that ended notifications are kept. */
  readonly keepDays: number;
  /** Maximum number of notifications in one response of `history`. */
  readonly historyLimit: number;
  /** Called when the store failed; the write is retried until it succeeds. */
  readonly onStoreFault?: (fault: unknown) => void;
  readonly onBug?: OnBug | undefined;
}

/** One active occurrence of a notification. */
interface Occurrence {
  readonly name: NotificationName;
  readonly beginUs: number;
  parameters: NotificationParameters;
  shown: Notification;
  /** The store has it, possibly with earlier parameters. */
  isStored: boolean;
  /** Time at which its cause ended; it is still published as active, because the store has not taken its end yet. */
  endingSinceUs: number | undefined;
}

const RETRY_S = 1;
const DAY_US = 86_400 * US_PER_S;

/**
 * Notifications. The store holds the start of each occurrence, and its end before the end is published, so that a kill
 * loses no published end. A failing store never fails a caller: flight must not depend on it.
 */
export class Notifications {
  readonly #deps: NotificationsDeps;
  readonly #active = new Map<NotificationName, Occurrence>();
  readonly #listeners: Listeners<[Notification]>;
  /** Per code the earliest start of the next occurrence: (code, start) is an identity. */
  readonly #nextBeginUs = new Map<number, number>();
  readonly #daily: WakeUp;
  readonly #storeRetry: WakeUp;
  #lastEndUs = 0;
  /**
   * End of the history that was returned so far: a later end never lies before it, or the next reader would miss it.
   */
  #toldUntilUs = 0;

  /** Ends notifications left active by a killed process. @throws what the store throws when it can't be written */
  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
    this.#listeners = new Listeners('notification', deps.onBug);
    this.#endLeftovers();
    this.#forgetOld();
    this.#daily = WakeUp.every(deps.clock, DAY_US, () => this.#forgetOld());
    this.#storeRetry = new WakeUp(deps.clock, () => this.#retry());
  }

  [STATE](archive: StateArchive): void {
    archive.map(this.#active);
    archive.map(this.#nextBeginUs);
    [this.#lastEndUs, this.#toldUntilUs] = archive.all(this.#lastEndUs, this.#toldUntilUs);
    archive.in(this.#daily, this.#storeRetry);
  }

  /** Only the stop cancels the daily call. */
  get #isStopped(): boolean {
    return this.#daily.atUs === Number.POSITIVE_INFINITY;
  }

  /** Starts the notification, or changes the parameters of an active one; equal parameters have no effect. */
  raise(name: NotificationName, parameters: NotificationParameters = {}): void {
    if (this.#isStopped) return;
    const active = this.#active.get(name);
    if (active === undefined) this.#begin(name, parameters);
    else this.#change(active, parameters);
  }

  /** Ends the notification if it is active. */
  clear(name: NotificationName): void {
    const active = this.#active.get(name);
    if (this.#isStopped || active === undefined || active.endingSinceUs !== undefined) return;
    active.endingSinceUs = this.#deps.clock.nowUs();
    this.#endInOrder();
  }

  /** Tells the parameters of an active notification again when a measured one has moved by its step. */
  follow(name: NotificationName, measured: NotificationParameters): void {
    if (hasMoved(this.#active.get(name)?.parameters, measured)) this.raise(name, measured);
  }

  set(name: NotificationName, isActive: boolean, parameters?: NotificationParameters): void {
    if (isActive) this.raise(name, parameters);
    else this.clear(name);
  }

  /** Whether its cause is present, by the last `raise` or `clear`. */
  isActive(name: NotificationName): boolean {
    const active = this.#active.get(name);
    return active !== undefined && active.endingSinceUs === undefined;
  }

  /** Active notifications, in order of beginning. */
  active(): readonly Notification[] {
    return [...this.#active.values()].map(({ shown }) => shown);
  }

  state(): NotificationsObject {
    return { to_time: formatTimestamp(this.#deps.clock.nowUs()), notifications: [...this.active()] };
  }

  /**
   * Notifications that ended in [`fromUs`, `to_time`), in order of their end, then the active ones. Reading each time
   * from the last `to_time` returns every ended one exactly once.
   * @param fromUs microseconds since 1970; undefined for the active ones only
   */
  history(fromUs: number | undefined): NotificationsObject {
    // Up to the first end that the store has not taken yet: it will be returned with its true time.
    const [pending] = this.#ending();
    const untilUs = Math.min(this.#deps.clock.nowUs(), pending?.endingSinceUs ?? Number.POSITIVE_INFINITY);
    const toUs = Math.max(untilUs, this.#lastEndUs + 1);
    this.#toldUntilUs = toUs;
    const { historyLimit: limit, store } = this.#deps;
    return historyPage(store, { fromUs, toUs, limit, active: this.active() });
  }

  /** Those that have ended, the newest first: a page that goes on where another one ended. */
  ended(query: EndedQuery): Pick<NotificationPage, 'notifications' | 'next_before'> {
    return endedPage(this.#deps.store, query);
  }

  /** Calls back for each start, change of parameters, and end (with `end_time`). */
  onEvent(listener: (notification: Notification) => void): Cancel {
    return this.#listeners.add(listener);
  }

  /**
   * Cancels all timers. Active notifications stay active in the store; the next start ends them. From now on nothing is raised, ended or written:
   * what is still leaving after a restart would write into the history of the next station.
   */
  stop(): void {
    this.#daily.cancel();
    this.#storeRetry.cancel();
  }

  #begin(name: NotificationName, given: NotificationParameters): void {
    const { code } = NOTIFICATIONS[name];
    const parameters = { ...given };
    const beginUs = Math.max(this.#deps.clock.nowUs(), this.#nextBeginUs.get(code) ?? 0);
    const shown = toNotification({ code, beginUs, parameters });
    const occurrence = { name, beginUs, parameters, shown, isStored: false, endingSinceUs: undefined };
    this.#active.set(name, occurrence);
    this.#writeBegin(occurrence);
    this.#tell(shown);
  }

  #change(active: Occurrence, parameters: NotificationParameters): void {
    active.endingSinceUs = undefined;
    if (isSameParameters(active.parameters, parameters)) return;
    // Parameters may change often; they are stored with the end.
    active.parameters = { ...parameters };
    active.shown = toNotification({ ...active, code: NOTIFICATIONS[active.name].code });
    this.#tell(active.shown);
  }

  #writeBegin(occurrence: Occurrence): void {
    const { name, beginUs, parameters } = occurrence;
    const record = { code: NOTIFICATIONS[name].code, beginUs, parameters };
    occurrence.isStored = this.#try(() => this.#deps.store.put(record));
  }

  /** Occurrences whose cause has ended, in that order. */
  #ending(): readonly Occurrence[] {
    const ending = [...this.#active.values()].filter(({ endingSinceUs }) => endingSinceUs !== undefined);
    return ending.sort((a, b) => (a.endingSinceUs ?? 0) - (b.endingSinceUs ?? 0));
  }

  /** As far as the store accepts them: an end is never published before an earlier one. */
  #endInOrder(): void {
    for (const occurrence of this.#ending()) if (!this.#end(occurrence)) return;
  }

  /** @returns true when the store has accepted it */
  #end({ name, beginUs, endingSinceUs = beginUs, parameters }: Occurrence): boolean {
    const { code } = NOTIFICATIONS[name];
    const endUs = Math.max(endingSinceUs, this.#toldUntilUs, beginUs);
    const record = { code, beginUs, endUs, parameters };
    if (!this.#try(() => this.#deps.store.put(record))) return false;
    this.#active.delete(name);
    this.#lastEndUs = Math.max(this.#lastEndUs, endUs);
    this.#nextBeginUs.set(code, Math.max(beginUs + 1, endUs));
    this.#tell(toNotification(record));
    return true;
  }

  /** Writes, or schedules a retry. @returns true on success */
  #try(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (fault) {
      this.#deps.onStoreFault?.(fault);
      const retryUs = this.#deps.clock.nowUs() + RETRY_S * US_PER_S;
      if (this.#storeRetry.atUs === Number.POSITIVE_INFINITY) this.#storeRetry.at(retryUs);
      return false;
    }
  }

  #retry(): void {
    this.#endInOrder();
    for (const occurrence of this.#active.values()) {
      if (occurrence.endingSinceUs === undefined && !occurrence.isStored) this.#writeBegin(occurrence);
    }
  }

  #endLeftovers(): void {
    const { clock, store } = this.#deps;
    for (const record of store.active()) {
      const endUs = Math.max(clock.nowUs(), record.beginUs);
      store.put({ ...record, endUs });
      this.#lastEndUs = Math.max(this.#lastEndUs, endUs);
      this.#nextBeginUs.set(record.code, Math.max(record.beginUs + 1, endUs));
    }
  }

  #forgetOld(): void {
    const { clock, store, keepDays, onStoreFault = () => {} } = this.#deps;
    // After a failure old entries are harmless until the next day.
    attempt(() => store.forgetEndedBefore(clock.nowUs() - keepDays * DAY_US), onStoreFault);
  }

  #tell(notification: Notification): void {
    this.#listeners.tell(notification);
  }
}
