import type { CameraView } from '../camera/camera-view.ts';
import type { CameraMotion } from '../camera/motion.ts';
import type { Focus } from '../exposure/exposure.ts';
import type { YuvFrame } from '../raster/canvas.ts';
import { DEPTH_ONE, inverseDepthAt } from '../raster/planes.ts';
import { SceneRandom } from '../scene-random.ts';
import type { Yuv } from '../sky/daylight.ts';
import { DROP_CLASSES, type DropClass } from '../sky/raindrops.ts';
import type { SceneConditions } from './conditions.ts';

/** Lower bound: a nearer drop is a veil over everything; upper: farther ones are part of the haze. */
const NEAR_M = 0.4;
const NEAR_M3 = NEAR_M * NEAR_M * NEAR_M;
const FAR_M = 30;
/** Minimum share of a pixel's light for a visible streak: some fifteen steps of luma before dark ground. */
const LEAST_SHARE = 0.1;
/** Maximum number of streaks, the brightest ones: a cloudburst costs no more time than strong rain. */
const MOST_STREAKS = 2500;
/**
 * A drop refracts light of half of the sky, which is brighter overhead: factor on the horizon, where an overcast sky
 * has a third of its zenith (ISO 15469). Assumed.
 */
const BRIGHTER = 1.6;
const BLACK_LUMA = 16;
const WHITE_LUMA = 235;

/** Camera settings of the picture. */
interface RainOptics {
  readonly exposureS: number;
  readonly focus: Focus;
  /** Margin of the rendered picture on each side, pixels. */
  readonly margin: number;
}

/**
 * Rain streaks over an exposed picture: length by the fall of drops during exposure, brightness by the sky that they
 * refract.
 */
export class RainPainter {
  readonly #random = { stream: new SceneRandom(0, 'rain') };
  /** Velocity relative to the camera, along its axes, m/s: right, down, forward. */
  #right = 0;
  #down = 0;
  #forward = 0;

  /** @param view of the rendered picture, including the margin */
  draw(
    frame: YuvFrame,
    view: CameraView,
    conditions: SceneConditions,
    motion: CameraMotion,
    sky: Yuv,
    optics: RainOptics,
  ): void {
    const { rainMmph = 0, unixMs } = conditions;
    if (rainMmph === 0) return;
    this.#random.stream = new SceneRandom(Math.floor(unixMs), 'rain');
    let leastShare = LEAST_SHARE;
    const total = totalLight(frame, view, rainMmph, optics.exposureS, leastShare);
    // Visible distance is proportional to the share, and the number of drops to its cube.
    if (total > MOST_STREAKS) leastShare *= Math.cbrt(total / MOST_STREAKS);
    for (const drops of DROP_CLASSES) {
      const farM = reachM(view, drops, optics.exposureS, leastShare);
      const count = drops.perM3(rainMmph) * volumeM3(frame, view, farM);
      this.#fall(view, drops, conditions, motion);
      const wanted = Math.floor(count + this.#random.stream.uniform());
      const look = { farM3: farM * farM * farM, leastShare, drops, sky };
      for (let streak = 0; streak < wanted; streak += 1) this.#streak(frame, view, look, optics);
    }
  }

  #fall(
    { axes }: CameraView,
    { fallMps }: DropClass,
    { windEastMps, windNorthMps }: SceneConditions,
    motion: CameraMotion,
  ): void {
    const east = windEastMps - motion.eastMps;
    const north = windNorthMps - motion.northMps;
    const up = -fallMps - motion.upMps;
    const along = (row: number) => axes[row]! * east + axes[row + 1]! * north + axes[row + 2]! * up;
    this.#right = along(0);
    this.#down = along(3);
    this.#forward = along(6);
  }

