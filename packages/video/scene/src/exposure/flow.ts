import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { CameraView } from '../camera/camera-view.ts';
import type { CameraMotion } from '../camera/motion.ts';
import { NO_OFFSET } from '../camera/pose-grid.ts';

const TURN = 2 * Math.PI;
/** Resolution of the vibration table: 20 points for 200 Hz. */
const TABLE_STEP_S = 0.00025;
const TABLE_POINTS = 1024;

/** Sample times of a picture, seconds from its time; the middle row is read at 0. */
export interface ShutterTiming {
  /** From the first row to the last. */
  readonly readoutS: number;
  /** Time of each sample, relative to its row. */
  readonly samplesS: Float64Array;
  readonly count: number;
}

/**
 * Image flow: for a picture rendered at one time, the position of a pixel exposed at another: of a small rotation, to
 * first order, and of a translation over level ground. A polynomial of second degree along a row.
 */
export class ImageFlow {
  readonly #table = new Float64Array(3 * TABLE_POINTS);
  #tableStartS = 0;
  #shakes = false;
  #view!: CameraView;
  #motion!: CameraMotion;
  #offset = NO_OFFSET;
  #sinRoll = 0;
  #cosRoll = 1;
  /** Columns of a pixel: x0 + x1 * s + x2 * s * s, rows y0 + y1 * s, pixels, where s is columns from the middle over the focal length. */
  x0 = 0;
  x1 = 0;
  x2 = 0;
  y0 = 0;
  y1 = 0;

  /**
   * @param rollDeg of the pose of the rendered picture; @param fromS, toS range of all later queries
   * @param offset of the camera at its time from that pose
   */
  begin(
    view: CameraView,
    motion: CameraMotion,
    rollDeg: number,
    [fromS, toS]: readonly [number, number],
    offset = NO_OFFSET,
  ): void {
    this.#view = view;
    this.#motion = motion;
    this.#offset = offset;
    this.#sinRoll = Math.sin(rollDeg * RAD_PER_DEG);
    this.#cosRoll = Math.cos(rollDeg * RAD_PER_DEG);
    this.#shakes = motion.vibration.length > 0;
    if (!this.#shakes) return;
    this.#tableStartS = fromS;
    const points = Math.min(TABLE_POINTS, Math.ceil((toS - fromS) / TABLE_STEP_S) + 2);
    this.#table.fill(0, 0, 3 * points);
    for (const tone of motion.vibration) this.#add(tone, points);
  }

  #add({ frequencyHz, panDeg, rollDeg, tiltDeg, turns }: CameraMotion['vibration'][number], points: number): void {
    const table = this.#table;
    for (let point = 0; point < points; point += 1) {
      const swing = Math.sin(TURN * (turns + frequencyHz * (this.#tableStartS + point * TABLE_STEP_S)));
      const at = 3 * point;
      table[at] = table[at]! + panDeg * swing;
      table[at + 1] = table[at + 1]! + tiltDeg * swing;
      table[at + 2] = table[at + 2]! + rollDeg * swing;
    }
  }

  #shake(timeS: number, axis: number): number {
    if (!this.#shakes) return 0;
    const place = Math.max(0, Math.min(TABLE_POINTS - 2, (timeS - this.#tableStartS) / TABLE_STEP_S));
    const point = Math.floor(place);
    const low = this.#table[3 * point + axis]!;
    return low + (this.#table[3 * point + 3 + axis]! - low) * (place - point);
  }

  /**
   * Sets the polynomials of a row at its exposure time. @param down rows from the middle, divided by the focal length
   */
  at(down: number, timeS: number): void {
    const { axes, focalX, focalY, upM } = this.#view;
    const { eastMps, northMps, panDps, rollDps, tiltDps, upMps } = this.#motion;
    const offset = this.#offset;
    const pan = (offset.panDeg + panDps * timeS + this.#shake(timeS, 0)) * RAD_PER_DEG;
    const tilt = (offset.tiltDeg + tiltDps * timeS + this.#shake(timeS, 1)) * RAD_PER_DEG;
    const roll = (offset.rollDeg + rollDps * timeS + this.#shake(timeS, 2)) * RAD_PER_DEG;
    const east = offset.eastM + eastMps * timeS;
    const north = offset.northM + northMps * timeS;
    const up = offset.upM + upMps * timeS;
    // About the camera's right, down and forward.
    const wx = -pan * axes[2]! - tilt * this.#cosRoll;
    const wy = -pan * axes[5]! + tilt * this.#sinRoll;
    const wz = -pan * axes[8]! + roll;
    // Inverse distance of level ground; 0 above the horizon.
    const near = Math.max(0, -(axes[5]! * down + axes[8]!) / upM);
    const along = (row: 0 | 3 | 6) => near * (axes[row]! * east + axes[row + 1]! * north + axes[row + 2]! * up);
    const forward = along(6);
    this.x0 = focalX * (wy - wz * down + along(0));
    this.x1 = focalX * (-wx * down - forward);
    this.x2 = focalX * wy;
    this.y0 = focalY * (-wx - wx * down * down + along(3) - down * forward);
    this.y1 = focalY * (wz + wy * down);
  }
}
