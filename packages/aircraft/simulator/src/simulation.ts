import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { Sight } from './air/sight.ts';
import { WeatherPressure } from './air/weather-pressure.ts';
import { Wind, type WindConditions } from './air/wind.ts';
import { KiteBody } from './body/kite-body.ts';
import { YawDisturbance } from './body/yaw-disturbance.ts';
import { CameraMount } from './camera/camera-mount.ts';
import { Autopilot } from './control/autopilot.ts';
import { KiteFailsafe } from './failsafe/kite-failsafe.ts';
import { onEllipsoid } from './geoid.ts';
import { BaseMotion } from './ground/base-motion.ts';
import { CradleSwitch } from './ground/cradle-switch.ts';
import { RooftopBox } from './ground/rooftop-box.ts';
import type { SeaConditions } from './ground/seaway.ts';
import { DataLink } from './link/data-link.ts';
import { carryOutCommand } from './link/kite-command.ts';
import { FaultWatch, type Findings } from './monitors/fault-watch.ts';
import { MonitorReader } from './monitors/monitor-readings.ts';
import { Compass } from './navigation/compass.ts';
import { Navigation } from './navigation/navigation.ts';
import { type OwnModel, ownModelOf } from './navigation/own-model.ts';
import { WindEstimate } from './navigation/wind-estimate.ts';
import { type RandomStream, randomStream } from './noise/rng.ts';
import type { SimulatorParameters } from './parameters.ts';
import { Electrics } from './power/electrics.ts';
import { OnBoardPower } from './power/on-board-power.ts';
import type { PowerSupply } from './power/power-supply.ts';
import { Barometer } from './sensors/barometer.ts';
import { earthField } from './sensors/earth-field.ts';
import { Magnetometer } from './sensors/magnetometer.ts';
import { RelativePosition } from './sensors/relative-position.ts';
import { StepRates } from './step-rates.ts';
import type { ForceSensor } from './tether/force-sensor.ts';
import type { TensionControl } from './tether/tension-control.ts';
import type { Tether } from './tether/tether.ts';
import { TetherSystem } from './tether/tether-system.ts';
import type { Winch } from './tether/winch.ts';
import type { Heat } from './thermal/heat.ts';

const doNothing = (): void => {};

/** Height of the anemometer beside the cradle, metres. */
const MAST_M = 2;

interface SimulationSetup {
  readonly seed: number;
  readonly parameters: SimulatorParameters;
  readonly wind: WindConditions;
  readonly hasRooftopBox: boolean;
  readonly sea?: SeaConditions;
  readonly rates?: StepRates;
}

/**
 * The whole simulated aircraft: state and `step`. Synchronous, without clock, promises or unseeded random numbers: the
 * same setup and the same calls at the same steps give the same states.
 */
export class Simulation {
  readonly parameters: SimulatorParameters;
  readonly rates: StepRates;
  /** The aircraft's figures as its own software has them. */
  readonly own: OwnModel;
  readonly body: KiteBody;
  readonly navigation: Navigation;
  readonly autopilot: Autopilot;
  readonly camera: CameraMount;
  readonly wind: Wind;
  readonly turnedBy: YawDisturbance;
  readonly windEstimate: WindEstimate;
  readonly weatherPressure: WeatherPressure;
  /** Weather and sun of the camera's picture. */
  readonly sight: Sight;
  readonly barometer: Barometer;
  readonly magnetometer: Magnetometer;
  readonly compass: Compass;
  readonly tethering: TetherSystem;
  readonly position: RelativePosition;
  readonly electrics: Electrics;
  readonly onBoard: OnBoardPower;
  readonly rooftopBox: RooftopBox | undefined;
  readonly base: BaseMotion;
  /** As the controllers see it: up to one of their steps after the tether itself has parted. */
  readonly tetherEnd = { isCut: false };
  readonly cradleSwitch = new CradleSwitch();
  /** The data link through the tether. */
  readonly link: DataLink;
  readonly failsafe: KiteFailsafe;
  readonly watch: FaultWatch;
  /** Failing self-tests. Faults. */
  readonly selfTests = { secondaryAutopilotFails: false, remoteIdFails: false };
  /** Called before every step with the number of steps so far: for events at exactly one of them. */
  beforeStep: (stepCount: number) => void = doNothing;
  readonly #monitorReader: MonitorReader;
  readonly #anemometer: RandomStream;
  readonly #barometerAir = { airspeedMps: 0, weatherPa: 0, isReferenceHeard: true };
  /** Steps since the start: time is this times the step, never a sum. */
  stepCount = 0;

