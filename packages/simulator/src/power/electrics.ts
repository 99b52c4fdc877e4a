import { MotorMonitor } from '../monitors/motor-monitor.ts';
import { type LineEnds, PowerMonitor } from '../monitors/power-monitor.ts';
import { randomStream } from '../noise/rng.ts';
import type { Simulation } from '../simulation.ts';
import { Heat } from '../thermal/heat.ts';
import { type PowerLoad, PowerSupply } from './power-supply.ts';

/**
 * Power, heat and what watches over them, driven by the rest of the simulation. It reads the state of the simulation when
 * it is asked to: nothing of it is copied.
 */
export class Electrics implements PowerLoad, LineEnds {
  readonly #simulation: Simulation;
  readonly #motorPeriodS: number;
  /** What passes the rotors, of the last step. */
  readonly airflow = { acrossMps: 0, throughMps: 0, aboveGroundM: 0 };
  readonly power: PowerSupply;
  readonly heat: Heat;
  readonly powerMonitor: PowerMonitor;
  readonly motorMonitor: MotorMonitor;

  constructor(simulation: Simulation, hasRooftopBox: boolean, seed: number) {
    const { parameters, rates } = simulation;
    const periodS = rates.seconds(rates.slow);
    this.#simulation = simulation;
    this.#motorPeriodS = rates.seconds(rates.motorMonitor);
    this.power = new PowerSupply(parameters, hasRooftopBox, seed, periodS);
    this.heat = new Heat(parameters.thermal, parameters.site.ambientC, periodS);
    this.powerMonitor = new PowerMonitor(parameters, randomStream(seed, 'power monitor'), periodS);
    this.motorMonitor = new MotorMonitor(
      parameters.motorMonitor,
      randomStream(seed, 'motor monitor'),
      this.#motorPeriodS,
    );
    this.powerMonitor.start(this);
  }

  /** The Kite gets what it draws, and its box is awake. */
  get isKitePowered(): boolean {
    return this.power.isKiteSupplied && !this.#isAsleep;
  }

  step(): void {
    const { power, heat, powerMonitor } = this;
    const { winch, isKiteHeard } = this.#simulation;
    this.#feelAir();
    power.step(this);
    winch.isPowered = power.isGroundStationSupplied;
    const { acrossMps, throughMps } = this.airflow;
    heat.step(power, Math.sqrt(acrossMps * acrossMps + throughMps * throughMps), this.#spoolShare);
    powerMonitor.step(this, isKiteHeard);
  }

  /** At the rate of the motors' readings. Told of a failed motor, the winch relieves the others. */
  watchMotors(): void {
    const { body, autopilot, tensionControl, isKiteReady, isKiteHeard } = this.#simulation;
    if (isKiteReady) this.motorMonitor.step(body.rotors, autopilot.phase === 'Off', body.hasCrashed);
    if (isKiteHeard) tensionControl.isRelieved = this.motorMonitor.motorFailed;
  }

  // ---- what power is drawn by

  get rotors() {
    return this.#simulation.body.rotors;
  }

  get airDensity(): number {
    return this.#simulation.body.motion.airDensity;
  }

  get isKiteSwitchedOn(): boolean {
    return this.#simulation.isKiteSwitchedOn && !this.#isAsleep;
  }

  get isCameraOn(): boolean {
    return this.#simulation.isCameraOn;
  }

  /** Paying out costs what holding costs: nothing is won back. */
  get winchW(): number {
    const { winch, tether, parameters } = this.#simulation;
    const { winchHoldingW, winchEfficiency } = parameters.power;
    return winchHoldingW + (tether.baseTensionN * Math.max(0, -winch.speedMps)) / winchEfficiency;
  }

  get hasLanded(): boolean {
    const { body, autopilot } = this.#simulation;
    return body.isOnGround && autopilot.phase === 'Off';
  }

  get ambientC(): number {
    return this.heat.ambientC;
  }

  get wireC(): number {
    return this.heat.wireC(this.#spoolShare);
  }

  // ---- what is measured at the ends of the line

  get supplyV(): number {
    return this.power.supplyV;
  }

  get kiteV(): number {
    return this.power.line.kiteV;
  }

  get currentA(): number {
    return this.power.line.currentA;
  }

  /** The discs lean with the Kite. */
  #feelAir(): void {
    const { airflow } = this;
    const { body, parameters } = this.#simulation;
    const { motion, lean } = body;
    const east = motion.eastMps - motion.windEastMps;
    const north = motion.northMps - motion.windNorthMps;
    const up = motion.upMps - motion.windUpMps;
    airflow.throughMps = (east * lean.east + north * lean.north + up) / lean.stretch;
    const speed2 = east * east + north * north + up * up;
    airflow.acrossMps = Math.sqrt(Math.max(0, speed2 - airflow.throughMps * airflow.throughMps));
    airflow.aboveGroundM = motion.upM + parameters.rotor.aboveGroundM;
  }

  get #isAsleep(): boolean {
    return this.power.vehicle?.isAsleep ?? false;
  }

  get #spoolShare(): number {
    const { winch, parameters } = this.#simulation;
    return 1 - winch.lengthM / parameters.tether.spoolM;
  }
}
