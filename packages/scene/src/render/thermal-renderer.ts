import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import { CameraView } from '../camera/camera-view.ts';
import type { Lens } from '../camera/lens.ts';
import type { CameraPose } from '../camera/pose.ts';
import { assertFrame, assertSize, copyOut, type YuvFrame } from '../raster/canvas.ts';
import { depthOf, loadTextures, PLANES } from '../raster/planes.ts';
import type { SpanKernels } from '../raster/surface.ts';
import { thermalKernels } from '../simd/kernels.ts';
import { daylightAt } from '../sky/daylight.ts';
import { makeHaze, setVisibility } from '../sky/haze-table.ts';
import { colourise } from '../thermal/colourise.ts';
import { toCelsius, toCounts } from '../thermal/counts.ts';
import { PALETTES } from '../thermal/palettes.ts';
import { followRange, measureRange, type ThermalRange } from '../thermal/thermal-range.ts';
import type { World } from '../world/world.ts';
import { assertConditions, type SceneConditions } from './conditions.ts';
import { ScenePainter } from './scene-painter.ts';
import { ThermalShading } from './shading.ts';
import { SkyPainter } from './sky-painter.ts';

/** Long-wave infrared sees through haze about so much further than the eye. */
const CLEARER = 2;

/** How temperatures become a picture. */
export interface ThermalLook {
  readonly palette: ThermalColorPalette;
  /** Of the frame before; undefined at the first one. */
  readonly lastRange: ThermalRange | undefined;
  /** Since the frame before. */
  readonly elapsedS: number;
}

/** Draws thermal pictures of one size. Same world, pose, conditions and look: same bytes. */
export class ThermalRenderer {
  readonly width: number;
  readonly height: number;
  readonly view = new CameraView();
  readonly #world: World;
  readonly #scene: ScenePainter;
  readonly #sky: SkyPainter;
  readonly #shading = new ThermalShading();
  readonly #haze = makeHaze();
  readonly #kernels: SpanKernels;

  /** @throws RangeError for an odd size */
  constructor(world: World, width: number, height: number, kernels = thermalKernels()) {
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
   * Fills a frame of the size of this renderer.
   * @returns the range that the palette shows: `lastRange` of the next frame
   * @throws RangeError for a frame of another size, or a number that is not finite
   */
  draw(frame: YuvFrame, pose: CameraPose, lens: Lens, conditions: SceneConditions, look: ThermalLook): ThermalRange {
    const { width, height } = this;
    if (frame.width !== width || frame.height !== height) {
      throw new RangeError(`the frame must be ${width}x${height}, got ${frame.width}x${frame.height}`);
    }
    assertFrame(frame);
    this.measure(pose, lens, conditions);
    const range = followRange(look.lastRange, measureRange(PLANES.counts, width, height), look.elapsedS);
    colourise(width, height, range, PALETTES[look.palette], Math.floor(conditions.unixMs));
    copyOut(frame);
    return range;
  }

  /** Draws temperatures only: `temperatureAt` then tells them, without the noise of the sensor. */
  measure(pose: CameraPose, lens: Lens, conditions: SceneConditions): void {
    assertConditions(conditions);
    const { width, height, view } = this;
    view.set(pose, lens, width, height);
    const { unixMs, latitudeDeg, longitudeDeg, cloudCover, airTemperatureC } = conditions;
    const day = daylightAt(unixMs, latitudeDeg, longitudeDeg, cloudCover);
    loadTextures(this.#world.materials.pool);
    PLANES.depth.fill(0, 0, width * height);
    setVisibility(this.#haze, conditions.visibilityM * CLEARER);
    this.#haze.counts = toCounts(airTemperatureC - 1);
    PLANES.counts.fill(this.#haze.counts, 0, width * height);
    this.#scene.painter.begin(view, this.#kernels);
    this.#shading.begin(airTemperatureC, day.sunWarmth);
    this.#sky.thermal(view, this.#kernels, conditions);
    this.#scene.draw(view, this.#kernels, this.#shading, day, conditions);
  }

  /** Distance along the optical axis of what the picture drawn last shows at a pixel, metres; undefined for ground and sky. */
  depthAt(x: number, y: number): number | undefined {
    return depthOf(y * this.width + x);
  }

  /** What the picture drawn last shows at a pixel. */
  temperatureAt(x: number, y: number): number {
    return toCelsius(PLANES.counts[y * this.width + x] ?? 0);
  }
}
