import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { Attitude, type BodyVector } from './attitude.ts';

/** Beyond what any gyroscope of an autopilot measures (2,000 degrees/s), radians/s: keeps a tumbling body finite. */
const FASTEST_RPS = 60;

/** Mass, and moments of inertia about the body's axes. */
interface Inertia {
  readonly massKg: number;
  readonly rollKgM2: number;
  readonly pitchKgM2: number;
  readonly yawKgM2: number;
}

/** All forces but the weight, and all moments about the centre of mass. */
export interface TotalLoad {
  eastN: number;
  northN: number;
  upN: number;
  rollNm: number;
  pitchNm: number;
  yawNm: number;
  /** Mass that moves along without a weight of its own. */
  addedKg: number;
}

/**
 * A rigid body with six degrees of freedom. Semi-implicit: velocity first, then position. Euler's equations of rotation
 * by fourth-order Runge-Kutta under a moment that is constant over the step.
 */
export class RigidBody {
  readonly #inertia: Inertia;
  readonly attitude = new Attitude();
  eastM = 0;
  northM = 0;
  upM = 0;
  eastMps = 0;
  northMps = 0;
  upMps = 0;
  /** About its axes, radians/s. */
  rollRps = 0;
  pitchRps = 0;
  yawRps = 0;
  /** Acceleration without gravity along its axes, m/s^2; at rest on the ground 1 g up. */
  specificForce: BodyVector = { forward: 0, right: 0, down: -GRAVITY_MPS2 };

  constructor(inertia: Inertia) {
    this.#inertia = inertia;
  }

  /** False after a load that was no number. */
  get isFinite(): boolean {
    const { eastM, northM, upM, rollRps, pitchRps, yawRps } = this;
    return Number.isFinite(eastM + northM + upM + rollRps + pitchRps + yawRps);
  }

  step(stepS: number, load: TotalLoad): void {
    const { massKg } = this.#inertia;
    const wholeKg = massKg + load.addedKg;
    const east = load.eastN / wholeKg;
    const north = load.northN / wholeKg;
    const up = (load.upN - massKg * GRAVITY_MPS2) / wholeKg;
    this.specificForce = this.attitude.toBody(north, east, -(up + GRAVITY_MPS2));
    this.eastMps += east * stepS;
    this.northMps += north * stepS;
    this.upMps += up * stepS;
    this.eastM += this.eastMps * stepS;
    this.northM += this.northMps * stepS;
    this.upM += this.upMps * stepS;
    this.#turn(stepS, load);
  }

  #turn(stepS: number, { rollNm, pitchNm, yawNm }: TotalLoad): void {
    const { rollRps, pitchRps, yawRps } = this;
    const rates = [rollRps, pitchRps, yawRps] as const;
    const moment = [rollNm, pitchNm, yawNm] as const;
    const first = this.#acceleration(rates, moment);
    const second = this.#acceleration(ahead(rates, first, stepS / 2), moment);
    const third = this.#acceleration(ahead(rates, second, stepS / 2), moment);
    const fourth = this.#acceleration(ahead(rates, third, stepS), moment);
    const change = (axis: 0 | 1 | 2) => (stepS / 6) * (first[axis] + 2 * second[axis] + 2 * third[axis] + fourth[axis]);
    this.rollRps = bounded(rollRps + change(0));
    this.pitchRps = bounded(pitchRps + change(1));
    this.yawRps = bounded(yawRps + change(2));
    const mean = (before: number, after: number) => (before + after) / 2;
    this.attitude.turn(mean(rollRps, this.rollRps), mean(pitchRps, this.pitchRps), mean(yawRps, this.yawRps), stepS);
  }

  #acceleration([roll, pitch, yaw]: Axes, [rollNm, pitchNm, yawNm]: Axes): Axes {
    const { rollKgM2, pitchKgM2, yawKgM2 } = this.#inertia;
    return [
      (rollNm - (yawKgM2 - pitchKgM2) * pitch * yaw) / rollKgM2,
      (pitchNm - (rollKgM2 - yawKgM2) * yaw * roll) / pitchKgM2,
      (yawNm - (pitchKgM2 - rollKgM2) * roll * pitch) / yawKgM2,
    ];
  }
}

type Axes = readonly [roll: number, pitch: number, yaw: number];

const ahead = ([a, b, c]: Axes, [da, db, dc]: Axes, stepS: number): Axes => [
  a + da * stepS,
  b + db * stepS,
  c + dc * stepS,
];

const bounded = (rate: number): number => Math.max(-FASTEST_RPS, Math.min(FASTEST_RPS, rate));
