import type {
  Notification,
  NotificationParameters,
  NotificationsObject,
} from '@kitestring/contract/notifications/notification.ts';
import { NOTIFICATIONS, type NotificationName } from '@kitestring/contract/notifications/notification-dictionary.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { Listeners, type OnBug } from '../containment.ts';
import { type Cancel, type Clock, every, US_PER_S } from '../ports/clock.ts';
import type { NotificationStore } from '../ports/notification-store.ts';
import { isSameParameters, toNotification } from './shown-notification.ts';

export interface NotificationsParts {
  readonly clock: Clock;
  readonly store: NotificationStore;
  /** Days that ended ones are kept. */
  readonly keepDays: number;
  /** Most notifications in one answer of `history`. */
  readonly historyLimit: number;
  /** Told when the store failed; the write is tried again until it succeeds. */
  readonly onStoreFault?: (fault: unknown) => void;
  readonly onBug?: OnBug | undefined;
}

/** What is the matter now with one cause. */
interface Occurrence {
  readonly name: NotificationName;
  readonly beginUs: number;
  parameters: NotificationParameters;
  shown: Notification;
  /** The store has it, if perhaps with earlier parameters. */
  isStored: boolean;
  /** Its cause is gone since then, but the store has not taken its end yet, so everybody still sees it active. */
  endingSinceUs: number | undefined;
}

const RETRY_S = 1;
const DAY_US = 86_400 * US_PER_S;

/**
 * What the system has to tell. The store holds the begin of each occurrence, and its end before anybody sees that it
 * ended, so that a kill loses no end that was shown. A failing store never fails a caller: flight must not depend on it.
 */
export class Notifications {
  readonly #parts: NotificationsParts;
  readonly #active = new Map<NotificationName, Occurrence>();
  readonly #listeners: Listeners<[Notification]>;
  /** Per code the earliest begin that the next occurrence may have: (code, begin) is an identity. */
  readonly #nextBeginUs = new Map<number, number>();
  readonly #cancelDaily: Cancel;
  #cancelRetry: Cancel | undefined;
  #lastEndUs = 0;
  /** History was given out up to here: a later end is never before it, or the next reader would miss it. */
  #toldUntilUs = 0;

  /** Ends what a killed run left active. @throws what the store throws when it can't be written */
  constructor(parts: NotificationsParts) {
    this.#parts = parts;
    this.#listeners = new Listeners('notification', parts.onBug);
    this.#endLeftovers();
    this.#forgetOld();
    this.#cancelDaily = every(parts.clock, DAY_US, () => this.#forgetOld());
  }

  /** Begins the notification, or changes the parameters of the one that is active; the same again does nothing. */
  raise(name: NotificationName, parameters: NotificationParameters = {}): void {
    const active = this.#active.get(name);
    if (active === undefined) this.#begin(name, parameters);
    else this.#change(active, parameters);
  }

  /** Ends the notification if it is active. */
  clear(name: NotificationName): void {
    const active = this.#active.get(name);
    if (active === undefined || active.endingSinceUs !== undefined) return;
    active.endingSinceUs = this.#parts.clock.nowUs();
    this.#endInOrder();
  }

  set(name: NotificationName, isActive: boolean, parameters?: NotificationParameters): void {
    if (isActive) this.raise(name, parameters);
    else this.clear(name);
  }

  /** Whether its cause is there, by the last `raise` or `clear`. */
  isActive(name: NotificationName): boolean {
    const active = this.#active.get(name);
    return active !== undefined && active.endingSinceUs === undefined;
  }

