import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import type { Lens } from '../camera/lens.ts';
import { type CameraMotion, STILL } from '../camera/motion.ts';
import type { CameraPose } from '../camera/pose.ts';
import { FEW, lagFor, marginFor, Shutter, samplesFor } from '../exposure/shutter.ts';
import type { MaskedArea } from '../privacy/masked-area.ts';
import { copyOut, type YuvFrame } from '../raster/canvas.ts';
import { clearDepths, loadTextures, PLANES } from '../raster/planes.ts';
import { thermalKernels } from '../simd/kernels.ts';
import { daylightAt } from '../sky/daylight.ts';
import { fogCover, longWaveVisibility, setVisibility, visibilityInRain } from '../sky/haze-table.ts';
import { colourise } from '../thermal/colourise.ts';
import { toCelsius, toCounts } from '../thermal/counts.ts';
import { PALETTES } from '../thermal/palettes.ts';
import { followRange, measureRange, type ThermalRange } from '../thermal/thermal-range.ts';
import type { SceneWorld } from '../world/world.ts';
import { assertConditions, type SceneConditions } from './conditions.ts';
import { SceneRenderer } from './scene-renderer.ts';
import { ThermalShading } from './shading.ts';

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
export class ThermalRenderer extends SceneRenderer {
  readonly #shading = new ThermalShading();

  /** @throws RangeError for an odd size */
  constructor(world: SceneWorld, width: number, height: number, kernels = thermalKernels()) {
    super(world, width, height, kernels, THERMAL_READOUT_S);
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
    this.assertSized(frame);
    this.measure(pose, lens, conditions, motion);
    look.hidden?.fill(PLANES.counts, this.haze.counts);
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
    lagFor(this.timing, LAG_S, FEW);
    const reachPx = Shutter.reachPx(view, motion, pose.rollDeg, this.timing);
    const margin = marginFor(reachPx);
    this.widen(margin);
    const { unixMs, latitudeDeg, longitudeDeg, cloudCover, airTemperatureC } = conditions;
    const day = daylightAt(unixMs, latitudeDeg, longitudeDeg, cloudCover);
    loadTextures(this.world.materials.pool);
    clearDepths(view.width * view.height);
    const visibilityM = visibilityInRain(longWaveVisibility(conditions.visibilityM), conditions.rainMmph);
    setVisibility(this.haze, visibilityM);
    const temperatureAt = (x: number, y: number) => this.temperatureAt(x, y);
    this.last = { conditions, visibilityM, temperatureAt, ...(reachPx > 0 && { displacement: this.displacement }) };
    this.haze.counts = toCounts(airTemperatureC - 1);
    PLANES.counts.fill(this.haze.counts, 0, view.width * view.height);
    this.scene.painter.begin(view, this.kernels);
    this.#shading.begin(airTemperatureC, day.sunWarmth * (1 - WARMTH_LOST_IN_FOG * fog));
    this.sky.thermal(view, this.kernels, conditions);
    this.scene.drawStill(view, this.kernels, this.#shading, day, conditions);
    this.scene.drawMoving(view, this.kernels, this.#shading, day, conditions);
    if (reachPx === 0) return;
    lagFor(this.timing, LAG_S, samplesFor(reachPx));
    this.shutter.begin(view, motion, pose.rollDeg, this.timing, margin);
    this.shutter.thermal(width, height);
  }

  /** Temperature at a pixel of the last picture. */
  temperatureAt(x: number, y: number): number {
    return toCelsius(PLANES.counts[y * this.width + x] ?? 0);
  }
}
