import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Installation } from '@kitestring/station-contract/system/system-info.ts';
import type { LidsState } from '@kitestring/station-contract/system/system-state.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Aircraft, RooftopBoxSample } from '../ports/aircraft.ts';

/** Bounce time of a limit switch, seconds. */
const SWITCH_BOUNCE_S = 1;

interface LidMovement {
  readonly end: 'Opened' | 'Closed';
  readonly deadlineUs: number;
}

interface LidsDeps {
  readonly aircraft: Pick<Aircraft, 'capabilities' | 'openLids' | 'closeLids'>;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'set'>;
  readonly installation: Installation;
  readonly lidsTimeoutS: number;
}

/**
 * The lids of a Rooftop Box: commands, and their limit switches. They are stuck when the limit switch of the commanded
 * end has not closed in time.
 */
export class Lids {
  readonly #aircraft: LidsDeps['aircraft'];
  readonly #clock: Clock;
  readonly #setInstallation: Installation;
  readonly #notifications: LidsDeps['notifications'];
  readonly #timeoutUs: number;
  #reported: RooftopBoxSample['lids'] | undefined;
  #movement: LidMovement | undefined;
  /** The end that was not reached in time. */
  #stuckOn: LidMovement['end'] | undefined;
  #inTheWaySinceUs: number | undefined;

  constructor(deps: LidsDeps) {
    this.#setInstallation = deps.installation;
    this.#aircraft = deps.aircraft;
    this.#clock = deps.clock;
    this.#notifications = deps.notifications;
    this.#timeoutUs = deps.lidsTimeoutS * US_PER_S;
  }

  [STATE](archive: StateArchive): void {
    [this.#reported, this.#movement, this.#stuckOn] = archive.all(this.#reported, this.#movement, this.#stuckOn);
    this.#inTheWaySinceUs = archive.of(this.#inTheWaySinceUs);
  }

  /** Installation of this system: the setting cannot give lids to an aircraft that comes without a box. */
  get installation(): Installation {
    const isBoxMissing = this.#setInstallation === 'Rooftop Box' && !this.#aircraft.capabilities.lids;
    return isBoxMissing ? 'Bare Ground Station' : this.#setInstallation;
  }

  /** Whether this system has lids. */
  get areThere(): boolean {
    return this.installation === 'Rooftop Box';
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
   * Processes the limit switches. With the Kite in the air lids are not commanded: lids that are not open are stuck.
   * @param isKiteInTheAir false without data
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

  #updateMovement({ end, deadlineUs }: LidMovement, reported: RooftopBoxSample['lids'] | undefined): void {
    if (reported === end) {
      this.#movement = undefined;
      // Lids that failed to open are not cleared by being closed.
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

  /** Published state of the lids; undefined while their position is unknown. */
  get state(): LidsState | undefined {
    if (this.#movement !== undefined) return this.#movement.end === 'Opened' ? 'Opening' : 'Closing';
    return this.#reported === 'Between' ? undefined : this.#reported;
  }

  #move(end: LidMovement['end']): void {
    const isThere = this.#reported === end && (this.#movement === undefined || this.#movement.end === end);
    if (!isThere) this.#movement = { end, deadlineUs: this.#clock.nowUs() + this.#timeoutUs };
  }

  #setStuckOn(end: LidMovement['end'] | undefined): void {
    if (end === this.#stuckOn) return;
    this.#stuckOn = end;
    this.#notifications.set('LIDS_STUCK', end !== undefined);
  }
}