  constructor(setup: SimulationSetup) {
    const { seed, parameters, hasRooftopBox, rates = new StepRates() } = setup;
    const { site, rooftopBox, wind } = parameters;
    this.parameters = parameters;
    this.rates = rates;
    this.onBoard = new OnBoardPower(parameters, rates, this);
    this.body = new KiteBody(parameters, rates.stepS, seed, this.tetherEnd);
    this.own = ownModelOf(parameters, randomStream(seed, 'own model'));
    this.navigation = new Navigation(this.own, rates, seed);
    this.autopilot = new Autopilot(this.own, rates, this.body, this.navigation);
    this.wind = new Wind(setup.wind, wind.profileExponent, randomStream(seed, 'wind'), rates.seconds(rates.wind));
    this.turnedBy = new YawDisturbance(parameters, rates.seconds(rates.wind));
    this.windEstimate = new WindEstimate(this.own.parameters, rates.seconds(rates.slow));
    const tendency = randomStream(seed, 'pressure tendency');
    this.weatherPressure = new WeatherPressure(parameters.pressure, tendency, rates.seconds(rates.slow));
    this.sight = new Sight(parameters.weather);
    this.barometer = new Barometer(parameters.barometer, site.elevationM, seed, rates.seconds(rates.barometer));
    const field = earthField(onEllipsoid(site));
    const magnetism = randomStream(seed, 'magnetometer');
    this.magnetometer = new Magnetometer(parameters.magnetometer, field, magnetism, rates.seconds(rates.compass));
    this.compass = new Compass(field);
    const { autopilot, body, navigation, own, windEstimate } = this;
    this.tethering = new TetherSystem(parameters, rates, seed, { autopilot, body, navigation, own, windEstimate });
    this.position = new RelativePosition(parameters, rates, seed, this.tethering.position, this.tetherEnd);
    const { tether, winch } = this.tethering;
    this.electrics = new Electrics(
      parameters,
      rates,
      seed,
      { body, tether, winch },
      { end: this.tetherEnd, hasRooftopBox },
    );
    const lids = hasRooftopBox ? rooftopBox : undefined;
    this.rooftopBox = lids && new RooftopBox(lids.lidTravelS, lids.lidsOpenAtStart, rates.seconds(rates.slow));
    this.base = new BaseMotion(parameters, rates, seed, setup.sea);
    this.link = new DataLink(randomStream(seed, 'data link'), this.tetherEnd);
    this.link.carryOut = (command) => carryOutCommand(this, command);
    this.failsafe = new KiteFailsafe(this.autopilot, parameters.link, rates.seconds(rates.control));
    const slowS = rates.seconds(rates.slow);
    this.#monitorReader = new MonitorReader(parameters, slowS);
    this.watch = new FaultWatch(parameters, slowS);
    this.#anemometer = randomStream(seed, 'anemometer');
    this.#measureHeading();
    this.navigation.heading.start(this.compass.headingDeg);
    this.camera = new CameraMount(parameters, seed, this.navigation.heading.headingDeg, rates.seconds(rates.gimbal));
    this.autopilot.updatePan();
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(
      this.onBoard,
      this.body,
      this.navigation,
      this.autopilot,
      this.camera,
      this.wind,
      this.turnedBy,
      this.windEstimate,
      this.weatherPressure,
      this.sight,
      this.barometer,
      this.magnetometer,
      this.compass,
      this.tethering,
      this.position,
      this.electrics,
      this.rooftopBox,
      this.base,
      this.tetherEnd,
      this.cradleSwitch,
      this.link,
      this.failsafe,
      this.watch,
      this.selfTests,
      this.#monitorReader,
      this.#anemometer,
      this.#barometerAir,
    );
  }

  get power(): PowerSupply {
    return this.electrics.power;
  }

  get heat(): Heat {
    return this.electrics.heat;
  }

  get tether(): Tether {
    return this.tethering.tether;
  }

  get winch(): Winch {
    return this.tethering.winch;
  }

  get forceSensor(): ForceSensor {
    return this.tethering.sensor;
  }

  get tensionControl(): TensionControl {
    return this.tethering.control;
  }

