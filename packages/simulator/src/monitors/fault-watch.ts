import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { lagShare } from '../first-order-lag.ts';
import type { Simulation } from '../simulation.ts';
import { windLoadNPerM } from '../tether/wind-load.ts';
import { BarometerMonitor, type HeightReadings } from './barometer-monitor.ts';
import { Debounce } from './debounce.ts';
import { EstimationMonitor, type PlaceReadings } from './estimation-monitor.ts';
import { type ForceReadings, ForceSensorMonitor } from './force-sensor-monitor.ts';
import { SpoolMonitor, type SpoolReadings } from './spool-monitor.ts';
import { TetherMonitor, type TetherReadings } from './tether-monitor.ts';

/**
 * The monitors of tether and navigation, fed with what sensors say, and what follows from their findings: the winch goes by
 * what the Kite feels, the Kite by its tether. It reads the simulation when it is asked to: nothing of it is copied.
 */
export class FaultWatch implements SpoolReadings, ForceReadings, HeightReadings, PlaceReadings, TetherReadings {
  readonly #simulation: Simulation;
  readonly #weightNPerM: number;
  /** For a while: as a gust dies down, its two means pass each other and agree for a moment. */
  readonly #speedSteadiness: Debounce;
  readonly #vectorSteadiness: Debounce;
  readonly #meanShare: number;
  #meanEastMps = 0;
  #meanNorthMps = 0;
  readonly spool: SpoolMonitor;
  readonly forceSensor: ForceSensorMonitor;
  readonly barometer: BarometerMonitor;
  readonly estimation: EstimationMonitor;
  readonly tether: TetherMonitor;

  constructor(simulation: Simulation) {
    const { parameters, rates, own } = simulation;
    const periodS = rates.seconds(rates.slow);
    this.#simulation = simulation;
    this.#weightNPerM = own.parameters.tether.massPerM * GRAVITY_MPS2;
    this.#meanShare = lagShare(periodS, parameters.wind.sustainedTimeS);
    const { steadyS } = parameters.estimationMonitor;
    this.#speedSteadiness = new Debounce(steadyS, periodS, periodS);
    this.#vectorSteadiness = new Debounce(steadyS, periodS, periodS);
    this.spool = new SpoolMonitor(parameters, periodS);
    this.forceSensor = new ForceSensorMonitor(parameters.forceSensorMonitor, periodS);
    this.barometer = new BarometerMonitor(parameters.barometerMonitor, periodS);
    this.estimation = new EstimationMonitor(parameters.estimationMonitor, periodS);
    this.tether = new TetherMonitor(parameters.tetherMonitor, periodS);
  }

  step(): void {
    const { tensionControl, position, navigation, windEstimate } = this.#simulation;
    this.#watchWind();
    this.spool.step(this);
    this.forceSensor.step(this);
    tensionControl.usesModel = this.forceSensor.isFaulty;
    windEstimate.distrustsBase = this.forceSensor.isFaulty;
    this.barometer.step(this);
    navigation.height.distrustsBarometer = this.barometer.isFaulty;
    this.estimation.step(this);
    position.isGpsDistrusted = this.estimation.isInconsistent;
    this.tether.step(this);
  }

  // ---- at the Ground Station

  get commandMps(): number {
    return this.#simulation.winch.commandMps;
  }

  get measuredM(): number {
    return this.#simulation.winch.measuredM;
  }

  get isDriven(): boolean {
    return this.#simulation.winch.isPowered;
  }

  get passesTest(): boolean {
    return !this.#simulation.winch.isStuck;
  }

  get isHome(): boolean {
    const { cradleSwitch, body } = this.#simulation;
    return cradleSwitch.read(body.isInCradle);
  }

  get tensionN(): number | undefined {
    const { forceSensor } = this.#simulation;
    return forceSensor.isSilent ? undefined : forceSensor.tensionN;
  }

  get upN(): number {
    const { forceSensor } = this.#simulation;
    return forceSensor.isValid ? forceSensor.upN : forceSensor.tensionN;
  }

