import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { ROTOR_COUNT } from '../body/rotor.ts';
import type { LineEnds } from '../monitors/power-monitor.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { TetherEnd } from '../tether/tether-end.ts';
import { BackupBattery } from './backup-battery.ts';
import { type RotorAirflow, RotorPower } from './rotor-power.ts';
import { TetherWires } from './tether-wires.ts';
import { VehicleSupply } from './vehicle-supply.ts';

/** Rotors as consumers of power. */
export interface DrivenRotors {
  /** Thrust for which this motor consumes power, newton. */
  drivenN(index: number): number;
}

/** Loads, and ambient conditions of line and batteries. */
export interface PowerLoad {
  readonly rotors: DrivenRotors;
  readonly airDensity: number;
  /** Air flow at the rotors. */
  readonly airflow: RotorAirflow;
  /** By hand: takes the power that is available, unless its box is asleep. */
  readonly isKiteSwitchedOn: boolean;
  readonly isCameraOn: boolean;
  /** Electrical power of the winch. */
  readonly winchW: number;
  /** The Kite is on the ground with its motors off. */
  readonly hasLanded: boolean;
  readonly ambientC: number;
  /** Mean temperature of the tether's wires. */
  readonly wireC: number;
}

/**
 * Power of Kite and Ground Station: the mains through the tether, backed up by batteries. The Kite's battery supplies
 * what the tether does not; the Ground Station's supplies winch and computers without the mains.
 */
export class PowerSupply implements LineEnds {
  readonly #power: SimulatorParameters['power'];
  readonly #rotorPower: RotorPower;
  readonly line: TetherWires;
  readonly kiteBattery: BackupBattery;
  readonly groundStationBattery: BackupBattery;
  readonly vehicle: VehicleSupply | undefined;
  /** Mains plug; a fault removes it. */
  isMainPowerPresent = true;
  /** Supply voltage while present, volts. */
  mainsV = 0;
  /** Power of each rotor, and of the whole Kite, watt. */
  readonly rotorW: Float64Array;
  /** Wash of each rotor in its disc, m/s. */
  readonly washMps: Float64Array;
  kiteW = 0;
  /** The Kite's load is supplied; otherwise everything on board stops. */
  isKiteSupplied = true;
  /** Winch and computers are supplied. */
  isGroundStationSupplied = true;

  constructor(
    parameters: SimulatorParameters,
    hasRooftopBox: boolean,
    seed: number,
    periodS: number,
    end?: TetherEnd,
    rotorCount = ROTOR_COUNT,
  ) {
    this.rotorW = new Float64Array(rotorCount);
    this.washMps = new Float64Array(rotorCount);
    const { power, rotor, site, vehicle, kiteBattery, groundStationBattery } = parameters;
    this.#power = power;
    this.#rotorPower = new RotorPower(rotor);
    this.mainsV = power.inputVoltageV;
    this.line = new TetherWires(power, randomStream(seed, 'tether line'), end);
    const { initialPercent } = power;
    this.kiteBattery = new BackupBattery(kiteBattery, initialPercent, site.ambientC, periodS);
    this.groundStationBattery = new BackupBattery(groundStationBattery, initialPercent, site.ambientC, periodS);
    this.vehicle = hasRooftopBox ? new VehicleSupply(vehicle, periodS) : undefined;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(
      this.#rotorPower,
      this.line,
      this.kiteBattery,
      this.groundStationBattery,
      this.vehicle,
      this.rotorW,
      this.washMps,
    );
  }

  /** Voltage at the Ground Station's end of the tether. A Rooftop Box converts it from the vehicle's supply. */
  get supplyV(): number {
    return this.isMainPowerPresent && (this.vehicle?.isSufficient ?? true) ? this.mainsV : 0;
  }

  /** The box saves the vehicle's battery: no power for the Kite. */
  get isAsleep(): boolean {
    return this.vehicle?.isAsleep ?? false;
  }

  get kiteV(): number {
    return this.line.kiteV;
  }

  get currentA(): number {
    return this.line.currentA;
  }

  step(load: PowerLoad): void {
    this.vehicle?.step(load.hasLanded);
    this.line.meetConditions(this.supplyV, load.wireC);
    this.#loadKite(load);
    this.#supplyKite();
    this.#supplyGroundStation(this.#power.groundStationW + load.winchW);
    this.kiteBattery.warm(load.ambientC);
    this.groundStationBattery.warm(load.ambientC);
  }

  #loadKite(load: PowerLoad): void {
    this.kiteW = 0;
    this.rotorW.fill(0);
    this.washMps.fill(0);
    if (!load.isKiteSwitchedOn || this.isAsleep) return;
    const { avionicsW, cameraW } = this.#power;
    const rotor = this.#rotorPower;
    this.kiteW = avionicsW + (load.isCameraOn ? cameraW : 0);
    for (let index = 0; index < this.rotorW.length; index += 1) {
      rotor.update(load.rotors.drivenN(index), load.airDensity, load.airflow);
      this.washMps[index] = rotor.washMps;
      this.rotorW[index] = rotor.electricalW;
      this.kiteW += rotor.electricalW;
    }
  }

  /** Both sources are diode-coupled: what the tether does not supply comes from the battery. */
  #supplyKite(): void {
    const { line, kiteBattery, kiteW } = this;
    const chargingW = line.limitW - kiteW > this.#power.chargeMarginW ? kiteBattery.chargingW : 0;
    const missingW = kiteW + chargingW - line.carry(this.supplyV, kiteW + chargingW);
    this.isKiteSupplied = true;
    if (missingW > 0) this.isKiteSupplied = kiteBattery.give(missingW);
    else if (chargingW > 0) kiteBattery.charge();
    else kiteBattery.rest();
    // The bus collapses: nothing runs, so no power is drawn.
    if (!this.isKiteSupplied) line.carry(this.supplyV, 0);
  }

  #supplyGroundStation(loadW: number): void {
    const { groundStationBattery, supplyV } = this;
    this.isGroundStationSupplied = true;
    if (supplyV <= 0) this.isGroundStationSupplied = groundStationBattery.give(loadW);
    else if (groundStationBattery.chargingW > 0) groundStationBattery.charge();
    else groundStationBattery.rest();
  }
}
