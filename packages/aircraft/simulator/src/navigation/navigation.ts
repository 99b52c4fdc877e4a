import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { KiteBody } from '../body/kite-body.ts';
import type { SpeedStep } from '../body/translation.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import { DisturbanceObserver } from './disturbance-observer.ts';
import { HeadingEstimator } from './heading-estimator.ts';
import { HeightEstimator } from './height-estimator.ts';
import { HorizontalEstimator } from './horizontal-estimator.ts';
import { LeanEstimate } from './lean-estimate.ts';
import type { OwnModel } from './own-model.ts';

/** The Kite's knowledge of its own motion: gyro and accelerometer, and the estimates based on them. */
export class Navigation {
  readonly #parameters: SimulatorParameters;
  /** Acceleration per newton of thrust by the Kite's own figures, 1/kg. */
  readonly #perThrustN: number;
  readonly #random: RandomStream;
  readonly #accelerometerBiasMps2: number;
  readonly #gyroDrift: GaussMarkov;
  readonly #gyro: RandomStream;
  readonly #eastSpeedError: GaussMarkov;
  readonly #northSpeedError: GaussMarkov;
  readonly #stepS: number;
  /** Period of the accelerometer readings. */
  readonly #periodS: number;
  #lastHeadingDeg = 0;
  #lastEastMps = 0;
  #lastNorthMps = 0;
  #lastUpMps = 0;
  readonly height: HeightEstimator;
  readonly heading: HeadingEstimator;
  readonly horizontal: HorizontalEstimator;
  readonly disturbance: DisturbanceObserver;
  readonly lean: LeanEstimate;

  constructor({ parameters, thrustScale }: OwnModel, rates: StepRates, seed: number) {
    const { inertial, position, height } = parameters;
    this.#parameters = parameters;
    this.#perThrustN = thrustScale / parameters.kite.massKg;
    this.#random = randomStream(seed, 'inertial');
    this.#accelerometerBiasMps2 = inertial.accelerometerBiasMps2 * this.#random.normal();
    this.#gyro = randomStream(seed, 'gyro');
    const slowS = rates.seconds(rates.slow);
    const drifts = randomStream(seed, 'inertial drift');
    this.#gyroDrift = new GaussMarkov(drifts, inertial.gyroDriftDps, inertial.gyroDriftTimeS, slowS);
    this.#eastSpeedError = new GaussMarkov(drifts, inertial.speedErrorMps, inertial.speedErrorTimeS, slowS);
    this.#northSpeedError = new GaussMarkov(drifts, inertial.speedErrorMps, inertial.speedErrorTimeS, slowS);
    this.#stepS = rates.stepS;
    this.#periodS = rates.seconds(rates.control);
    this.#lastHeadingDeg = parameters.site.cradleHeadingDeg;
    this.height = new HeightEstimator(inertial, height.tetherTimeS, rates.seconds(rates.barometer));
    this.heading = new HeadingEstimator(parameters, rates.seconds(rates.compass));
    this.horizontal = new HorizontalEstimator(position.fixShare);
    this.lean = new LeanEstimate(parameters.ownModel, randomStream(seed, 'lean estimate'), slowS);
    this.disturbance = new DisturbanceObserver(
      position.disturbanceTimeS,
      height.disturbanceTimeS,
      rates.seconds(rates.control),
    );
  }

  [STATE](archive: StateArchive): void {
    [this.#lastHeadingDeg, this.#lastEastMps] = archive.all(this.#lastHeadingDeg, this.#lastEastMps);
    [this.#lastNorthMps, this.#lastUpMps] = archive.all(this.#lastNorthMps, this.#lastUpMps);
    archive.in(
      this.#random,
      this.#gyroDrift,
      this.#gyro,
      this.#eastSpeedError,
      this.#northSpeedError,
      this.height,
      this.heading,
      this.horizontal,
      this.disturbance,
      this.lean,
    );
  }

  /** Gyro, at every step. In the cradle its drift is recognised as drift. */
  turn(body: KiteBody): void {
    const turnedDeg = body.yaw.headingDeg - this.#lastHeadingDeg;
    this.#lastHeadingDeg = body.yaw.headingDeg;
    this.heading.headingDeg += turnedDeg + body.yaw.rateErrorDps * this.#stepS;
  }

  /** Advances the slow errors. */
  drift(headingDeg: number): void {
    this.lean.drift(headingDeg);
    this.#gyroDrift.step();
    this.#eastSpeedError.step();
    this.#northSpeedError.step();
  }

  /** The frame of the velocities has changed its own velocity: an accelerometer does not feel that. */
  carryOff({ eastStepMps, northStepMps, upStepMps }: SpeedStep): void {
    this.#lastEastMps -= eastStepMps;
    this.#lastNorthMps -= northStepMps;
    this.#lastUpMps -= upStepMps;
  }

  /** Accelerometer, over one period of the controllers. */
  move(body: KiteBody): void {
    const { motion } = body;
    const gyroErrorDps = this.#gyroDrift.value + this.#parameters.inertial.gyroNoiseDps * this.#gyro.normal();
    // In the cradle the Kite knows that it does not turn.
    body.yaw.rateErrorDps = body.isOnGround ? 0 : gyroErrorDps;
    if (body.isOnGround) this.#rest();
    else this.#predict(body);
    this.#lastEastMps = motion.eastMps;
    this.#lastNorthMps = motion.northMps;
    this.#lastUpMps = motion.upMps;
  }

  #predict(body: KiteBody): void {
    const periodS = this.#periodS;
    const { motion, lean } = body;
    const noise = this.#parameters.inertial.accelerometerNoiseMps2;
    const up = (motion.upMps - this.#lastUpMps) / periodS + this.#accelerometerBiasMps2 + noise * this.#random.normal();
    this.height.predict(up, periodS);
    const thrust = motion.verticalThrustN * this.#perThrustN;
    const besideThrust = up - thrust + GRAVITY_MPS2;
    // A tilt error rotates the measured acceleration, and the thrust with it: only the rest shows sideways.
    const east = (motion.eastMps - this.#lastEastMps) / periodS - thrust * lean.east + besideThrust * this.lean.offEast;
    const north =
      (motion.northMps - this.#lastNorthMps) / periodS - thrust * lean.north + besideThrust * this.lean.offNorth;
    this.disturbance.update(east + noise * this.#random.normal(), north + noise * this.#random.normal(), besideThrust);
    this.horizontal.predict(
      motion.eastMps + this.#eastSpeedError.value,
      motion.northMps + this.#northSpeedError.value,
      periodS,
    );
  }

  #rest(): void {
    this.height.rest();
    this.horizontal.rest();
    this.disturbance.reset();
  }
}
