import type { Clock } from '@kitestring/base/clock.ts';
import { US_PER_S } from '@kitestring/base/clock.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Station } from '@kitestring/station-core/station.ts';

interface StoryLine {
  readonly atUs: number;
  state: string | undefined;
  readonly notifications: string[];
}

/**
 * Records the states of a station, one line for each moment at which something changed: seconds since the beginning, a
 * new `flight_state`, then notifications: `+` begins, `~` has other parameters, `-` ends. For example `1.05
 * SafetyDescending +30041{altitude: 24, reason: GPS is lost}`.
 */
export class StoryRecorder {
  readonly #station: Station;
  readonly #clock: Clock;
  readonly #beginUs: number;
  readonly #moments: StoryLine[] = [];
  readonly #active: Set<number>;
  readonly #firstState: string;
  #state: string;

  constructor(station: Station, clock: Clock) {
    this.#station = station;
    this.#clock = clock;
    this.#beginUs = clock.nowUs();
    this.#firstState = station.flight.phase.state;
    this.#state = this.#firstState;
    this.#active = new Set(station.notifications.active().map(({ code }) => code));
    station.topics.flight.onInvalidate(() => this.#look());
    station.notifications.onEvent((notification) => this.#note(notification));
  }

  get lines(): readonly string[] {
    return this.#moments.map(({ atUs, state, notifications }) => {
      const seconds = String(Math.round((atUs - this.#beginUs) / (US_PER_S / 100)) / 100);
      return [seconds, ...(state === undefined ? [] : [state]), ...notifications].join(' ');
    });
  }

  /** The states in order, beginning with the first. */
  get states(): readonly string[] {
    return [this.#firstState, ...this.#moments.flatMap(({ state }) => state ?? [])];
  }

  /** Codes of the notifications that began, each once, ascending. */
  get begun(): readonly number[] {
    const signs = this.#moments.flatMap(({ notifications }) => notifications);
    const codes = signs.filter((sign) => sign.startsWith('+')).map((sign) => Number(sign.slice(1, 6)));
    return [...new Set(codes)].sort((a, b) => a - b);
  }

  /** Seconds from the beginning to the first line with this text. @throws Error if there is none */
  secondsTo(text: string): number {
    const line = this.lines.find((candidate) => candidate.includes(text));
    if (line === undefined) throw new Error(`no ${text} in:\n${this.lines.join('\n')}`);
    return Number(line.split(' ', 1)[0]);
  }

  #look(): void {
    const { state } = this.#station.flight.phase;
    if (state === this.#state) return;
    this.#state = state;
    this.#now.state = state;
  }

  #note({ code, end_time, parameters }: Notification): void {
    const sign = end_time !== undefined ? '-' : this.#active.has(code) ? '~' : '+';
    if (sign === '-') this.#active.delete(code);
    else this.#active.add(code);
    this.#now.notifications.push(`${sign}${code}${sign === '-' ? '' : describeParameters(parameters)}`);
  }

  get #now(): StoryLine {
    const atUs = this.#clock.nowUs();
    const last = this.#moments.at(-1);
    if (last?.atUs === atUs) return last;
    const moment = { atUs, state: undefined, notifications: [] };
    this.#moments.push(moment);
    return moment;
  }
}

function describeParameters(parameters: Notification['parameters'] = {}): string {
  const names = Object.keys(parameters).sort();
  return names.length === 0 ? '' : `{${names.map((name) => `${name}: ${parameters[name]}`).join(', ')}}`;
}
