import type { Lens } from '../camera/lens.ts';
import { type CameraMotion, STILL } from '../camera/motion.ts';
import type { CameraPose } from '../camera/pose.ts';
import { gridPose, OFFSET_REACH_PX } from '../camera/pose-grid.ts';
import { exposureFor, focus, illuminanceLux, noiseSteps, visibleNoise } from '../exposure/exposure.ts';
import { FEW, marginFor, openFor, Shutter, samplesFor } from '../exposure/shutter.ts';
import { copyOut, type YuvFrame } from '../raster/canvas.ts';
import { clearDepths, loadTextures, PLANES } from '../raster/planes.ts';
import type { SpanKernels } from '../raster/surface.ts';
import { colourKernels } from '../simd/kernels.ts';
import { type Daylight, daylightAt, type Yuv } from '../sky/daylight.ts';
import { setVisibility, visibilityInRain } from '../sky/haze-table.ts';
import type { SceneWorld } from '../world/world.ts';
import { assertConditions, type SceneConditions } from './conditions.ts';
import { KeptBackgrounds } from './kept-backgrounds.ts';
import { RainPainter } from './rain-painter.ts';
import { SceneRenderer } from './scene-renderer.ts';
import { ColourShading } from './shading.ts';

/** Readout time: small sensors of 1080 rows with up to 60 frames/s take this long. Assumed. */
const COLOUR_READOUT_S = 1 / 60;
/** A picture that is kept has the sun of the seconds in which it was drawn: it moves by less than a third of a pixel meanwhile. */
const STILL_MS = { wide: 4000, far: 1000 } as const;
const FAR_PX = 1200;

interface ColourRendererOptions {
  readonly kernels?: SpanKernels;
  /**
   * For video: static objects are drawn for poses on a grid, cached, and shifted by parts of a pixel while the camera
   * hardly moves.
   */
  readonly keepsStill?: boolean;
}

/** Renders colour pictures of one size. Equal world, pose, motion and conditions give equal bytes, whatever was drawn before. */
export class ColourRenderer extends SceneRenderer {
  readonly #rain = new RainPainter();
  readonly #shading = new ColourShading();
  readonly #backgrounds: KeptBackgrounds | undefined;

  /** @throws RangeError for an odd size */
  constructor(
    world: SceneWorld,
    width: number,
    height: number,
    { keepsStill = false, kernels = colourKernels() }: ColourRendererOptions = {},
  ) {
    super(world, width, height, kernels, COLOUR_READOUT_S);
    this.#backgrounds = keepsStill ? new KeptBackgrounds() : undefined;
  }

  /**
   * Renders a frame of the size of this renderer.
   * @param lens its sensor and focal length; the picture has the renderer's size
   * @param motion of the camera during exposure; the pose is that of the middle row at half of its exposure
   * @throws RangeError for a frame of another size, or a number that is not finite
   */
  draw(frame: YuvFrame, pose: CameraPose, lens: Lens, conditions: SceneConditions, motion: CameraMotion = STILL): void {
    const { width, height } = this;
    this.assertSized(frame);
    assertConditions(conditions);
    this.view.set(pose, lens, width, height);
    const grid = this.#backgrounds && gridPose(pose, motion, this.view.focalX, height);
    if (grid !== undefined) this.view.set(grid.pose, lens, width, height);
    const { rollDeg } = grid?.pose ?? pose;
    const { unixMs, latitudeDeg, longitudeDeg, cloudCover } = conditions;
    const { exposureS, gain } = exposureFor(illuminanceLux(unixMs, latitudeDeg, longitudeDeg, cloudCover));
    const timing = this.timing;
    openFor(timing, exposureS, FEW);
    const reachPx = Shutter.reachPx(this.view, motion, rollDeg, timing);
    const noise = visibleNoise(noiseSteps(gain));
    this.widen(marginFor(reachPx, grid && OFFSET_REACH_PX));
    const everyMs = this.view.focalX > FAR_PX ? STILL_MS.far : STILL_MS.wide;
    const stillMs = grid === undefined ? unixMs : Math.floor(unixMs / everyMs) * everyMs;
    const day = daylightAt(stillMs, latitudeDeg, longitudeDeg, cloudCover);
    loadTextures(this.world.materials.pool);
    const visibilityM = visibilityInRain(conditions.visibilityM, conditions.rainMmph);
    setVisibility(this.haze, visibilityM);
    Object.assign(this.haze, day.horizon);
    this.#drawStill(day, { ...conditions, unixMs: stillMs }, grid !== undefined);
    if (grid !== undefined) this.scene.painter.touched = this.#backgrounds?.touched;
    this.scene.drawMoving(this.view, this.kernels, this.#shading, day, conditions, grid && pose);
    const isExposed = grid !== undefined || reachPx > 0 || noise > 0;
    this.last = { conditions, visibilityM, ...(isExposed && { displacement: this.displacement }) };
    if (isExposed) {
      openFor(timing, exposureS, samplesFor(reachPx));
      this.shutter.begin(this.view, motion, rollDeg, timing, this.margin, grid?.offset);
      this.shutter.colour(frame, reachPx, noise, Math.floor(unixMs));
    } else {
      copyOut(frame);
    }
    const optics = { exposureS, focus: focus(lens, pose.zoom), margin: this.margin };
    this.#rain.draw(frame, this.view, conditions, motion, day.horizon, optics);
  }

  /** Puts sky and static objects into the planes. @param isOnGrid whether other pictures use them as well */
  #drawStill(day: Daylight, conditions: SceneConditions, isOnGrid: boolean): void {
    const { view } = this;
    const pixels = view.width * view.height;
    const { cloudCover, latitudeDeg, longitudeDeg, rainMmph = 0, unixMs, visibilityM } = conditions;
    const { axes, eastM, focalX, northM, upM } = view;
    const key = [
      eastM,
      northM,
      upM,
      focalX,
      ...axes,
      unixMs,
      latitudeDeg,
      longitudeDeg,
      cloudCover,
      visibilityM,
      rainMmph,
    ];
    const isThere = isOnGrid && this.#backgrounds?.restore(key, view.width, view.height) === true;
    if (!isThere) clear(pixels, day.horizon);
    this.scene.painter.begin(view, this.kernels);
    this.#shading.begin(day);
    if (isThere) return;
    this.sky.colour(view, this.kernels, day, conditions);
    this.scene.drawStill(view, this.kernels, this.#shading, day, conditions);
    if (isOnGrid) this.#backgrounds?.keep(key, pixels);
  }
}

function clear(pixels: number, { luma, cb, cr }: Yuv): void {
  clearDepths(pixels);
  PLANES.luma.fill(luma, 0, pixels);
  PLANES.cb.fill(cb, 0, pixels / 4);
  PLANES.cr.fill(cr, 0, pixels / 4);
}
