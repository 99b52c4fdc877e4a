import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { ROTOR_COUNT } from '../body/rotor.ts';
import type { Lean, Translation } from '../body/translation.ts';
import { MotorMonitor } from '../monitors/motor-monitor.ts';
import { PowerMonitor } from '../monitors/power-monitor.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import type { Tether } from '../tether/tether.ts';
import type { TetherEnd } from '../tether/tether-end.ts';
import type { Winch } from '../tether/winch.ts';
import { Heat } from '../thermal/heat.ts';
import type { Writable } from '../writable.ts';
import { type DrivenRotors, type PowerLoad, PowerSupply } from './power-supply.ts';
import type { RotorAirflow } from './rotor-power.ts';

/** The flying body as a consumer of power: what its rotors do, and the air that they meet. */
interface PoweredBody {
  readonly rotors: DrivenRotors;
  readonly motion: Pick<
    Translation,
    'airDensity' | 'upM' | 'eastMps' | 'northMps' | 'upMps' | 'windEastMps' | 'windNorthMps' | 'windUpMps'
  >;
  /** Tilt of its discs. */
  readonly lean: Lean & { readonly stretch: number };
  readonly isOnGround: boolean;
}

/** Consumers of power, and sources of heat. */
interface Loads {
  readonly body: PoweredBody;
  readonly winch: Winch;
  readonly tether: Tether;
}

interface ElectricsOptions {
  readonly end: TetherEnd;
  readonly hasRooftopBox: boolean;
  /** Absent: those of the Kite. */
  readonly rotorCount?: number;
}

/** Power state of the parts, and available data. */
interface Switches {
  readonly isKiteSwitchedOn: boolean;
  readonly isCameraOn: boolean;
  readonly areMotorsOff: boolean;
  /** Data of the Kite arrive at the Ground Station. */
  readonly isKiteHeard: boolean;
}

/** Power, heat and their monitors. */
export class Electrics {
  readonly #loads: Loads;
  readonly #power: SimulatorParameters['power'];
  readonly #aboveGroundM: number;
  readonly #spoolM: number;
  /** Air flow at the rotors in the last step. */
  readonly airflow: Writable<RotorAirflow> = { acrossMps: 0, throughMps: 0, aboveGroundM: 0 };
  /** Values of the last step: reused, so that a step allocates nothing. */
  readonly #load: Writable<PowerLoad>;
  readonly power: PowerSupply;
  readonly heat: Heat;
  readonly powerMonitor: PowerMonitor;
  readonly motorMonitor: MotorMonitor;

  constructor(
    parameters: SimulatorParameters,
    rates: StepRates,
    seed: number,
    loads: Loads,
    { end, hasRooftopBox, rotorCount = ROTOR_COUNT }: ElectricsOptions,
  ) {
    const periodS = rates.seconds(rates.slow);
    const { ambientC } = parameters.site;
    this.#loads = loads;
    this.#power = parameters.power;
    this.#aboveGroundM = parameters.rotor.aboveGroundM;
    this.#spoolM = parameters.tether.spoolM;
    this.#load = {
      rotors: loads.body.rotors,
      airDensity: 0,
      airflow: this.airflow,
      isKiteSwitchedOn: false,
      isCameraOn: false,
      winchW: 0,
      hasLanded: false,
      ambientC,
      wireC: ambientC,
    };
    this.power = new PowerSupply(parameters, hasRooftopBox, seed, periodS, end, rotorCount);
    this.heat = new Heat(parameters.thermal, ambientC, periodS, rotorCount);
    this.powerMonitor = new PowerMonitor(parameters, randomStream(seed, 'power monitor'), periodS);
    const motorPeriodS = rates.seconds(rates.motorMonitor);
    this.motorMonitor = new MotorMonitor(parameters.motorMonitor, randomStream(seed, 'motor monitor'), motorPeriodS);
    this.powerMonitor.start(this.power);
  }

  [STATE](archive: StateArchive): void {
    archive.in(this.airflow, this.power, this.heat, this.powerMonitor, this.motorMonitor);
  }

  /** The Kite's load is supplied, and its box is awake. */
  get isKitePowered(): boolean {
    return this.power.isKiteSupplied && !this.power.isAsleep;
  }

  step(switches: Switches): void {
    const { heat, power } = this;
    const spoolShare = 1 - this.#loads.winch.lengthM / this.#spoolM;
    this.#feelAir();
    power.step(this.#loadOf(switches, heat.wireC(spoolShare)));
    const { acrossMps, throughMps } = this.airflow;
    heat.step(power, Math.sqrt(acrossMps * acrossMps + throughMps * throughMps), spoolShare);
    this.powerMonitor.step(power, switches.isKiteHeard);
  }

  #loadOf({ areMotorsOff, isCameraOn, isKiteSwitchedOn }: Switches, wireC: number): PowerLoad {
    const load = this.#load;
    const { body, tether, winch } = this.#loads;
    const { winchHoldingW, winchEfficiency } = this.#power;
    load.airDensity = body.motion.airDensity;
    load.isKiteSwitchedOn = isKiteSwitchedOn;
    load.isCameraOn = isCameraOn;
    // Paying out takes as much as holding: nothing is recovered.
    load.winchW = winchHoldingW + (tether.baseTensionN * Math.max(0, -winch.speedMps)) / winchEfficiency;
    load.hasLanded = body.isOnGround && areMotorsOff;
    load.ambientC = this.heat.ambientC;
    load.wireC = wireC;
    return load;
  }

  /** The discs tilt with the Kite. */
  #feelAir(): void {
    const airflow = this.airflow;
    const { motion, lean } = this.#loads.body;
    const east = motion.eastMps - motion.windEastMps;
    const north = motion.northMps - motion.windNorthMps;
    const up = motion.upMps - motion.windUpMps;
    airflow.throughMps = (east * lean.east + north * lean.north + up) / lean.stretch;
    const speed2 = east * east + north * north + up * up;
    airflow.acrossMps = Math.sqrt(Math.max(0, speed2 - airflow.throughMps * airflow.throughMps));
    airflow.aboveGroundM = motion.upM + this.#aboveGroundM;
  }
}
