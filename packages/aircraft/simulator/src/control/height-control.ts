import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { DisturbanceObserver } from '../navigation/disturbance-observer.ts';
import type { HeightEstimator } from '../navigation/height-estimator.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Trapezoid } from './trapezoid.ts';

/** Maximum distance of a descending setpoint from the Kite, metres. */
const LEAD_M = 1.2;

/** Maximum height of the setpoint above a Kite that its tether holds back, metres. */
const HELD_BACK_M = 0.2;

/** Goal of the height controller. */
type HeightGoal = 'reach' | 'hold' | 'descend';

/**
 * Holds and changes the height: a setpoint with limited rate and acceleration, a climb rate that follows it, and the
 * vertical thrust for that rate.
 */
export class HeightControl {
  readonly #parameters: SimulatorParameters;
  readonly #periodS: number;
  #integralN = 0;
  readonly setpoint = new Trapezoid(0);
  goal: HeightGoal = 'hold';
  /** Rate of climb and descent towards a target, m/s. */
  rateMps = 0;
  verticalThrustN = 0;
  /** Limit of the rotors, newton. */
  limitN = 0;

  constructor(parameters: SimulatorParameters, limitN: number, periodS: number) {
    this.#periodS = periodS;
    this.#parameters = parameters;
    this.limitN = limitN;
    this.rateMps = parameters.flight.normalRateMps;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#integralN = archive.of(this.#integralN);
    archive.in(this.setpoint);
  }

  /** Before the motors start: at rest in the cradle. */
  start(): void {
    this.setpoint.settleAt(0);
    this.goal = 'hold';
    this.#integralN = 0;
  }

  /** @param feels acceleration from neither thrust nor weight; vertically, the tether's pull */
  update({ heightM, climbRateMps }: HeightEstimator, { upMps2: disturbanceMps2 }: DisturbanceObserver): void {
    const periodS = this.#periodS;
    this.#moveSetpoint(heightM, periodS);
    const { massKg } = this.#parameters.kite;
    const { positionGain, rateGain, integralGain, maxCorrectionMps, maxIntegralN, maxPullN } = this.#parameters.height;
    const pullMps2 = Math.min(maxPullN / massKg, -disturbanceMps2);
    const isHeldBack = pullMps2 !== -disturbanceMps2;
    if (isHeldBack) this.#yieldTo(heightM);
    const correction = positionGain * (this.setpoint.position - heightM);
    const wantedRate = this.setpoint.rate + Math.max(-maxCorrectionMps, Math.min(maxCorrectionMps, correction));
    const rateError = wantedRate - climbRateMps;
    const acceleration = GRAVITY_MPS2 + pullMps2 + this.setpoint.acceleration + rateGain * rateError;
    const wantedN = massKg * acceleration + this.#integralN;
    this.verticalThrustN = Math.max(0, Math.min(this.limitN, wantedN));
    // Anti-windup: the integral stops while the thrust is limited or held back.
    if (wantedN !== this.verticalThrustN || isHeldBack) return;
    const integralN = this.#integralN + massKg * integralGain * rateError * periodS;
    this.#integralN = Math.max(-maxIntegralN, Math.min(maxIntegralN, integralN));
  }

  /** The tether is not paid out: a setpoint that kept climbing would only pull harder. */
  #yieldTo(heightM: number): void {
    if (this.setpoint.position <= heightM + HELD_BACK_M) return;
    this.setpoint.position = heightM + HELD_BACK_M;
    this.setpoint.rate = Math.min(0, this.setpoint.rate);
    this.setpoint.acceleration = Math.min(0, this.setpoint.acceleration);
  }

  #moveSetpoint(heightM: number, periodS: number): void {
    const { accelerationMps2 } = this.#parameters.flight;
    if (this.goal === 'hold') {
      this.setpoint.stepToStand(accelerationMps2, periodS);
      return;
    }
    if (this.goal === 'reach') {
      this.setpoint.step(this.rateMps, accelerationMps2, periodS);
      return;
    }
    this.setpoint.target = Number.NEGATIVE_INFINITY;
    this.setpoint.step(this.#descentRateMps(heightM), accelerationMps2, periodS);
    // In the cradle the Kite cannot follow: a setpoint that kept descending would have to come all the way back up.
    // After a correction of the height estimate, a setpoint left far above would make the Kite climb.
    this.setpoint.position = Math.max(heightM - LEAD_M, Math.min(heightM + LEAD_M, this.setpoint.position));
  }

  /** The rate from which braking ends at the touch-down rate, just above the cradle. */
  #descentRateMps(heightM: number): number {
    const { accelerationMps2, flareHeightM, touchDownRateMps } = this.#parameters.flight;
    const brakingWayM = Math.max(0, heightM - flareHeightM);
    const brakingRate = Math.sqrt(touchDownRateMps ** 2 + 2 * accelerationMps2 * brakingWayM);
    return Math.min(this.rateMps, brakingRate);
  }
}
