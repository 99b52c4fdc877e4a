/** A state as both wire protocols carry it: north, east, down; forward, right, down. */
export interface FlownState {
  readonly timeS: number;
  readonly position: readonly [north: number, east: number, down: number];
  readonly velocity: readonly [north: number, east: number, down: number];
  readonly quaternion: readonly [w: number, x: number, y: number, z: number];
  readonly rates: readonly [roll: number, pitch: number, yaw: number];
}

/** Where it shall fly. */
interface Target {
  readonly northM: number;
  readonly eastM: number;
  readonly heightM: number;
  readonly headingRad: number;
}

/** Four motors of an X frame: signs of roll, pitch and yaw, in the order of motor outputs. */
const QUAD_X = [
  [-1, 1, 1],
  [1, -1, 1],
  [1, 1, -1],
  [-1, -1, -1],
] as const;

const G = 9.80665;
const TILT_MAX = 0.45;
const CLIMB_MAX_MPS = 1.5;

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/**
 * An honest little autopilot for tests: place and height by cascades of proportional control, an integral for what pulls
 * at it, attitude by proportional and differential control, mixed for four motors. It knows no more than what the wire
 * carries.
 */
export class AttitudeController {
  readonly #massKg: number;
  readonly #maxThrustN: number;
  #integral = [0, 0, 0];
  #lastS: number | undefined;
  target: Target | undefined;

  /** @param maxThrustN of all motors */
  constructor(massKg: number, maxThrustN: number) {
    this.#massKg = massKg;
    this.#maxThrustN = maxThrustN;
  }

  /** @returns share of the maximum thrust of each motor; all 0 without a target */
  update(state: FlownState): readonly number[] {
    const { target } = this;
    const stepS = this.#lastS === undefined ? 0 : state.timeS - this.#lastS;
    this.#lastS = state.timeS;
    if (target === undefined) {
      this.#integral = [0, 0, 0];
      return [0, 0, 0, 0];
    }
    const [north, east, up] = this.#acceleration(state, target, stepS);
    const thrustN = Math.min(0.95 * this.#maxThrustN, this.#massKg * Math.hypot(north, east, up + G));
    const [roll, pitch, yaw] = momentShares(state, [north, east, up], target.headingRad);
    const mean = thrustN / this.#maxThrustN;
    return QUAD_X.map(([r, p, y]) => Math.max(0.02, Math.min(1, mean + r * roll + p * pitch + y * yaw)));
  }

  #acceleration({ position, velocity }: FlownState, target: Target, stepS: number): [number, number, number] {
    const [north, east, down] = position;
    const wanted = [
      clamp(0.8 * (target.northM - north), 3),
      clamp(0.8 * (target.eastM - east), 3),
      clamp(0.9 * (target.heightM + down), CLIMB_MAX_MPS),
    ];
    const speeds = [velocity[0], velocity[1], -velocity[2]];
    const limits = [TILT_MAX * G, TILT_MAX * G, 12];
    const result = wanted.map((speed, axis) => {
      const error = speed - speeds[axis]!;
      this.#integral[axis] = clamp(this.#integral[axis]! + 0.8 * error * stepS, limits[axis]!);
      return clamp(2.2 * error + this.#integral[axis]!, limits[axis]!);
    });
    return result as [number, number, number];
  }
}

/** Shares of thrust for roll, pitch and yaw that turn the thrust into the wanted direction. */
function momentShares(
  { quaternion, rates }: FlownState,
  [north, east, up]: readonly [number, number, number],
  headingRad: number,
): [number, number, number] {
  const [w, x, y, z] = quaternion;
  const roll = Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y));
  const pitch = Math.asin(clamp(2 * (w * y - z * x), 1));
  const yaw = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
  const vertical = Math.max(1, up + G);
  const forward = north * Math.cos(yaw) + east * Math.sin(yaw);
  const right = east * Math.cos(yaw) - north * Math.sin(yaw);
  const wantedPitch = -Math.atan2(forward, vertical);
  const wantedRoll = Math.atan2(right, vertical);
  const turn = Math.atan2(Math.sin(headingRad - yaw), Math.cos(headingRad - yaw));
  return [
    clamp(0.35 * (wantedRoll - roll) - 0.06 * rates[0], 0.2),
    clamp(0.35 * (wantedPitch - pitch) - 0.06 * rates[1], 0.2),
    clamp(0.2 * turn - 0.15 * rates[2], 0.1),
  ];
}
