import type { SystemState } from '@kitestring/contract/system/system-state.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Aircraft, RooftopBoxSample } from '../ports/aircraft.ts';
import { type Clock, US_PER_S } from '../ports/clock.ts';

export type LidsState = NonNullable<SystemState['rtb_lids_state']>;

interface Movement {
  readonly end: 'Opened' | 'Closed';
  readonly deadlineUs: number;
}

/**
 * The lids of a Rooftop Box: what was asked of them and what their limit switches say. They are stuck when the switch of
 * the end they were sent to has not closed in time.
 */
export class Lids {
  readonly #aircraft: Aircraft;
  readonly #clock: Clock;
  readonly #notifications: Notifications;
  readonly #timeoutUs: number;
  #reported: RooftopBoxSample['lids'] | undefined;
  #movement: Movement | undefined;
  #stuck = false;

  constructor(parts: { aircraft: Aircraft; clock: Clock; notifications: Notifications; lidsTimeoutS: number }) {
    this.#aircraft = parts.aircraft;
    this.#clock = parts.clock;
    this.#notifications = parts.notifications;
    this.#timeoutUs = parts.lidsTimeoutS * US_PER_S;
  }

  open(): void {
    this.#move('Opened');
    this.#aircraft.openLids();
  }

  close(): void {
    this.#move('Closed');
    this.#aircraft.closeLids();
  }

  /** Takes in what the limit switches say. */
  update(reported: RooftopBoxSample['lids'] | undefined): void {
    this.#reported = reported;
    if (this.#movement === undefined) return;
    if (reported === this.#movement.end) {
      this.#movement = undefined;
      this.#setStuck(false);
    } else if (this.#clock.nowUs() >= this.#movement.deadlineUs) {
      this.#setStuck(true);
    }
  }

  get isStuck(): boolean {
    return this.#stuck;
  }

  get isOpen(): boolean {
    return this.state === 'Opened';
  }

  /** What the API shows; undefined when nothing says where the lids are. */
  get state(): LidsState | undefined {
    if (this.#movement !== undefined) return this.#movement.end === 'Opened' ? 'Opening' : 'Closing';
    return this.#reported === 'Between' ? undefined : this.#reported;
  }

  #move(end: Movement['end']): void {
    const isThere = this.#reported === end && (this.#movement === undefined || this.#movement.end === end);
    if (!isThere) this.#movement = { end, deadlineUs: this.#clock.nowUs() + this.#timeoutUs };
  }

  #setStuck(stuck: boolean): void {
    if (stuck === this.#stuck) return;
    this.#stuck = stuck;
    this.#notifications.set('LIDS_STUCK', stuck);
  }
}
