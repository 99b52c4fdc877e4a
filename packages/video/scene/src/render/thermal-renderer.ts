import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import { CameraView } from '../camera/camera-view.ts';
import type { Lens } from '../camera/lens.ts';
import { type CameraMotion, STILL } from '../camera/motion.ts';
import type { CameraPose } from '../camera/pose.ts';
import { FEW, lagFor, MANY, marginFor, Shutter, samplesFor } from '../exposure/shutter.ts';
import type { MaskedArea } from '../privacy/masked-area.ts';
import { assertFrame, assertSize, copyOut, type YuvFrame } from '../raster/canvas.ts';
import { clearDepths, depth, loadTextures, PLANES } from '../raster/planes.ts';
import type { SpanKernels } from '../raster/surface.ts';
import { thermalKernels } from '../simd/kernels.ts';
import { daylightAt } from '../sky/daylight.ts';
import { fogCover, longWaveVisibility, makeHaze, setVisibility, visibilityInRain } from '../sky/haze-table.ts';
import { colourise } from '../thermal/colourise.ts';
import { toCelsius, toCounts } from '../thermal/counts.ts';
import { PALETTES } from '../thermal/palettes.ts';
import { followRange, measureRange, type ThermalRange } from '../thermal/thermal-range.ts';
import type { SceneObject } from '../truth/scene-object.ts';
import { type RenderedPicture, TruthPainter } from '../truth/truth-painter.ts';
import type { SceneWorld } from '../world/world.ts';
import { assertConditions, type SceneConditions } from './conditions.ts';
import { isDrawnSimply, ScenePainter } from './scene-painter.ts';
import { ThermalShading } from './shading.ts';
import { SkyPainter } from './sky-painter.ts';

/**
 * Uncooled detectors have a lag of 8 to 12 ms, as published, and are read row by row in most of a sixtieth of a
 * second.
 */
const LAG_S = 0.01;
const THERMAL_READOUT_S = 0.015;
/** Share of the day's warmth that dense fog keeps from the ground, beside what an overcast sky does. Assumed. */
const WARMTH_LOST_IN_FOG = 0.7;

/** Conversion of temperatures to a picture. */
interface ThermalLook {
  readonly palette: ThermalColorPalette;
  /** Range of the previous frame; undefined for the first one. */
  readonly lastRange: ThermalRange | undefined;
  /** Time since the previous frame. */
  readonly elapsedS: number;
  /** Pixels that must not show, whose temperatures must not set the range either. */
  readonly hidden?: Pick<MaskedArea, 'fill'>;
}

/** Renders thermal pictures of one size. Equal world, pose, conditions and look give equal bytes. */
export class ThermalRenderer {
  readonly width: number;
  readonly height: number;
  readonly view = new CameraView();
  readonly #world: SceneWorld;
  readonly #scene: ScenePainter;
  readonly #sky: SkyPainter;
  readonly #shading = new ThermalShading();
  readonly #haze = makeHaze();
  readonly #kernels: SpanKernels;
  readonly #shutter = new Shutter();
  readonly #timing = { readoutS: THERMAL_READOUT_S, samplesS: new Float64Array(MANY), count: FEW };
  #margin = 0;
  #truth: TruthPainter | undefined;
  #last: Pick<RenderedPicture, 'conditions' | 'visibilityM' | 'displacement'> | undefined;

  /** @throws RangeError for an odd size */
  constructor(world: SceneWorld, width: number, height: number, kernels = thermalKernels()) {
    assertSize(width, height);
    this.width = width;
    this.height = height;
    this.#world = world;
    this.#kernels = kernels;
    this.#scene = new ScenePainter(world);
    this.#sky = new SkyPainter(this.#scene.painter, world.materials.textures.cloud);
    const { surface } = this.#scene;
    surface.width = width;
    surface.height = height;
    surface.haze = this.#haze;
  }

  /**
   * Renders a frame of the size of this renderer.
   * @returns the range of the palette: `lastRange` of the next frame
   * @throws RangeError for a frame of another size, or a number that is not finite
   */
  draw(
    frame: YuvFrame,
    pose: CameraPose,
    lens: Lens,
    conditions: SceneConditions,
    look: ThermalLook,
    motion: CameraMotion = STILL,
  ): ThermalRange {
    const { width, height } = this;
    if (frame.width !== width || frame.height !== height) {
      throw new RangeError(`the frame must be ${width}x${height}, got ${frame.width}x${frame.height}`);
    }
    assertFrame(frame);
    this.measure(pose, lens, conditions, motion);
    look.hidden?.fill(PLANES.counts, this.#haze.counts);
    const range = followRange(look.lastRange, measureRange(PLANES.counts, width, height), look.elapsedS);
    colourise(width, height, range, PALETTES[look.palette], Math.floor(conditions.unixMs));
    copyOut(frame);
    return range;
  }

  /** Renders temperatures only, for `temperatureAt`, without sensor noise. */
  measure(pose: CameraPose, lens: Lens, given: SceneConditions, motion: CameraMotion = STILL): void {
    assertConditions(given);
    const fog = fogCover(given.visibilityM);
    const conditions = { ...given, cloudCover: Math.max(given.cloudCover, fog) };
    const { width, height, view } = this;
    view.set(pose, lens, width, height);
    lagFor(this.#timing, LAG_S, FEW);
    const reachPx = Shutter.reachPx(view, motion, pose.rollDeg, this.#timing);
    const margin = marginFor(reachPx);
    this.#margin = margin;
    view.widen(margin);
    const { surface } = this.#scene;
    surface.width = view.width;
    surface.height = view.height;
    const { unixMs, latitudeDeg, longitudeDeg, cloudCover, airTemperatureC } = conditions;
    const day = daylightAt(unixMs, latitudeDeg, longitudeDeg, cloudCover);
    loadTextures(this.#world.materials.pool);
    clearDepths(view.width * view.height);
    const visibilityM = visibilityInRain(longWaveVisibility(conditions.visibilityM), conditions.rainMmph);
    setVisibility(this.#haze, visibilityM);
    const displacement = (x: number, y: number) => this.#shutter.displacementAt(x, y, this);
    this.#last = { conditions, visibilityM, ...(reachPx > 0 && { displacement }) };
    this.#haze.counts = toCounts(airTemperatureC - 1);
    PLANES.counts.fill(this.#haze.counts, 0, view.width * view.height);
    this.#scene.painter.begin(view, this.#kernels);
    this.#shading.begin(airTemperatureC, day.sunWarmth * (1 - WARMTH_LOST_IN_FOG * fog));
    this.#sky.thermal(view, this.#kernels, conditions);
    this.#scene.drawStill(view, this.#kernels, this.#shading, day, conditions);
    this.#scene.drawMoving(view, this.#kernels, this.#shading, day, conditions);
    if (reachPx === 0) return;
    lagFor(this.#timing, LAG_S, samplesFor(reachPx));
    this.#shutter.begin(view, motion, pose.rollDeg, this.#timing, margin);
    this.#shutter.thermal(width, height);
  }

  /** People, vehicles and fire in the last picture of this renderer; call it before another one of this thread draws. */
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
      temperatureAt: (x, y) => this.temperatureAt(x, y),
    });
  }

  /** Distance along the optical axis at a pixel of the last picture, metres; undefined for ground and sky. */
  depthAt(x: number, y: number): number | undefined {
    return depth((y + this.#margin) * this.view.width + x + this.#margin);
  }

  /** Temperature at a pixel of the last picture. */
  temperatureAt(x: number, y: number): number {
    return toCelsius(PLANES.counts[y * this.width + x] ?? 0);
  }
}
