/** A vector along the axes of a body: forward, right, down. */
export interface BodyVector {
  readonly forward: number;
  readonly right: number;
  readonly down: number;
}

/** A quaternion, scalar first. */
export type Quaternion = readonly [w: number, x: number, y: number, z: number];

/** Below this angle sin(x) / x is 1 to the last bit. */
const SMALL_RAD = 1e-8;

/**
 * Attitude of a body as autopilots state it: the rotation from its axes (forward, right, down) to north, east, down.
 */
export class Attitude {
  #w = 1;
  #x = 0;
  #y = 0;
  #z = 0;
  /** The same as a matrix, row by row: what a body vector is to the north, to the east and down. */
  readonly toNed = new Float64Array(9);

  constructor() {
    this.#fill();
  }

  get quaternion(): Quaternion {
    return [this.#w, this.#x, this.#y, this.#z];
  }

  /** Direction of the nose, radians clockwise from north; that of its projection on the ground. */
  get headingRad(): number {
    return Math.atan2(this.toNed[3]!, this.toNed[0]!);
  }

  /** Cosine of the tilt against the vertical: 1 upright, negative upside down. */
  get uprightness(): number {
    return this.toNed[8]!;
  }

  /** Upright, with the nose in this direction. */
  stand(headingRad: number): void {
    this.set([Math.cos(headingRad / 2), 0, 0, Math.sin(headingRad / 2)]);
  }

  /** @param quaternion of any length but zero */
  set([w, x, y, z]: Quaternion): void {
    const length = Math.sqrt(w * w + x * x + y * y + z * z);
    this.#w = w / length;
    this.#x = x / length;
    this.#y = y / length;
    this.#z = z / length;
    this.#fill();
  }

  /** Turns at constant rates about the body's axes, radians/s; exact for these. */
  turn(rollRps: number, pitchRps: number, yawRps: number, stepS: number): void {
    const rate = Math.sqrt(rollRps * rollRps + pitchRps * pitchRps + yawRps * yawRps);
    const half = (rate * stepS) / 2;
    const perRate = half < SMALL_RAD ? stepS / 2 : Math.sin(half) / rate;
    const [w, x, y, z] = [Math.cos(half), perRate * rollRps, perRate * pitchRps, perRate * yawRps];
    const [a, b, c, d] = [this.#w, this.#x, this.#y, this.#z];
    this.set([
      a * w - b * x - c * y - d * z,
      a * x + b * w + c * z - d * y,
      a * y - b * z + c * w + d * x,
      a * z + b * y - c * x + d * w,
    ]);
  }

  /** A vector to the north, east and down along the body's axes. */
  toBody(north: number, east: number, down: number): BodyVector {
    const m = this.toNed;
    return {
      forward: m[0]! * north + m[3]! * east + m[6]! * down,
      right: m[1]! * north + m[4]! * east + m[7]! * down,
      down: m[2]! * north + m[5]! * east + m[8]! * down,
    };
  }

  #fill(): void {
    const [w, x, y, z] = [this.#w, this.#x, this.#y, this.#z];
    const m = this.toNed;
    m[0] = 1 - 2 * (y * y + z * z);
    m[1] = 2 * (x * y - w * z);
    m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z);
    m[4] = 1 - 2 * (x * x + z * z);
    m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y);
    m[7] = 2 * (y * z + w * x);
    m[8] = 1 - 2 * (x * x + y * y);
  }
}