  /** Of what hangs: a line that lies on the ground weighs nothing on the Kite. */
  get weightN(): number {
    const { navigation, winch } = this.#simulation;
    return (
      this.#weightNPerM * Math.min(winch.measuredM, Math.abs(navigation.height.heightM) + navigation.horizontal.driftM)
    );
  }

  get windLoadN(): number {
    const { windEstimate, body, own } = this.#simulation;
    return this.measuredM * windLoadNPerM(own.parameters.tether, windEstimate.speedMps, body.motion.airDensity);
  }

  get feltN(): number {
    return this.#simulation.tensionControl.modelN;
  }

  get isWindSteady(): boolean {
    return this.#speedSteadiness.isSet;
  }

  get isWindVectorSteady(): boolean {
    return this.#vectorSteadiness.isSet;
  }

  /** By speed, and by its vector: a gust across the wind bows the tether aside before it changes the speed. */
  #watchWind(): void {
    const { windEstimate, parameters } = this.#simulation;
    const { mostWindMps, steadyMps } = parameters.estimationMonitor;
    this.#meanEastMps += this.#meanShare * (windEstimate.eastMps - this.#meanEastMps);
    this.#meanNorthMps += this.#meanShare * (windEstimate.northMps - this.#meanNorthMps);
    const isWeak = windEstimate.speedMps <= mostWindMps;
    const speedChangeMps = Math.abs(windEstimate.speedMps - windEstimate.sustainedMps);
    const eastChangeMps = windEstimate.eastMps - this.#meanEastMps;
    const northChangeMps = windEstimate.northMps - this.#meanNorthMps;
    const vectorChangeMps = Math.sqrt(eastChangeMps * eastChangeMps + northChangeMps * northChangeMps);
    this.#speedSteadiness.note(isWeak && speedChangeMps <= steadyMps);
    this.#vectorSteadiness.note(isWeak && vectorChangeMps <= steadyMps);
  }

  get isFlying(): boolean {
    return !this.#simulation.body.isOnGround;
  }

  get hasGpsJumped(): boolean {
    return this.#simulation.position.hasGpsJumped;
  }

  get isKiteHeard(): boolean {
    return this.#simulation.isKiteHeard;
  }

  get currentA(): number {
    return this.#simulation.electrics.powerMonitor.currentA;
  }

  get isSupplied(): boolean {
    return !this.#simulation.electrics.powerMonitor.mainPowerLost;
  }

  // ---- on the Kite

  /** Of a line that pulls with this and hangs in this wind, in its middle. */
  get bowM(): number {
    const { forceSensor, parameters } = this.#simulation;
    return (this.windLoadN * this.measuredM) / (2 * Math.max(parameters.forceSensor.leastN, forceSensor.tensionN));
  }

  get barometerM(): number {
    return this.#simulation.barometer.heightM;
  }

  get tetherM(): number | undefined {
    const { tethering, isKiteHeard, windEstimate, parameters, autopilot } = this.#simulation;
    // A storm bows the tether beyond what the model of it is good for; a Kite beside its cradle pulls at nothing.
    const isStraight = windEstimate.speedMps <= parameters.estimationMonitor.mostWindMps && autopilot.phase !== 'Off';
    return isKiteHeard && isStraight && tethering.isHeightKnown ? tethering.heightM : undefined;
  }

  get areComparable(): boolean {
    const { position, tethering, body, isKiteHeard, parameters } = this.#simulation;
    const areFixes = position.kite.isTrusted && position.groundStation.isTrusted;
    const isTetherKnown = tethering.position.isValid && this.measuredM >= parameters.estimationMonitor.leastLengthM;
    return areFixes && isTetherKnown && isKiteHeard && !this.spool.isStuck && !body.isOnGround;
  }

  get gpsEastM(): number {
    const { kite, groundStation } = this.#simulation.position;
    return kite.eastM - groundStation.eastM;
  }

  get gpsNorthM(): number {
    const { kite, groundStation } = this.#simulation.position;
    return kite.northM - groundStation.northM;
  }

  get tetherEastM(): number {
    return this.#simulation.tethering.position.eastM;
  }

  get tetherNorthM(): number {
    return this.#simulation.tethering.position.northM;
  }
}
