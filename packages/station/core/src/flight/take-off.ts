import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { TakeOffStep } from '@kitestring/station-contract/flight/take-off-step.ts';
import type { Refusal } from '@kitestring/station-contract/refusal.ts';
import type { KiteSample } from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Lids } from '../system/lids.ts';
import type { AltitudeControl } from './altitude-control.ts';
import type { FlightEvent } from './flight-phase.ts';

/** Motors that have not started after this time will not start, seconds: a healthy Kite needs less than 1 s. */
const MOTOR_START_S = 10;

/**
 * `Flying` begins this close below the take-off altitude, metres: the Kite flies by its own height estimate, which
 * differs from the published altitude by about as much.
 */
const REACHED_WITHIN_M = 0.1;

interface TakeOffDeps {
  readonly altitude: AltitudeControl;
  readonly clock: Clock;
  readonly lids: Lids;
  readonly settings: StationSettings;
  /** First failed preflight check. */
  readonly preflightRefusal: () => Refusal | undefined;
}

/** From StandBy to Flying: lids, checks, climb. Reports events; the flight decides what they mean. */
export class TakeOff {
  readonly #deps: TakeOffDeps;
  #checksEndUs = 0;
  #climbStartUs = 0;
  #hasLeftGround = false;
  #motorStartFailed = false;

  constructor(deps: TakeOffDeps) {
    this.#deps = deps;
  }

  [STATE](archive: StateArchive): void {
    [this.#checksEndUs, this.#climbStartUs] = archive.all(this.#checksEndUs, this.#climbStartUs);
    [this.#hasLeftGround, this.#motorStartFailed] = archive.all(this.#hasLeftGround, this.#motorStartFailed);
  }

  /** The Kite has left the ground since the climb started. */
  get hasLeftGround(): boolean {
    return this.#hasLeftGround;
  }

  /** The motors did not start at the last attempt. */
  get motorStartFailed(): boolean {
    return this.#motorStartFailed;
  }

  begin(): void {
    const { altitude, lids } = this.#deps;
    altitude.expectTakeOff();
    this.#hasLeftGround = false;
    this.#motorStartFailed = false;
    if (lids.areThere) lids.open();
  }

  /** Event that ends this step; undefined while it continues. */
  proceed(step: TakeOffStep, kite: KiteSample): FlightEvent | undefined {
    if (step === 'climb') return this.#proceedClimb(kite);
    if (this.#deps.preflightRefusal() !== undefined) return 'checkFailed';
    return step === 'lids' ? this.proceedLids() : this.#proceedChecks();
  }

  /** Continues with the checks when nothing is left to open. */
  proceedLids(): FlightEvent | undefined {
    const { clock, lids, settings } = this.#deps;
    if (lids.areThere && !lids.isOpen) return undefined;
    this.#checksEndUs = clock.nowUs() + settings.flight.preflightCheckS * US_PER_S;
    return 'lidsOpened';
  }

  #proceedChecks(): FlightEvent | undefined {
    const { altitude, clock } = this.#deps;
    if (clock.nowUs() < this.#checksEndUs) return undefined;
    this.#climbStartUs = clock.nowUs();
    altitude.takeOff();
    return 'checksPassed';
  }

  #proceedClimb(kite: KiteSample): FlightEvent | undefined {
    const { altitude, clock } = this.#deps;
    if (kite.landedState === 'InAir') this.#hasLeftGround = true;
    if (this.#hasLeftGround) return this.#hasReached(kite) ? 'takeoffAltitudeReached' : undefined;
    if (clock.nowUs() - this.#climbStartUs <= MOTOR_START_S * US_PER_S) return undefined;
    // An autopilot that has not armed has its reasons, which are told; its motors are not to blame.
    this.#motorStartFailed = kite.isArmed !== false;
    altitude.cancelTakeOff();
    return 'checkFailed';
  }

  #hasReached({ altitudeM = 0 }: KiteSample): boolean {
    return altitudeM >= this.#deps.altitude.limits.takeoffM - REACHED_WITHIN_M;
  }
}
