import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { ROTOR_COUNT } from '../body/rotor.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { PowerSupply } from '../power/power-supply.ts';
import { ThermalNode } from './thermal-node.ts';

/**
 * Heat balance: motors and the converter on the Kite, cooled by wind and rotor wash, which grows with the same
 * power; the spool in its housing, heated by the tether on it. A long hover close to the ground, not one at full
 * height, is therefore its hot case.
 */
export class Heat {
  readonly #thermal: SimulatorParameters['thermal'];
  readonly #periodS: number;
  readonly motors: readonly ThermalNode[];
  readonly converter: ThermalNode;
  readonly spool: ThermalNode;
  /** Ambient temperature. A fault raises it. */
  ambientC = 0;
  /** Factor on the Kite's thermal resistance: above 1 its cooling is obstructed. A fault. */
  resistanceFactor = 1;

  constructor(thermal: SimulatorParameters['thermal'], ambientC: number, periodS: number, rotorCount = ROTOR_COUNT) {
    this.#thermal = thermal;
    this.#periodS = periodS;
    this.ambientC = ambientC;
    const motor = () => new ThermalNode(thermal.motorKPerW * rotorCount, thermal.motorJPerK / rotorCount, ambientC);
    this.motors = Array.from({ length: rotorCount }, motor);
    this.converter = new ThermalNode(thermal.converterKPerW, thermal.converterJPerK, ambientC);
    this.spool = new ThermalNode(thermal.spoolKPerW, thermal.spoolJPerK, ambientC);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.motors, this.converter, this.spool);
  }

  /** Temperature of the hottest motor. */
  get motorC(): number {
    let hottest = Number.NEGATIVE_INFINITY;
    // Unlike a comparison, Math.max keeps NaN, so that it is noticed.
    for (const { temperatureC } of this.motors) hottest = Math.max(hottest, temperatureC);
    return hottest;
  }

  /** Mean temperature of the tether's wires. @param spoolShare share of their length on the spool */
  wireC(spoolShare: number): number {
    return this.ambientC + spoolShare * (this.spool.temperatureC - this.ambientC);
  }

  /** @param airspeedMps airspeed of the Kite */
  step(power: PowerSupply, airspeedMps: number, spoolShare: number): void {
    const { motorLossShare, converterLossShare } = this.#thermal;
    let washMps = 0;
    const count = this.motors.length;
    for (let index = 0; index < count; index += 1) {
      const lossW = motorLossShare * power.rotorW[index]!;
      const ownWashMps = power.washMps[index]!;
      this.motors[index]?.step(lossW, this.ambientC, this.#factorIn(airspeedMps, ownWashMps), this.#periodS);
      washMps += ownWashMps / count;
    }
    const lossW = converterLossShare * power.kiteW;
    this.converter.step(lossW, this.ambientC, this.#factorIn(airspeedMps, washMps), this.#periodS);
    this.spool.step(power.line.lossW * spoolShare, this.ambientC, 1, this.#periodS);
  }

  /** Factor on the thermal resistance: wind comes sideways, the wash from above. */
  #factorIn(windMps: number, washMps: number): number {
    const speedMps = Math.sqrt(windMps * windMps + washMps * washMps);
    return this.resistanceFactor / (1 + this.#thermal.airflowGain * speedMps);
  }
}
