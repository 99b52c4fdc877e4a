import type { SystemState } from '@kitestring/contract/system/system-state.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Aircraft, RooftopBoxSample } from '../ports/aircraft.ts';
import { type Clock, US_PER_S } from '../ports/clock.ts';

export type LidsState = NonNullable<SystemState['rtb_lids_state']>;

/** A limit switch may chatter for so long, seconds. */
const SWITCH_BOUNCE_S = 1;

interface Movement {
  readonly end: 'Opened' | 'Closed';
  readonly deadlineUs: number;
}

export interface LidsParts {
  readonly aircraft: Pick<Aircraft, 'openLids' | 'closeLids'>;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'set'>;
  readonly lidsTimeoutS: number;
}

/**
 * The lids of a Rooftop Box: what was asked of them and what their limit switches say. They are stuck when the switch of
 * the end they were sent to has not closed in time.
 */
export class Lids {
  readonly #aircraft: LidsParts['aircraft'];
  readonly #clock: Clock;
  readonly #notifications: LidsParts['notifications'];
  readonly #timeoutUs: number;
  #reported: RooftopBoxSample['lids'] | undefined;
  #movement: Movement | undefined;
  /** The end that they have not reached in time. */
  #stuckOn: Movement['end'] | undefined;
  #inTheWaySinceUs: number | undefined;

  constructor(parts: LidsParts) {
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

  /**
   * Takes in what the limit switches say. With the Kite in the air nobody moves the lids: those that are not open are stuck.
   * @param isKiteInTheAir false when nothing is known of it
   */
  update(reported: RooftopBoxSample['lids'] | undefined, isKiteInTheAir: boolean): void {
    this.#reported = reported;
    const isInTheWay = isKiteInTheAir && reported !== undefined && reported !== 'Opened';
    if (!isInTheWay) this.#inTheWaySinceUs = undefined;
    else this.#inTheWaySinceUs ??= this.#clock.nowUs();
    if (this.areInTheWay) this.#setStuckOn('Opened');
    if (this.#movement !== undefined) this.#updateMovement(this.#movement, reported);
    else if (reported === 'Opened') this.#setStuckOn(undefined);
  }

  #updateMovement({ end, deadlineUs }: Movement, reported: RooftopBoxSample['lids'] | undefined): void {
    if (reported === end) {
      this.#movement = undefined;
      // Lids that would not open have not proved anything by being closed.
      if (end === 'Opened' || this.#stuckOn === 'Closed') this.#setStuckOn(undefined);
    } else if (this.#clock.nowUs() >= deadlineUs) {
      this.#setStuckOn(this.#stuckOn ?? end);
    }
  }

  get isStuck(): boolean {
    return this.#stuckOn !== undefined;
  }

  /** They have not been open for a moment while the Kite is in the air. */
  get areInTheWay(): boolean {
    const sinceUs = this.#inTheWaySinceUs;
    return sinceUs !== undefined && this.#clock.nowUs() - sinceUs >= SWITCH_BOUNCE_S * US_PER_S;
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

  #setStuckOn(end: Movement['end'] | undefined): void {
    if (end === this.#stuckOn) return;
    this.#stuckOn = end;
    this.#notifications.set('LIDS_STUCK', end !== undefined);
  }
}
