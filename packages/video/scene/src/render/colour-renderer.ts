import { CameraView } from '../camera/camera-view.ts';
import type { Lens } from '../camera/lens.ts';
import { type CameraMotion, STILL } from '../camera/motion.ts';
import type { CameraPose } from '../camera/pose.ts';
import { gridPose, OFFSET_REACH_PX } from '../camera/pose-grid.ts';
import { exposureFor, focusOf, illuminanceLux, noiseSteps, visibleNoise } from '../exposure/exposure.ts';
import { FEW, MANY, marginFor, openFor, Shutter, samplesFor } from '../exposure/shutter.ts';
import { assertFrame, assertSize, copyOut, type YuvFrame } from '../raster/canvas.ts';
import { clearDepths, depth, loadTextures, PLANES } from '../raster/planes.ts';
import type { SpanKernels } from '../raster/surface.ts';
import { colourKernels } from '../simd/kernels.ts';
import { type Daylight, daylightAt, type Yuv } from '../sky/daylight.ts';
import { makeHaze, setVisibility, visibilityInRain } from '../sky/haze-table.ts';
import type { TexturePool } from '../texture/texture-pool.ts';
import type { SceneObject } from '../truth/scene-object.ts';
import { type RenderedPicture, TruthPainter } from '../truth/truth-painter.ts';
import type { SceneWorld } from '../world/world.ts';
import { assertConditions, type SceneConditions } from './conditions.ts';
import { KeptBackgrounds } from './kept-backgrounds.ts';
import { RainPainter } from './rain-painter.ts';
import { isDrawnSimply, ScenePainter } from './scene-painter.ts';
import { ColourShading } from './shading.ts';
import { SkyPainter } from './sky-painter.ts';

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
export class ColourRenderer {
  readonly width: number;
  readonly height: number;
  /** View of the last picture: that of its pose, or near it if static objects were cached. */
  readonly view = new CameraView();
  readonly #world: SceneWorld;
  readonly #scene: ScenePainter;
  readonly #sky: SkyPainter;
  readonly #rain = new RainPainter();
  readonly #shading = new ColourShading();
  readonly #haze = makeHaze();
  readonly #kernels: SpanKernels;
  readonly #pool: TexturePool;
  readonly #shutter = new Shutter();
  readonly #timing = { readoutS: COLOUR_READOUT_S, samplesS: new Float64Array(MANY), count: FEW };
  readonly #backgrounds: KeptBackgrounds | undefined;
  #margin = 0;
  #truth: TruthPainter | undefined;
  #last: Pick<RenderedPicture, 'conditions' | 'visibilityM' | 'displacement'> | undefined;

  /** @throws RangeError for an odd size */
  constructor(
    world: SceneWorld,
    width: number,
    height: number,
    { keepsStill = false, kernels = colourKernels() }: ColourRendererOptions = {},
  ) {
    assertSize(width, height);
    this.width = width;
    this.height = height;
    this.#world = world;
    this.#kernels = kernels;
    this.#backgrounds = keepsStill ? new KeptBackgrounds() : undefined;
    this.#scene = new ScenePainter(world);
    this.#sky = new SkyPainter(this.#scene.painter, world.materials.textures.cloud);
    this.#scene.surface.width = width;
    this.#scene.surface.height = height;
    this.#pool = world.materials.pool;
    this.#scene.surface.haze = this.#haze;
  }

