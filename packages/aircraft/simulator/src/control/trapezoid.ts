/**
 * A setpoint that moves to its target with limited rate and acceleration: the profile is a trapezoid of speed, or a
 * triangle over short ways. Rate, acceleration and target may change at any time.
 */
export class Trapezoid {
  position = 0;
  rate = 0;
  acceleration = 0;
  target = 0;

  constructor(position: number) {
    this.position = position;
    this.target = position;
  }

  get isThere(): boolean {
    return this.position === this.target && this.rate === 0;
  }

  /** Stops here. */
  settleAt(position: number): void {
    this.position = position;
    this.target = position;
    this.rate = 0;
    this.acceleration = 0;
  }

  /** One step of `stepS` towards the target, which may be infinite. */
  step(maxRate: number, maxAcceleration: number, stepS: number): void {
    const away = this.target - this.position;
    const change = maxAcceleration * stepS;
    // Less than the last two braking steps are left: they become one, which ends exactly at the target.
    if (Math.abs(away) <= change * stepS && Math.abs(this.rate) <= 2 * change) {
      this.settleAt(this.target);
      return;
    }
    const wanted = Math.sign(away) * Math.min(maxRate, stoppableRate(Math.abs(away), change, stepS));
    this.#move(wanted, change, stepS);
  }

  /** One braking step; the target becomes the stopping point. */
  stepToStand(maxAcceleration: number, stepS: number): void {
    this.#move(0, maxAcceleration * stepS, stepS);
    this.target = this.position;
    if (this.rate === 0) this.acceleration = 0;
  }

  #move(wantedRate: number, change: number, stepS: number): void {
    const before = this.rate;
    const difference = wantedRate - before;
    this.rate = before + Math.max(-change, Math.min(change, difference));
    this.acceleration = (this.rate - before) / stepS;
    this.position += this.rate * stepS;
  }
}

/** Highest rate from which braking ends exactly at the target. */
const stoppableRate = (way: number, change: number, stepS: number): number =>
  Math.sqrt((change / 2) ** 2 + (2 * change * way) / stepS) - change / 2;
