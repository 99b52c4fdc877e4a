import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { fieldOfView, type Lens } from './lens.ts';
import { assertPose, type CameraPose, LOWEST_UP_M } from './pose.ts';

/** Near clipping plane, metres. */
export const NEAR_M = 0.15;

/** A point of the scene: metres from the Ground Station; up is above the ground. */
export interface ScenePoint {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
}

/** Projection of a point. Pixels from the top left corner: the centre of the first pixel is at 0.5, 0.5. */
interface ProjectedPoint {
  readonly x: number;
  readonly y: number;
  /** Along the optical axis, metres. */
  readonly depth: number;
}

/** The pinhole camera: axes of the camera in the world, and focal lengths in pixels. Reused from frame to frame. */
export class CameraView {
  eastM = 0;
  northM = 0;
  upM = 0;
  /** Rows: right, down, forward, each as east, north, up. */
  readonly axes = new Float64Array(9);
  focalX = 1;
  focalY = 1;
  centreX = 0;
  centreY = 0;
  width = 0;
  height = 0;

  /** Adds a margin of this many pixels on each side; the picture in the middle stays the same. */
  widen(pixels: number): void {
    this.width += 2 * pixels;
    this.height += 2 * pixels;
    this.centreX += pixels;
    this.centreY += pixels;
  }

  /**
   * @param width, height of the picture: those of the stream unless it is rendered smaller
   * @throws RangeError for a pose with a number that is not finite
   */
  set(pose: CameraPose, lens: Lens, width = lens.frameWidth, height = lens.frameHeight): void {
    assertPose(pose);
    this.eastM = pose.eastM;
    this.northM = pose.northM;
    this.upM = Math.max(LOWEST_UP_M, pose.upM);
    this.width = width;
    this.height = height;
    this.centreX = width / 2;
    this.centreY = height / 2;
    const { horizontalDeg, verticalDeg } = fieldOfView(lens, pose.zoom);
    this.focalX = this.centreX / Math.tan((horizontalDeg / 2) * RAD_PER_DEG);
    this.focalY = this.centreY / Math.tan((verticalDeg / 2) * RAD_PER_DEG);
    this.#turn(pose.panDeg * RAD_PER_DEG, pose.tiltDeg * RAD_PER_DEG, pose.rollDeg * RAD_PER_DEG);
  }

  #turn(pan: number, tilt: number, roll: number): void {
    const [sinPan, cosPan] = [Math.sin(pan), Math.cos(pan)];
    const [sinTilt, cosTilt] = [Math.sin(tilt), Math.cos(tilt)];
    const [sinRoll, cosRoll] = [Math.sin(roll), Math.cos(roll)];
    const right = [cosPan, -sinPan, 0] as const;
    const down = [-sinPan * sinTilt, -cosPan * sinTilt, -cosTilt] as const;
    for (const index of [0, 1, 2] as const) {
      this.axes[index] = cosRoll * right[index] + sinRoll * down[index];
      this.axes[3 + index] = cosRoll * down[index] - sinRoll * right[index];
    }
    this.axes[6] = sinPan * cosTilt;
    this.axes[7] = cosPan * cosTilt;
    this.axes[8] = -sinTilt;
  }

  /** Undefined for a point behind the camera. A point outside the picture has coordinates outside of it. */
  project(point: ScenePoint): ProjectedPoint | undefined {
    const depth = this.#along(6, point);
    if (!(depth > NEAR_M)) return undefined;
    return {
      x: this.centreX + (this.focalX * this.#along(0, point)) / depth,
      y: this.centreY + (this.focalY * this.#along(3, point)) / depth,
      depth,
    };
  }

  #along(row: number, point: ScenePoint): number {
    const [east = 0, north = 0, up = 0] = this.axes.subarray(row, row + 3);
    return east * (point.eastM - this.eastM) + north * (point.northM - this.northM) + up * (point.upM - this.upM);
  }
}
