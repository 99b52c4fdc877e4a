/** The simulation's step: 400 Hz, microseconds. */
export const STEP_US = 2500;

/**
 * How often each part runs, in steps: physics at every step, the rest at the rate its hardware would have. All rates
 * divide 400 Hz, so that everything falls on whole steps.
 */
export class StepRates {
  readonly stepUs: number;
  readonly control: number;
  readonly gimbal: number;
  readonly wind: number;
  readonly barometer: number;
  readonly compass: number;
  readonly gps: number;
  readonly slow: number;
  readonly motorMonitor: number;
  readonly sample: number;

  /** @param stepUs another step than the standard one shows how much the result depends on it */
  constructor(stepUs = STEP_US) {
    this.stepUs = stepUs;
    this.control = this.steps(0.01);
    this.gimbal = this.steps(0.005);
    this.wind = this.steps(0.02);
    this.barometer = this.steps(0.02);
    this.compass = this.steps(0.05);
    this.gps = this.steps(0.2);
    this.slow = this.steps(0.1);
    this.motorMonitor = this.steps(0.05);
    this.sample = this.steps(0.05);
  }

  get stepS(): number {
    return this.stepUs / 1e6;
  }

  /** The whole number of steps, at least one, nearest to this time. */
  steps(seconds: number): number {
    return Math.max(1, Math.round((seconds * 1e6) / this.stepUs));
  }

  /** Seconds that so many steps take. */
  seconds(steps: number): number {
    return (steps * this.stepUs) / 1e6;
  }
}
