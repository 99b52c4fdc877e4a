import { RAD_PER_DEG } from '../angle.ts';
import type { HorizontalEstimator } from '../navigation/horizontal-estimator.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import { GpsErrors } from './gps-error.ts';
import { GpsReceiver, type Place } from './gps-receiver.ts';

const GROUND_STATION: Place = { eastM: 0, northM: 0, upM: 0 };

/**
 * Where the Kite is against the Ground Station: by the difference of the two receivers, in which their common error
 * cancels; without a fix of both by the angle of the tether at its base, which is worse and grows with height.
 */
export class RelativePosition {
  readonly #periodSteps: number;
  readonly #delaySteps: number;
  readonly #errors: GpsErrors;
  readonly #tetherAngleEast: GaussMarkov;
  readonly #tetherAngleNorth: GaussMarkov;
  #tetherEastM = 0;
  #tetherNorthM = 0;
  readonly kite: GpsReceiver;
  readonly groundStation: GpsReceiver;

  constructor(parameters: SimulatorParameters, rates: StepRates, seed: number) {
    const { gps, tether } = parameters;
    const periodS = rates.seconds(rates.gps);
    this.#periodSteps = rates.gps;
    this.#delaySteps = rates.steps(gps.delayS);
    this.#errors = new GpsErrors(gps, randomStream(seed, 'gps'), periodS);
    const angles = randomStream(seed, 'tether angle');
    this.#tetherAngleEast = new GaussMarkov(angles, tether.angleErrorDeg, tether.angleErrorTimeS, periodS);
    this.#tetherAngleNorth = new GaussMarkov(angles, tether.angleErrorDeg, tether.angleErrorTimeS, periodS);
    const coldStartSteps = gps.coldStartS === 0 ? 0 : rates.steps(gps.coldStartS);
    const reacquireSteps = rates.steps(gps.reacquireS);
    this.kite = new GpsReceiver(this.#errors.kite, coldStartSteps, reacquireSteps);
    this.groundStation = new GpsReceiver(this.#errors.groundStation, coldStartSteps, reacquireSteps);
    this.#capture(GROUND_STATION);
    this.#publish(0);
  }

  /** At every step: measures and reports at its own rate. */
  step(step: number, kite: Place, estimate: HorizontalEstimator, isFlying: boolean): void {
    const phase = step % this.#periodSteps;
    if (phase === 0) {
      this.#capture(kite);
      estimate.capture();
    }
    if (phase === this.#delaySteps) {
      this.#publish(step);
      if (isFlying) this.#correct(estimate);
    }
  }

  #capture(kite: Place): void {
    this.#errors.step();
    this.kite.capture(kite);
    this.groundStation.capture(GROUND_STATION);
    this.#tetherAngleEast.step();
    this.#tetherAngleNorth.step();
    this.#tetherEastM = kite.eastM + kite.upM * Math.tan(this.#tetherAngleEast.value * RAD_PER_DEG);
    this.#tetherNorthM = kite.northM + kite.upM * Math.tan(this.#tetherAngleNorth.value * RAD_PER_DEG);
  }

  #publish(step: number): void {
    this.kite.publish(step);
    this.groundStation.publish(step);
  }

  #correct(estimate: HorizontalEstimator): void {
    const { kite, groundStation } = this;
    if (kite.hasFix && groundStation.hasFix) {
      estimate.correct(kite.eastM - groundStation.eastM, kite.northM - groundStation.northM);
    } else {
      estimate.correct(this.#tetherEastM, this.#tetherNorthM);
    }
  }
}
