import { densityKgPerM3 } from './air/atmosphere.ts';
import { Wind, type WindConditions } from './air/wind.ts';
import { KiteBody } from './body/kite-body.ts';
import { CameraMount } from './camera/camera-mount.ts';
import { Autopilot } from './control/autopilot.ts';
import { RooftopBox } from './ground/rooftop-box.ts';
import { Navigation } from './navigation/navigation.ts';
import { airspeedOfDrag, WindEstimate } from './navigation/wind-estimate.ts';
import { type RandomStream, randomStream } from './noise/rng.ts';
import type { SimulatorParameters } from './parameters.ts';
import { PowerSupply } from './power/power-supply.ts';
import { Barometer } from './sensors/barometer.ts';
import { Compass } from './sensors/compass.ts';
import { RelativePosition } from './sensors/relative-position.ts';
import { StepRates } from './step-rates.ts';

export interface SimulationSetup {
  readonly seed: number;
  readonly parameters: SimulatorParameters;
  readonly wind: WindConditions;
  readonly hasRooftopBox: boolean;
  readonly rates?: StepRates;
}

/**
 * The whole simulated aircraft: state and `step`. Synchronous, without a clock, a promise or a random number of its own
 * making: the same setup and the same calls at the same steps give the same states.
 */
export class Simulation {
  readonly parameters: SimulatorParameters;
  readonly rates: StepRates;
  readonly body: KiteBody;
  readonly navigation: Navigation;
  readonly autopilot: Autopilot;
  readonly camera: CameraMount;
  readonly wind: Wind;
  readonly windEstimate: WindEstimate;
  readonly barometer: Barometer;
  readonly compass: Compass;
  readonly position: RelativePosition;
  readonly power: PowerSupply;
  readonly rooftopBox: RooftopBox | undefined;
  readonly #anemometer: RandomStream;
  #isKiteOn = true;
  #kiteReadyStep = 0;
  #isCameraOn = true;
  #cameraReadyStep = 0;
  /** Steps since the start: the time is this times the step, never a sum. */
  stepCount = 0;

  constructor(setup: SimulationSetup) {
    const { seed, parameters, hasRooftopBox, rates = new StepRates() } = setup;
    const { site, rooftopBox, wind } = parameters;
    this.parameters = parameters;
    this.rates = rates;
    this.body = new KiteBody(parameters, rates.stepS);
    this.navigation = new Navigation(parameters, rates, seed);
    this.autopilot = new Autopilot(parameters, rates, this.body, this.navigation);
    this.wind = new Wind(setup.wind, wind.profileExponent, randomStream(seed, 'wind'), rates.seconds(rates.wind));
    this.windEstimate = new WindEstimate(wind, rates.seconds(rates.slow));
    const barometers = randomStream(seed, 'barometer');
    this.barometer = new Barometer(parameters.barometer, site.elevationM, barometers, rates.seconds(rates.barometer));
    this.compass = new Compass(parameters.compass, randomStream(seed, 'compass'), rates.seconds(rates.compass));
    this.position = new RelativePosition(parameters, rates, seed);
    this.power = new PowerSupply(parameters, rates.seconds(rates.slow));
    const lids = hasRooftopBox ? rooftopBox : undefined;
    this.rooftopBox = lids && new RooftopBox(lids.lidTravelS, lids.lidsOpenAtStart, rates.seconds(rates.slow));
    this.#anemometer = randomStream(seed, 'anemometer');
    this.navigation.heading.start(this.compass.read(site.cradleHeadingDeg));
    this.camera = new CameraMount(parameters.gimbal, this.navigation.heading.headingDeg);
    this.autopilot.updatePan();
  }

  /** Whether the Kite is on and sends data. */
  get isKiteReady(): boolean {
    return this.#isKiteOn && this.stepCount >= this.#kiteReadyStep;
  }

  get isCameraReady(): boolean {
    return this.isKiteReady && this.#isCameraOn && this.stepCount >= this.#cameraReadyStep;
  }

