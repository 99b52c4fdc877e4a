import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { AxisMove } from '@kitestring/station-core/ports';
import type { SimulatorParameters } from '../parameters.ts';
import { Trapezoid } from './trapezoid.ts';

/** Setpoint of one camera axis, continuous from command to command with limited rate and acceleration. */
export class AxisMotion {
  readonly #gimbal: SimulatorParameters['gimbal'];
  readonly #minDeg: number;
  readonly #maxDeg: number;
  readonly #setpoint: Trapezoid;
  #kind: AxisMove['kind'] = 'stop';
  #rateDps = 0;
  #stepsLeft = 0;

  constructor(gimbal: SimulatorParameters['gimbal'], startDeg: number, minDeg: number, maxDeg: number) {
    this.#gimbal = gimbal;
    this.#minDeg = minDeg;
    this.#maxDeg = maxDeg;
    this.#setpoint = new Trapezoid(startDeg);
  }

  [STATE](archive: StateArchive): void {
    [this.#kind, this.#rateDps, this.#stepsLeft] = archive.all(this.#kind, this.#rateDps, this.#stepsLeft);
    archive.in(this.#setpoint);
  }

  get angleDeg(): number {
    return this.#setpoint.position;
  }

  get rateDps(): number {
    return this.#setpoint.rate;
  }

  /** True when the last command is executed. */
  get isDone(): boolean {
    return this.#kind !== 'atRate' && this.#setpoint.isThere;
  }

  /**
   * Takes a command; replaces the previous one. An angle beyond the travel means its end.
   * @throws RangeError for an angle, rate or duration that is not a finite number
   */
  move(move: AxisMove, stepS: number): void {
    if (move.kind === 'toAngle') this.#moveTo(move.angleDeg);
    else if (move.kind === 'atRate') this.#moveAt(move.rateDps, move.durationS, stepS);
    else this.#kind = 'stop';
  }

  settleAt(angleDeg: number): void {
    this.#kind = 'stop';
    this.#setpoint.settleAt(angleDeg);
  }

  step(stepS: number): void {
    const { accelerationDps2, brakingDps2 } = this.#gimbal;
    if (this.#kind === 'stop') {
      this.#setpoint.stepToStand(brakingDps2, stepS);
      return;
    }
    if (this.#kind === 'atRate' && this.#stepsLeft <= 0) {
      // Deceleration equals acceleration: the axis turns by rate times duration in all.
      this.#setpoint.stepToStand(accelerationDps2, stepS);
      if (this.#setpoint.rate === 0) this.#kind = 'stop';
      return;
    }
    this.#stepsLeft -= 1;
    this.#setpoint.step(this.#rateDps, accelerationDps2, stepS);
  }

  #moveTo(angleDeg: number): void {
    if (!Number.isFinite(angleDeg)) throw new RangeError(`an angle must be a number, got ${angleDeg}`);
    this.#kind = 'toAngle';
    this.#rateDps = this.#gimbal.moveRateDps;
    this.#setpoint.target = Math.max(this.#minDeg, Math.min(this.#maxDeg, angleDeg));
  }

  #moveAt(rateDps: number, durationS: number, stepS: number): void {
    if (!Number.isFinite(rateDps) || Number.isNaN(durationS)) {
      throw new RangeError(`a rate and a duration must be numbers, got ${rateDps} and ${durationS}`);
    }
    this.#kind = 'atRate';
    this.#rateDps = Math.min(Math.abs(rateDps), this.#gimbal.maxRateDps);
    this.#stepsLeft = rateDps === 0 ? 0 : Math.round(durationS / stepS);
    this.#setpoint.target = rateDps > 0 ? this.#maxDeg : this.#minDeg;
  }
}
