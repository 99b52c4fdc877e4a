import { ROTOR_COUNT, type Rotors } from '../body/rotor.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { BackupBattery } from './backup-battery.ts';
import { type RotorAirflow, RotorPower } from './rotor-power.ts';
import { TetherLine } from './tether-line.ts';
import { VehicleSupply } from './vehicle-supply.ts';

/** What draws power, and what surrounds line and batteries. */
export interface PowerLoad {
  readonly rotors: Rotors;
  readonly airDensity: number;
  /** What passes the rotors. */
  readonly airflow: RotorAirflow;
  /** By hand, and not asleep: it takes what it can get. */
  readonly isKiteSwitchedOn: boolean;
  readonly isCameraOn: boolean;
  /** Electrical, of the winch. */
  readonly winchW: number;
  /** The Kite is down with its motors off. */
  readonly hasLanded: boolean;
  readonly ambientC: number;
  /** Mean temperature of the tether's wires. */
  readonly wireC: number;
}

/**
 * Power of Kite and Ground Station: the mains through the tether, behind them the backup batteries. The Kite's battery
 * gives what the line does not bring, the Ground Station's carries winch and computers without the mains.
 */
export class PowerSupply {
  readonly #power: SimulatorParameters['power'];
  readonly #rotorPower: RotorPower;
  readonly line: TetherLine;
  readonly kiteBattery: BackupBattery;
  readonly groundStationBattery: BackupBattery;
  readonly vehicle: VehicleSupply | undefined;
  /** The plug is in. A fault takes it out. */
  isMainPowerPresent = true;
  /** Of the supply while it is present, volts. */
  mainsV = 0;
  /** Drawn by each rotor, and by the whole Kite, watt. */
  readonly rotorW = new Float64Array(ROTOR_COUNT);
  /** Speed of each rotor's wash in its disc, m/s. */
  readonly washMps = new Float64Array(ROTOR_COUNT);
  kiteW = 0;
  /** The Kite's load is carried; otherwise everything on it stops. */
  isKiteSupplied = true;
  /** Winch and computers are carried. */
  isGroundStationSupplied = true;

  constructor(parameters: SimulatorParameters, hasRooftopBox: boolean, seed: number, periodS: number) {
    const { power, rotor, site, vehicle, kiteBattery, groundStationBattery } = parameters;
    this.#power = power;
    this.#rotorPower = new RotorPower(rotor);
    this.mainsV = power.inputVoltageV;
    this.line = new TetherLine(power, randomStream(seed, 'tether line'));
    const { initialPercent } = power;
    this.kiteBattery = new BackupBattery(kiteBattery, initialPercent, site.ambientC, periodS);
    this.groundStationBattery = new BackupBattery(groundStationBattery, initialPercent, site.ambientC, periodS);
    this.vehicle = hasRooftopBox ? new VehicleSupply(vehicle, periodS) : undefined;
  }

  /** At the Ground Station's end of the tether, volts. A box's supply is made from its vehicle's. */
  get supplyV(): number {
    return this.isMainPowerPresent && (this.vehicle?.isSufficient ?? true) ? this.mainsV : 0;
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
    if (!load.isKiteSwitchedOn) return;
    const { avionicsW, cameraW } = this.#power;
    const rotor = this.#rotorPower;
    this.kiteW = avionicsW + (load.isCameraOn ? cameraW : 0);
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      rotor.update(load.rotors.drivenN(index), load.airDensity, load.airflow);
      this.washMps[index] = rotor.washMps;
      this.rotorW[index] = rotor.electricalW;
      this.kiteW += rotor.electricalW;
    }
  }

  /** The two sources meet in diodes: what the line does not bring comes from the battery. */
  #supplyKite(): void {
    const { line, kiteBattery, kiteW } = this;
    const chargingW = line.limitW - kiteW > this.#power.chargeMarginW ? kiteBattery.chargingW : 0;
    const missingW = kiteW + chargingW - line.carry(this.supplyV, kiteW + chargingW);
    this.isKiteSupplied = true;
    if (missingW > 0) this.isKiteSupplied = kiteBattery.give(missingW);
    else if (chargingW > 0) kiteBattery.charge();
    else kiteBattery.rest();
    // The bus collapses: nothing runs on it, so that nothing is drawn either.
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