  /**
   * Renders a frame of the size of this renderer.
   * @param lens its sensor and focal length; the picture has the renderer's size
   * @param motion of the camera during exposure; the pose is that of the middle row at half of its exposure
   * @throws RangeError for a frame of another size, or a number that is not finite
   */
  draw(frame: YuvFrame, pose: CameraPose, lens: Lens, conditions: SceneConditions, motion: CameraMotion = STILL): void {
    const { width, height } = this;
    if (frame.width !== width || frame.height !== height) {
      throw new RangeError(`the frame must be ${width}x${height}, got ${frame.width}x${frame.height}`);
    }
    assertFrame(frame);
    assertConditions(conditions);
    this.view.set(pose, lens, width, height);
    const grid = this.#backgrounds && gridPose(pose, motion, this.view.focalX, height);
    if (grid !== undefined) this.view.set(grid.pose, lens, width, height);
    const { rollDeg } = grid?.pose ?? pose;
    const { unixMs, latitudeDeg, longitudeDeg, cloudCover } = conditions;
    const { exposureS, gain } = exposureFor(illuminanceLux(unixMs, latitudeDeg, longitudeDeg, cloudCover));
    const timing = this.#timing;
    openFor(timing, exposureS, FEW);
    const reachPx = Shutter.reachPx(this.view, motion, rollDeg, timing);
    const noise = visibleNoise(noiseSteps(gain));
    this.#widen(marginFor(reachPx, grid && OFFSET_REACH_PX));
    const everyMs = this.view.focalX > FAR_PX ? STILL_MS.far : STILL_MS.wide;
    const stillMs = grid === undefined ? unixMs : Math.floor(unixMs / everyMs) * everyMs;
    const day = daylightAt(stillMs, latitudeDeg, longitudeDeg, cloudCover);
    loadTextures(this.#pool);
    const visibilityM = visibilityInRain(conditions.visibilityM, conditions.rainMmph);
    setVisibility(this.#haze, visibilityM);
    Object.assign(this.#haze, day.horizon);
    this.#drawStill(day, { ...conditions, unixMs: stillMs }, grid !== undefined);
    if (grid !== undefined) this.#scene.painter.touched = this.#backgrounds?.touched;
    this.#scene.drawMoving(this.view, this.#kernels, this.#shading, day, conditions, grid && pose);
    const isExposed = grid !== undefined || reachPx > 0 || noise > 0;
    const displacement = (x: number, y: number) => this.#shutter.displacementAt(x, y, this);
    this.#last = { conditions, visibilityM, ...(isExposed && { displacement }) };
    if (isExposed) {
      openFor(timing, exposureS, samplesFor(reachPx));
      this.#shutter.begin(this.view, motion, rollDeg, timing, this.#margin, grid?.offset);
      this.#shutter.colour(frame, reachPx, noise, Math.floor(unixMs));
    } else {
      copyOut(frame);
    }
    const optics = { exposureS, focus: focusOf(lens, pose.zoom), margin: this.#margin };
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
    this.#scene.painter.begin(view, this.#kernels);
    this.#shading.begin(day);
    if (isThere) return;
    this.#sky.colour(view, this.#kernels, day, conditions);
    this.#scene.drawStill(view, this.#kernels, this.#shading, day, conditions);
    if (isOnGrid) this.#backgrounds?.keep(key, pixels);
  }

  /** A moving picture is rendered with a margin: displaced rows read from it. */
  #widen(margin: number): void {
    this.#margin = margin;
    this.view.widen(margin);
    this.#scene.surface.width = this.view.width;
    this.#scene.surface.height = this.view.height;
  }

  /** People, vehicles, fire and smoke in the last picture of this renderer; call it before another one of this thread draws. */
  objects(): SceneObject[] {
    if (this.#last === undefined) return [];
    this.#truth ??= new TruthPainter(this.#world, this.#scene.painter);
    const { height, view, width } = this;
    return this.#truth.objects({
      ...this.#last,
      view,
      width,
      height,
      marginPx: this.#margin,
      isSimple: isDrawnSimply,
    });
  }

  /** Distance along the optical axis at a pixel of the last picture, metres; undefined for ground and sky. */
  depthAt(x: number, y: number): number | undefined {
    return depth((y + this.#margin) * this.view.width + x + this.#margin);
  }
}

function clear(pixels: number, { luma, cb, cr }: Yuv): void {
  clearDepths(pixels);
  PLANES.luma.fill(luma, 0, pixels);
  PLANES.cb.fill(cb, 0, pixels / 4);
  PLANES.cr.fill(cr, 0, pixels / 4);
}