  /** Advances everything by one step. */
  step(): void {
    const { rates, stepCount, body, autopilot, navigation } = this;
    if (stepCount % rates.wind === 0) this.#updateWind();
    if (stepCount % rates.slow === 0) this.#updateSlowParts();
    if (stepCount % rates.barometer === 0) this.#readBarometer();
    if (stepCount % rates.compass === 0) this.#readCompass();
    this.position.step(stepCount, body.motion, navigation.horizontal, !body.isOnGround);
    if (stepCount % rates.control === 0) this.#control();
    if (stepCount % rates.gimbal === 0) this.#point();
    body.yaw.estimatedHeadingDeg = navigation.heading.headingDeg;
    body.step(autopilot);
    navigation.turn(body);
    this.stepCount = stepCount + 1;
  }

  setKitePower(isOn: boolean): void {
    if (isOn === this.#isKiteOn) return;
    this.#isKiteOn = isOn;
    if (!isOn) {
      this.autopilot.switchOff();
      return;
    }
    this.#kiteReadyStep = this.stepCount + this.rates.steps(this.parameters.flight.bootS);
    this.#cameraReadyStep = this.#kiteReadyStep + this.rates.steps(this.parameters.gimbal.cameraBootS);
    // Whoever switches a Kite on that lies on the ground has put it into its cradle.
    if (this.body.isOnGround) this.body.seat();
    this.navigation.turn(this.body);
    this.navigation.heading.start(this.compass.read(this.body.yaw.headingDeg));
  }

  setCameraPower(isOn: boolean): void {
    if (isOn === this.#isCameraOn) return;
    this.#isCameraOn = isOn;
    if (isOn) this.#cameraReadyStep = this.stepCount + this.rates.steps(this.parameters.gimbal.cameraBootS);
  }

  setGps(isSkyClear: boolean, receiver: 'both' | 'kite' | 'groundStation'): void {
    if (receiver !== 'groundStation') this.position.kite.setSky(isSkyClear, this.stepCount);
    if (receiver !== 'kite') this.position.groundStation.setSky(isSkyClear, this.stepCount);
  }

  #updateWind(): void {
    const { motion } = this.body;
    this.wind.update(motion.upM, motion.eastMps, motion.northMps);
    motion.windEastMps = this.wind.eastMps;
    motion.windNorthMps = this.wind.northMps;
    motion.windUpMps = this.wind.upMps;
  }

  #updateSlowParts(): void {
    const { body, navigation } = this;
    body.motion.airDensity = densityKgPerM3(this.parameters.site.elevationM + body.motion.upM);
    navigation.drift();
    this.power.step(body.rotors.totalN);
    this.rooftopBox?.step(body.isInCradle);
    this.#estimateWind();
  }

  #estimateWind(): void {
    const { body, navigation, parameters } = this;
    if (body.isOnGround) {
      const noiseMps = parameters.wind.anemometerNoiseMps * this.#anemometer.normal();
      this.windEstimate.updateOnGround(this.wind.speedMps + noiseMps);
      return;
    }
    const { eastMps2, northMps2 } = navigation.disturbance;
    const dragN = parameters.kite.massKg * Math.sqrt(eastMps2 * eastMps2 + northMps2 * northMps2);
    const airspeed = airspeedOfDrag(dragN, parameters.kite, body.motion.airDensity);
    this.windEstimate.updateInFlight(airspeed, navigation.horizontal.driftM);
  }

  #readBarometer(): void {
    const { body, wind, navigation } = this;
    const heightM = this.barometer.read(body.motion.upM, wind.speedMps);
    if (!body.isOnGround) navigation.height.correct(heightM);
    // A landing Kite may touch the ground and lift off again: its zero stays that of the take-off.
    else if (this.autopilot.phase !== 'Landing') navigation.height.zero(heightM);
  }

  #readCompass(): void {
    const { body, compass, navigation } = this;
    const compassDeg = compass.read(body.yaw.headingDeg);
    navigation.heading.correct(compassDeg, compass.fieldUt, !body.isOnGround);
  }

  #control(): void {
    this.navigation.move(this.body, this.rates.seconds(this.rates.control));
    if (!this.isKiteReady) return;
    this.autopilot.update(this.rooftopBox === undefined || this.rooftopBox.lids === 'Opened');
  }

  #point(): void {
    const { body, navigation, autopilot } = this;
    autopilot.updatePan();
    this.camera.isPowered = this.isCameraReady;
    const gimbalPeriodS = this.rates.seconds(this.rates.gimbal);
    this.camera.step(autopilot.pan, body.lean, navigation.heading.headingDeg, body.yaw.rateDps, gimbalPeriodS);
  }
}
