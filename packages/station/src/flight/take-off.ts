import type { KiteSample } from '../ports/aircraft.ts';
import { type Clock, US_PER_S } from '../ports/clock.ts';
import type { Refusal } from '../refusal.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Lids } from '../system/lids.ts';
import type { AltitudeControl } from './altitude-control.ts';
import type { FlightEvent, TakeOffStep } from './flight-phase.ts';

/** Motors that have not started this long after the command will not start, seconds: a healthy Kite needs under 1 s. */
const MOTOR_START_S = 10;

/**
 * `Flying` begins this close below the take-off altitude, metres: the Kite flies by its own estimate of height, which differs
 * from the altitude that is shown by about as much.
 */
const REACHED_WITHIN_M = 0.1;

export interface TakeOffParts {
  readonly altitude: AltitudeControl;
  readonly clock: Clock;
  readonly lids: Lids;
  readonly settings: StationSettings;
  /** The first reason why the Kite must not take off now. */
  readonly preflightRefusal: () => Refusal | undefined;
}

/** The way from StandBy to Flying: lids, checks, climb. Says what has happened; the flight decides what that means. */
export class TakeOff {
  readonly #parts: TakeOffParts;
  #checksEndUs = 0;
  #climbStartUs = 0;
  #hasLeftGround = false;
  #motorStartFailed = false;

  constructor(parts: TakeOffParts) {
    this.#parts = parts;
  }

  /** The Kite has been in the air since the climb began. */
  get hasLeftGround(): boolean {
    return this.#hasLeftGround;
  }

  /** The motors did not start at the last attempt. */
  get motorStartFailed(): boolean {
    return this.#motorStartFailed;
  }

  begin(): void {
    const { altitude, lids } = this.#parts;
    altitude.expectTakeOff();
    this.#hasLeftGround = false;
    this.#motorStartFailed = false;
    if (this.#hasLids) lids.open();
  }

  /** What has happened in this step; undefined while it goes on. */
  proceed(step: TakeOffStep, kite: KiteSample): FlightEvent | undefined {
    if (step === 'climb') return this.#proceedClimb(kite);
    if (this.#parts.preflightRefusal() !== undefined) return 'checkFailed';
    return step === 'lids' ? this.proceedLids() : this.#proceedChecks();
  }

  /** Goes on to the checks when nothing is left to open. */
  proceedLids(): FlightEvent | undefined {
    const { clock, lids, settings } = this.#parts;
    if (this.#hasLids && !lids.isOpen) return undefined;
    this.#checksEndUs = clock.nowUs() + settings.flight.preflightCheckS * US_PER_S;
    return 'lidsOpened';
  }

  #proceedChecks(): FlightEvent | undefined {
    const { altitude, clock } = this.#parts;
    if (clock.nowUs() < this.#checksEndUs) return undefined;
    this.#climbStartUs = clock.nowUs();
    altitude.takeOff();
    return 'checksPassed';
  }

  #proceedClimb(kite: KiteSample): FlightEvent | undefined {
    const { altitude, clock } = this.#parts;
    if (kite.contact === 'Airborne') this.#hasLeftGround = true;
    if (this.#hasLeftGround) return this.#hasReached(kite) ? 'takeoffAltitudeReached' : undefined;
    if (clock.nowUs() - this.#climbStartUs <= MOTOR_START_S * US_PER_S) return undefined;
    this.#motorStartFailed = true;
    altitude.cancelTakeOff();
    return 'checkFailed';
  }

  #hasReached({ altitudeM = 0 }: KiteSample): boolean {
    return altitudeM >= this.#parts.altitude.limits.takeoffM - REACHED_WITHIN_M;
  }

  get #hasLids(): boolean {
    return this.#parts.settings.installation === 'Rooftop Box';
  }
}