  /** True when data of the Kite arrive at the Ground Station. */
  get isKiteHeard(): boolean {
    const { link, onBoard, rates, parameters, stepCount } = this;
    return onBoard.isKiteReady && link.unheardSteps(stepCount) <= rates.steps(parameters.link.unheardS);
  }

  /** Advances everything by one step. */
  step(): void {
    const { rates, stepCount, body, autopilot, navigation } = this;
    this.beforeStep(stepCount);
    this.link.deliver(stepCount);
    if (stepCount % rates.sample === 0) this.link.beat(stepCount);
    if (stepCount % rates.wind === 0) this.#updateWind();
    if (stepCount % rates.slow === 0) this.#updateSlowParts();
    if (stepCount % rates.motorMonitor === 0) this.#watchMotors();
    if (stepCount % rates.barometer === 0) this.#readBarometer();
    if (stepCount % rates.compass === 0) this.#readCompass();
    this.position.step(stepCount, body.motion, navigation.horizontal, !body.isOnGround);
    if (stepCount % rates.control === 0) this.#control();
    if (stepCount % rates.gimbal === 0) this.#point();
    body.yaw.estimatedHeadingDeg = navigation.heading.headingDeg;
    this.tethering.step();
    body.step(autopilot);
    navigation.turn(body);
    this.stepCount = stepCount + 1;
  }

  /** By hand. */
  setKitePower(isOn: boolean): void {
    if (isOn === this.onBoard.isKiteSwitchedOn) return;
    this.onBoard.isKiteSwitchedOn = isOn;
    // Switching on a Kite on the ground implies that it was put into its cradle.
    if (isOn && this.body.isOnGround) this.body.seat();
    this.#runKite();
  }

