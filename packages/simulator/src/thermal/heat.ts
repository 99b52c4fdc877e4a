import { ROTOR_COUNT } from '../body/rotor.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { PowerSupply } from '../power/power-supply.ts';
import { ThermalNode } from './thermal-node.ts';

/**
 * Where the heat goes: six motors and the converter on the Kite, in the wind and in the wash of the rotors, which grows
 * with what heats them; the spool in its housing, warmed by the part of the line that is on it. So a long hover close to
 * the ground, not one at full height, is its hot case.
 */
export class Heat {
  readonly #thermal: SimulatorParameters['thermal'];
  readonly #periodS: number;
  readonly motors: readonly ThermalNode[];
  readonly converter: ThermalNode;
  readonly spool: ThermalNode;
  /** Of the air all around. A fault makes it hot. */
  ambientC = 0;
  /** Of the Kite's way of losing heat: above 1 it is clogged. A fault. */
  resistanceFactor = 1;

  constructor(thermal: SimulatorParameters['thermal'], ambientC: number, periodS: number) {
    this.#thermal = thermal;
    this.#periodS = periodS;
    this.ambientC = ambientC;
    const motor = () => new ThermalNode(thermal.motorKPerW * ROTOR_COUNT, thermal.motorJPerK / ROTOR_COUNT, ambientC);
    this.motors = Array.from({ length: ROTOR_COUNT }, motor);
    this.converter = new ThermalNode(thermal.converterKPerW, thermal.converterJPerK, ambientC);
    this.spool = new ThermalNode(thermal.spoolKPerW, thermal.spoolJPerK, ambientC);
  }

  /** Of the hottest motor. */
  get motorC(): number {
    let hottest = Number.NEGATIVE_INFINITY;
    // Not a number must stay one, so that it is noticed: Math.max does that.
    for (const { temperatureC } of this.motors) hottest = Math.max(hottest, temperatureC);
    return hottest;
  }

  /** Mean of the tether's wires. @param spoolShare share of their length that is on the spool */
  wireC(spoolShare: number): number {
    return this.ambientC + spoolShare * (this.spool.temperatureC - this.ambientC);
  }

  /** @param airspeedMps of the air that passes the Kite */
  step(power: PowerSupply, airspeedMps: number, spoolShare: number): void {
    const { motorLossShare, converterLossShare } = this.#thermal;
    let washMps = 0;
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const lossW = motorLossShare * (power.rotorW[index] as number);
      const ownWashMps = power.washMps[index] as number;
      this.motors[index]?.step(lossW, this.ambientC, this.#factorIn(airspeedMps, ownWashMps), this.#periodS);
      washMps += ownWashMps / ROTOR_COUNT;
    }
    const lossW = converterLossShare * power.kiteW;
    this.converter.step(lossW, this.ambientC, this.#factorIn(airspeedMps, washMps), this.#periodS);
    this.spool.step(power.line.lossW * spoolShare, this.ambientC, 1, this.#periodS);
  }

  /** Of the resistance to the air: wind comes from aside, the wash from above. */
  #factorIn(windMps: number, washMps: number): number {
    const speedMps = Math.sqrt(windMps * windMps + washMps * washMps);
    return this.resistanceFactor / (1 + this.#thermal.airflowGain * speedMps);
  }
}
