/** The simulation's step: 400 Hz, microseconds. */
const STEP_US = 2500;

/**
 * Period of each part, in steps: physics at every step, the rest at the rate of its hardware. All rates divide 400 Hz,
 * so that everything falls on whole steps.
 */
export class StepRates {
  readonly stepUs: number;
  readonly control: number;
  readonly gimbal: number;
  readonly wind: number;
  readonly barometer: number;
  readonly compass: number;
  readonly gps: number;
  readonly sky: number;
  readonly slow: number;
  readonly motorMonitor: number;
  readonly sample: number;

  /** @param stepUs a step other than the standard one shows the step's influence on the result */
  constructor(stepUs = STEP_US) {
    this.stepUs = stepUs;
    this.control = this.steps(0.01);
    this.gimbal = this.steps(0.005);
    this.wind = this.steps(0.02);
    this.barometer = this.steps(0.02);
    this.compass = this.steps(0.05);
    this.gps = this.steps(0.2);
    this.sky = this.steps(1);
    this.slow = this.steps(0.1);
    this.motorMonitor = this.steps(0.05);
    this.sample = this.steps(0.05);
  }

  get stepS(): number {
    return this.stepUs / 1e6;
  }

  /** Nearest whole number of steps for this time, at least one. */
  steps(seconds: number): number {
    return Math.max(1, Math.round((seconds * 1e6) / this.stepUs));
  }

  /** Duration of this many steps, seconds. */
  seconds(steps: number): number {
    return (steps * this.stepUs) / 1e6;
  }
}