  /** The Kite runs while it is switched on and supplied; otherwise everything on board stops, also in flight. */
  #runKite(): void {
    const change = this.onBoard.update(this.electrics.isKitePowered);
    if (change === 'started') this.#startKite();
    else if (change === 'stopped') this.autopilot.switchOff();
  }

  #startKite(): void {
    this.link.restart(this.onBoard.kiteReadyStep);
    this.electrics.motorMonitor.restart(this.body.rotors);
    this.navigation.turn(this.body);
    this.#measureHeading();
    this.navigation.heading.start(this.compass.headingDeg);
  }

  setGps(isSkyClear: boolean, receiver: 'both' | 'kite' | 'groundStation'): void {
    if (receiver !== 'groundStation') this.position.kite.setSky(isSkyClear, this.stepCount);
    if (receiver !== 'kite') this.position.groundStation.setSky(isSkyClear, this.stepCount);
  }

  #updateWind(): void {
    const { body, turnedBy } = this;
    const { motion } = body;
    this.wind.update(motion);
    // In the frame of a moving Ground Station air flows towards it.
    motion.windEastMps = this.wind.eastMps - this.base.eastMps;
    motion.windNorthMps = this.wind.northMps - this.base.northMps;
    motion.windUpMps = this.wind.upMps - this.base.upMps;
    turnedBy.update(this.wind, body, this.winch);
    body.turnedDps2 = turnedBy.dps2;
    this.tethering.updateLoad(this.wind, this.base);
  }

  #updateSlowParts(): void {
    const { body, navigation } = this;
    this.weatherPressure.step();
    body.meetAir(this.heat.ambientC);
    navigation.drift(body.yaw.headingDeg);
    this.tethering.drift();
    this.base.plan();
    this.base.measure();
    this.#draw();
    this.#runKite();
    this.#actOn(this.watch.step(this.#monitorReader.read(this)));
    this.rooftopBox?.step(body.isInCradle);
    this.#estimateWind();
  }

  /**
   * With a faulty force sensor the winch uses the Kite's estimate; with faulty sensors on board the Kite uses the
   * tether.
   */
  #actOn({ isBarometerFaulty, isForceSensorFaulty, isPositionInconsistent }: Findings): void {
    this.tensionControl.usesModel = isForceSensorFaulty;
    this.windEstimate.distrustsBase = isForceSensorFaulty;
    this.navigation.height.distrustsBarometer = isBarometerFaulty;
    this.position.isGpsDistrusted = isPositionInconsistent;
  }

  #draw(): void {
    const { autopilot, electrics, isKiteHeard } = this;
    const { isCameraOn, isKiteSwitchedOn } = this.onBoard;
    electrics.step({ areMotorsOff: autopilot.phase === 'Off', isCameraOn, isKiteHeard, isKiteSwitchedOn });
    this.winch.isPowered = electrics.power.isGroundStationSupplied;
  }

  /** At the rate of the motor readings. After a motor failure the winch reduces tension. */
  #watchMotors(): void {
    const { autopilot, body, tensionControl } = this;
    const { motorMonitor } = this.electrics;
    if (this.onBoard.isKiteReady) motorMonitor.step(body.rotors, autopilot.phase === 'Off', body.hasCrashed);
    if (this.isKiteHeard) tensionControl.isRelieved = motorMonitor.motorFailed;
  }

  #estimateWind(): void {
    const { body, navigation, parameters } = this;
    if (body.isOnGround) {
      const noiseMps = parameters.wind.anemometerNoiseMps * this.#anemometer.normal();
      this.windEstimate.updateOnGround(this.wind.speedMpsAt(MAST_M) + noiseMps);
      return;
    }
    const { sensor, winch } = this.tethering;
    const { disturbance, horizontal } = navigation;
    this.windEstimate.updateInFlight(disturbance, sensor, winch.measuredM, body.motion, horizontal.isKnown);
  }

  #readBarometer(): void {
    const { body, wind, navigation, tethering } = this;
    // On the ground both barometers follow the deck; in the air only the station's mean counts.
    const heaveM = body.isOnGround ? 0 : this.base.sensors.heaveM(this.base);
    this.#barometerAir.airspeedMps = wind.speedMps;
    this.#barometerAir.weatherPa = this.weatherPressure.changePa;
    this.#barometerAir.isReferenceHeard = !this.tetherEnd.isCut;
    const heightM = this.barometer.read(body.motion.upM + heaveM, this.#barometerAir);
    if (!body.isOnGround) navigation.height.measure(heightM, tethering.isHeightKnown ? tethering.heightM : undefined);
    // A landing Kite may touch the ground and lift off again: its zero stays that of the take-off.
    else if (this.autopilot.phase !== 'Landing') navigation.height.zero(heightM);
  }

  #readCompass(): void {
    this.#measureHeading();
    this.navigation.heading.correct(this.compass, !this.body.isOnGround);
  }

  #measureHeading(): void {
    const { body, magnetometer, navigation, power } = this;
    magnetometer.read(body.yaw.headingDeg, body.lean, power.kiteW);
    this.compass.update(magnetometer, body.yaw.headingDeg, body.lean, navigation.lean, power.kiteW);
  }

  #control(): void {
    if (!this.base.isAtRest) this.#driveBase();
    this.navigation.move(this.body);
    this.tethering.measure();
    this.tethering.estimate();
    this.tethering.steer();
    if (this.tether.isCut !== this.tetherEnd.isCut) this.#meetTetherEnd(this.tether.isCut);
    if (!this.onBoard.isKiteReady) return;
    const { power, rates } = this;
    const silentS = this.link.silentSteps(this.stepCount) * rates.stepS;
    this.failsafe.step(this.tetherEnd.isCut, silentS, power);
    this.autopilot.update(this.rooftopBox === undefined || this.rooftopBox.lids === 'Opened');
  }

  /** The tether has just parted, or has been replaced. */
  #meetTetherEnd(isCut: boolean): void {
    this.tetherEnd.isCut = isCut;
    if (isCut) this.autopilot.stayHere();
  }

  /** Replaces a damaged or parted tether; a Kite on the ground is put into its cradle. */
  replaceTether(): void {
    if (this.tether.isCut) this.#meetTetherEnd(false);
    this.tether.replace();
    this.electrics.powerMonitor.renewLine();
    if (this.body.isOnGround) this.body.seat();
  }

  /** Moves the tether exit; a Kite in the air keeps its velocity over the ground, which its accelerometer measures. */
  #driveBase(): void {
    const { base, body, position, tethering, navigation, rates } = this;
    base.step();
    position.moveBase(base);
    tethering.followBase(base);
    body.standOn(base, rates.seconds(rates.control));
    this.autopilot.turnCradle(base.headingStepDeg);
    if (body.isOnGround) return;
    body.motion.carryOff(base);
    navigation.carryOff(base);
  }

  #point(): void {
    const { body, navigation, autopilot } = this;
    autopilot.updatePan();
    this.camera.isPowered = this.onBoard.isCameraReady;
    this.camera.step(autopilot.pan, body, navigation.heading, this.wind);
  }
}