  /** What is the matter now, in order of beginning. */
  active(): readonly Notification[] {
    return [...this.#active.values()].map(({ shown }) => shown);
  }

  state(): NotificationsObject {
    return { to_time: formatTimestamp(this.#parts.clock.nowUs()), notifications: [...this.active()] };
  }

  /**
   * Those that ended in [`fromUs`, `to_time`), in order of their end, then the active ones. Asking each time from the
   * last `to_time` gives every ended one exactly once.
   * @param fromUs microseconds since 1970; undefined for the active ones only
   */
  history(fromUs: number | undefined): NotificationsObject {
    // Up to the first end that the store has not taken yet: it will be told with its true time.
    const [pending] = this.#ending();
    const untilUs = Math.min(this.#parts.clock.nowUs(), pending?.endingSinceUs ?? Number.POSITIVE_INFINITY);
    const toUs = Math.max(untilUs, this.#lastEndUs + 1);
    const active = this.active();
    this.#toldUntilUs = toUs;
    if (fromUs === undefined) return { to_time: formatTimestamp(toUs), notifications: [...active] };
    const room = Math.max(0, this.#parts.historyLimit - active.length);
    // One more than there is room for, to see whether something is cut off.
    const found = this.#parts.store.endedBetween(fromUs, toUs, room + 1);
    const ended = found.slice(Math.max(0, found.length - room));
    const coveredFromUs = ended.length < found.length ? (ended[0]?.endUs ?? toUs) : fromUs;
    return {
      from_time: formatTimestamp(coveredFromUs),
      to_time: formatTimestamp(toUs),
      notifications: [...ended.map(toNotification), ...active],
    };
  }

  /** Calls back for each begin, change of parameters, and end (with `end_time`). */
  onEvent(listener: (notification: Notification) => void): Cancel {
    return this.#listeners.add(listener);
  }

  /** Lets go of the clock. What is active stays so in the store, and the next start ends it. */
  stop(): void {
    this.#cancelDaily();
    this.#cancelRetry?.();
  }

  #begin(name: NotificationName, given: NotificationParameters): void {
    const { code } = NOTIFICATIONS[name];
    const parameters = { ...given };
    const beginUs = Math.max(this.#parts.clock.nowUs(), this.#nextBeginUs.get(code) ?? 0);
    const shown = toNotification({ code, beginUs, parameters });
    const occurrence = { name, beginUs, parameters, shown, isStored: false, endingSinceUs: undefined };
    this.#active.set(name, occurrence);
    this.#writeBegin(occurrence);
    this.#tell(shown);
  }

  #change(active: Occurrence, parameters: NotificationParameters): void {
    active.endingSinceUs = undefined;
    if (isSameParameters(active.parameters, parameters)) return;
    // Not written now: parameters may change often, and they are written with the end.
    active.parameters = { ...parameters };
    active.shown = toNotification({ ...active, code: NOTIFICATIONS[active.name].code });
    this.#tell(active.shown);
  }

  #writeBegin(occurrence: Occurrence): void {
    const { name, beginUs, parameters } = occurrence;
    const record = { code: NOTIFICATIONS[name].code, beginUs, parameters };
    occurrence.isStored = this.#try(() => this.#parts.store.put(record));
  }

  /** Those whose cause is gone, in the order in which it went. */
  #ending(): readonly Occurrence[] {
    const ending = [...this.#active.values()].filter(({ endingSinceUs }) => endingSinceUs !== undefined);
    return ending.sort((a, b) => (a.endingSinceUs ?? 0) - (b.endingSinceUs ?? 0));
  }

  /** As far as the store takes them: none is told before an earlier one. */
  #endInOrder(): void {
    for (const occurrence of this.#ending()) if (!this.#end(occurrence)) return;
  }

  /** @returns whether the store has taken it */
  #end({ name, beginUs, endingSinceUs = beginUs, parameters }: Occurrence): boolean {
    const { code } = NOTIFICATIONS[name];
    const endUs = Math.max(endingSinceUs, this.#toldUntilUs, beginUs);
    const record = { code, beginUs, endUs, parameters };
    if (!this.#try(() => this.#parts.store.put(record))) return false;
    this.#active.delete(name);
    this.#lastEndUs = Math.max(this.#lastEndUs, endUs);
    this.#nextBeginUs.set(code, Math.max(beginUs + 1, endUs));
    this.#tell(toNotification(record));
    return true;
  }

  /** Does a write, or sees to it that it is tried again. @returns whether it succeeded */
  #try(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (fault) {
      this.#parts.onStoreFault?.(fault);
      const retryUs = this.#parts.clock.nowUs() + RETRY_S * US_PER_S;
      this.#cancelRetry ??= this.#parts.clock.schedule(retryUs, () => this.#retry());
      return false;
    }
  }

  #retry(): void {
    this.#cancelRetry = undefined;
    this.#endInOrder();
    for (const occurrence of this.#active.values()) {
      if (occurrence.endingSinceUs === undefined && !occurrence.isStored) this.#writeBegin(occurrence);
    }
  }

  #endLeftovers(): void {
    const { clock, store } = this.#parts;
    for (const record of store.active()) {
      const endUs = Math.max(clock.nowUs(), record.beginUs);
      store.put({ ...record, endUs });
      this.#lastEndUs = Math.max(this.#lastEndUs, endUs);
      this.#nextBeginUs.set(record.code, Math.max(record.beginUs + 1, endUs));
    }
  }

  #forgetOld(): void {
    const { clock, store, keepDays, onStoreFault } = this.#parts;
    try {
      store.forgetEndedBefore(clock.nowUs() - keepDays * DAY_US);
    } catch (fault) {
      // Old ones do no harm until tomorrow.
      onStoreFault?.(fault);
    }
  }

  #tell(notification: Notification): void {
    this.#listeners.tell(notification);
  }
}
