import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type { NotificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Aircraft } from '../ports/aircraft.ts';
import type { AircraftNote } from '../ports/autopilot-report.ts';

/** Time for which a message is active: long enough to be read beside others, and it has no end of its own. */
const SHOWN_S = 20;
/** Messages at once, and one more for each of these times: an autopilot that repeats itself must not fill the history. */
const AT_ONCE = 12;
const ANOTHER_AFTER_S = 5;
const TEXT_MAX = 200;

const NAMES = {
  info: 'AUTOPILOT_INFO',
  warn: 'AUTOPILOT_WARNING',
  error: 'AUTOPILOT_ERROR',
} as const satisfies Record<AircraftNote['severity'], NotificationName>;

interface AutopilotNotesDeps {
  readonly aircraft: Pick<Aircraft, 'onNote'>;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'raise' | 'clear' | 'isActive'>;
}

/** Messages of the autopilot as notifications, each an occurrence of its own. Beyond their bound they are in the log only. */
export class AutopilotNotes {
  readonly #deps: AutopilotNotesDeps;
  readonly #cancel: Cancel;
  readonly #ends: Readonly<Record<AircraftNote['severity'], WakeUp>>;
  readonly #shown: Partial<Record<AircraftNote['severity'], string>> = {};
  /** Safety: an error is told however many other messages came before it. */
  readonly #errors: Allowance;
  readonly #others: Allowance;

  constructor(deps: AutopilotNotesDeps) {
    const { aircraft, clock, notifications } = deps;
    this.#deps = deps;
    this.#errors = new Allowance(clock);
    this.#others = new Allowance(clock);
    const end = (name: NotificationName) => new WakeUp(clock, () => notifications.clear(name));
    this.#ends = { info: end(NAMES.info), warn: end(NAMES.warn), error: end(NAMES.error) };
    this.#cancel = aircraft.onNote?.((note) => this.#take(note)) ?? (() => {});
  }

  stop(): void {
    this.#cancel();
    for (const end of Object.values(this.#ends)) end.cancel();
  }

  #take({ severity, text }: AircraftNote): void {
    const { clock, notifications } = this.#deps;
    const shown = plainLine(text);
    if (shown === '') return;
    const name = NAMES[severity];
    const isRepeated = notifications.isActive(name) && this.#shown[severity] === shown;
    if (!isRepeated) {
      if (!(severity === 'error' ? this.#errors : this.#others).take()) return;
      notifications.clear(name);
      notifications.raise(name, { text: shown });
      this.#shown[severity] = shown;
    }
    this.#ends[severity].at(clock.nowUs() + SHOWN_S * US_PER_S);
  }
}

/** So many at once, and one more after each interval. */
class Allowance {
  readonly #clock: Clock;
  #left = AT_ONCE;
  #countedUs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedUs = clock.nowUs();
  }

  take(): boolean {
    const nowUs = this.#clock.nowUs();
    const more = Math.floor((nowUs - this.#countedUs) / (ANOTHER_AFTER_S * US_PER_S));
    this.#left = Math.min(AT_ONCE, this.#left + more);
    this.#countedUs = this.#left === AT_ONCE ? nowUs : this.#countedUs + more * ANOTHER_AFTER_S * US_PER_S;
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}

/** Texts of an autopilot come from a radio: no control characters, and no more than a line. */
const plainLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX);
