import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Writable } from '../writable.ts';
import { BarometerMonitor } from './barometer-monitor.ts';
import { EstimationMonitor } from './estimation-monitor.ts';
import { ForceSensorMonitor } from './force-sensor-monitor.ts';
import type { MonitorReadings } from './monitor-readings.ts';
import { SpoolMonitor } from './spool-monitor.ts';
import { TetherMonitor } from './tether-monitor.ts';

/** Findings of the monitors of tether and navigation: used by the controllers, and reported to the Ground Station. */
export interface Findings {
  readonly isSpoolStuck: boolean;
  readonly isForceSensorFaulty: boolean;
  readonly isBarometerFaulty: boolean;
  readonly isPositionInconsistent: boolean;
  readonly isTetherCut: boolean;
}

/** The monitors of tether and navigation: readings in, findings out. */
export class FaultWatch {
  readonly #spool: SpoolMonitor;
  readonly forceSensor: ForceSensorMonitor;
  readonly barometer: BarometerMonitor;
  readonly estimation: EstimationMonitor;
  readonly #tether: TetherMonitor;
  readonly #findings: Writable<Findings> = {
    isSpoolStuck: false,
    isForceSensorFaulty: false,
    isBarometerFaulty: false,
    isPositionInconsistent: false,
    isTetherCut: false,
  };

  constructor(parameters: SimulatorParameters, periodS: number) {
    this.#spool = new SpoolMonitor(parameters, periodS);
    this.forceSensor = new ForceSensorMonitor(parameters.forceSensorMonitor, periodS);
    this.barometer = new BarometerMonitor(parameters.barometerMonitor, periodS);
    this.estimation = new EstimationMonitor(parameters.estimationMonitor, periodS);
    this.#tether = new TetherMonitor(parameters.tetherMonitor, periodS);
  }

  [STATE](archive: StateArchive): void {
    archive.in(this.#spool, this.forceSensor, this.barometer, this.estimation, this.#tether, this.#findings);
  }

  /** Findings of the last step. */
  get findings(): Findings {
    return this.#findings;
  }

  step(readings: MonitorReadings): Findings {
    this.#spool.step(readings);
    this.forceSensor.step(readings);
    this.barometer.step(readings);
    this.estimation.step(readings, this.#spool.isStuck);
    this.#tether.step(readings);
    const findings = this.#findings;
    findings.isSpoolStuck = this.#spool.isStuck;
    findings.isForceSensorFaulty = this.forceSensor.isFaulty;
    findings.isBarometerFaulty = this.barometer.isFaulty;
    findings.isPositionInconsistent = this.estimation.isInconsistent;
    findings.isTetherCut = this.#tether.isCut;
    return findings;
  }
}