  /** One drop at a random position in view. */
  #streak(frame: YuvFrame, view: CameraView, look: StreakLook, { exposureS, focus, margin }: RainOptics): void {
    const { stream } = this.#random;
    const depthM = Math.cbrt(NEAR_M3 + stream.uniform() * (look.farM3 - NEAR_M3));
    const x = stream.uniform() * frame.width;
    const y = stream.uniform() * frame.height;
    if (isHidden(view, x + margin, y + margin, depthM)) return;
    const { focalX, focalY } = view;
    const { diameterM, fallMps } = look.drops;
    const widthM = diameterM + focus.apertureM * Math.abs(1 - depthM / focus.sharpM);
    const widthPx = (focalX * widthM) / depthM;
    // Light of a drop, spread over its streak and its blur.
    const share = Math.min(1, widthPx) * ((diameterM * diameterM) / (widthM * (widthM + fallMps * exposureS)));
    if (share < look.leastShare / 2) return;
    const perM = exposureS / depthM;
    const dx = perM * (focalX * this.#right - (x - frame.width / 2) * this.#forward);
    const dy = perM * (focalY * this.#down - (y - frame.height / 2) * this.#forward);
    drawStreak(frame, x, y, dx, dy, widthPx, share, look.sky);
  }
}

interface StreakLook {
  /** Cube of the visible distance. */
  readonly farM3: number;
  readonly leastShare: number;
  readonly drops: DropClass;
  readonly sky: Yuv;
}

/** Distance at which a drop of a size has this share of a pixel's light, metres. */
function reachM({ focalX }: CameraView, { diameterM, fallMps }: DropClass, exposureS: number, share: number): number {
  const spreadM = (diameterM * diameterM) / (diameterM + fallMps * exposureS);
  return Math.max(NEAR_M, Math.min(FAR_M, (focalX * spreadM) / share));
}

/** Volume in view up to that distance. */
const volumeM3 = ({ width, height }: YuvFrame, { focalX, focalY }: CameraView, farM: number): number =>
  ((width / focalX) * (height / focalY) * (farM ** 3 - NEAR_M3)) / 3;

const totalLight = (frame: YuvFrame, view: CameraView, rainMmph: number, exposureS: number, share: number): number =>
  DROP_CLASSES.reduce(
    (sum, drops) => sum + drops.perM3(rainMmph) * volumeM3(frame, view, reachM(view, drops, exposureS, share)),
    0,
  );

/** Behind an object, or below the ground. */
function isHidden(view: CameraView, x: number, y: number, depthM: number): boolean {
  const right = (x - view.centreX) / view.focalX;
  const down = (y - view.centreY) / view.focalY;
  const { axes } = view;
  const up = right * axes[2]! + down * axes[5]! + axes[8]!;
  if (view.upM + depthM * up < 0) return true;
  return inverseDepthAt((y | 0) * view.width + (x | 0)) * depthM > DEPTH_ONE;
}

/** Along the longer axis, pixel by pixel; its edges cover pixels in part. */
function drawStreak(
  frame: YuvFrame,
  x: number,
  y: number,
  dx: number,
  dy: number,
  widthPx: number,
  share: number,
  sky: Yuv,
): void {
  const isSteep = Math.abs(dy) > Math.abs(dx);
  // Destructured arrays would be garbage, thousands per picture.
  const alongPx = isSteep ? dy : dx;
  const acrossPx = isSteep ? dx : dy;
  const length = Math.max(1, Math.abs(alongPx) + widthPx);
  const slope = alongPx === 0 ? 0 : acrossPx / alongPx;
  const along = isSteep ? y : x;
  const across = isSteep ? x : y;
  const most = isSteep ? frame.height : frame.width;
  const mostAcross = isSteep ? frame.width : frame.height;
  const first = Math.max(0, Math.floor(along - length / 2));
  const last = Math.min(most - 1, Math.floor(along + length / 2));
  const half = Math.max(0.5, widthPx / 2);
  for (let at = first; at <= last; at += 1) {
    const middle = across + (at + 0.5 - along) * slope;
    const from = Math.max(0, Math.floor(middle - half));
    const to = Math.min(mostAcross - 1, Math.floor(middle + half));
    for (let beside = from; beside <= to; beside += 1) {
      const part = share * (Math.min(beside + 1, middle + half) - Math.max(beside, middle - half));
      if (part <= 0) continue;
      if (isSteep) blend(frame, beside, at, part, sky);
      else blend(frame, at, beside, part, sky);
    }
  }
}

/** Light adds up behind a square-root tone curve: a streak is visible before dark ground, hardly before the sky. */
function blend(frame: YuvFrame, x: number, y: number, share: number, sky: Yuv): void {
  const { luma, cb, cr, lumaStride, chromaStride } = frame;
  const at = y * lumaStride + x;
  const old = luma[at]! - BLACK_LUMA;
  const bright = sky.luma - BLACK_LUMA;
  const light = old * old + share * (BRIGHTER * bright * bright - old * old);
  luma[at] = Math.min(WHITE_LUMA, BLACK_LUMA + Math.sqrt(light) + 0.5);
  if (((x | y) & 1) === 1) return;
  const chroma = (y >> 1) * chromaStride + (x >> 1);
  cb[chroma] = cb[chroma]! + (sky.cb - cb[chroma]!) * share + 0.5;
  cr[chroma] = cr[chroma]! + (sky.cr - cr[chroma]!) * share + 0.5;
}
