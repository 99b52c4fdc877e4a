import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { CameraView } from '../camera/camera-view.ts';
import { type Face, type Material, makeFace } from '../raster/face.ts';
import type { FacePainter } from '../raster/face-painter.ts';
import { PLANES } from '../raster/planes.ts';
import type { SpanKernels } from '../raster/surface.ts';
import type { Daylight } from '../sky/daylight.ts';
import { KOSCHMIEDER, longWaveVisibility } from '../sky/haze-table.ts';
import type { Texture } from '../texture/texture-pool.ts';
import { toCounts } from '../thermal/counts.ts';
import type { SceneConditions } from './conditions.ts';

/** Height of the cloud plane above the camera, and its extent. */
const CLOUD_UP_M = 1200;
const REACH_M = 400_000;
const CLOUD_TILE_M = 3600;
const STEPS = 256;
/** Height, as a share of straight up, from which the sky has its own colour. */
const CLEARING = 0.24;
/** Thickness of the haze, straight up. */
const HAZE_LAYER_M = 300;
/** Zenith temperature below that of the air; the horizon has air temperature. */
const ZENITH_BELOW_AIR_C = 48;
const CLOUD_WARMTH_C = 22;

/** Half-widths of the disc of the sun and of the glow around it, degrees. */
const DISC_DEG = 0.4;
const GLOW_DEG = 9;

/** Sky, clouds and sun. */
export class SkyPainter {
  readonly #painter: FacePainter;
  readonly #texture: Texture;
  readonly #face: Face;
  readonly #base = Float64Array.from({ length: STEPS }, (_, step) => 1 - Math.exp(-step / (STEPS - 1) / CLEARING));

  constructor(painter: FacePainter, texture: Texture) {
    this.#painter = painter;
    this.#texture = texture;
    const material: Material = {
      texture,
      hasGaps: false,
      isBright: true,
      unevenness: 0,
      warmth: { kind: 'own', lowC: 0, highC: 0 },
    };
    const far = REACH_M;
    const corners = [
      [-far, far, CLOUD_UP_M],
      [far, far, CLOUD_UP_M],
      [far, -far, CLOUD_UP_M],
      [-far, -far, CLOUD_UP_M],
    ] as const;
    this.#face = makeFace(corners, material, {
      perU: 1 / CLOUD_TILE_M,
      perV: 1 / CLOUD_TILE_M,
      from: [0, 0, CLOUD_UP_M],
    });
    const { surface } = painter;
    surface.skySteps = CLOUD_UP_M * (STEPS - 1);
  }

  /** Share of the sky's light that passes the haze below it. */
  #clear(visibilityM: number): void {
    const through = 256 * Math.exp((-KOSCHMIEDER * HAZE_LAYER_M) / visibilityM);
    const { skyClear } = this.#painter.surface;
    for (let step = 0; step < STEPS; step += 1) skyClear[step] = Math.round(through * this.#base[step]!);
  }

  /** Colour of the sky. The frame must be filled with the horizon's colour before. */
  colour(view: CameraView, kernels: SpanKernels, day: Daylight, { cloudCover, visibilityM }: SceneConditions): void {
    const s = this.#painter.surface;
    this.#clear(visibilityM);
    s.blendLuma = day.zenith.luma;
    s.blendCb = day.zenith.cb;
    s.blendCr = day.zenith.cr;
    s.gain = Math.round((10 + 80 * Math.min(0.6, cloudCover) * (1 - 0.6 * cloudCover)) * (day.horizon.luma / 200));
    this.#fill(view, kernels);
    if (day.sun.elevationDeg > -2 && visibilityM > 2000) drawSun(view, day);
  }

  thermal(
    view: CameraView,
    kernels: SpanKernels,
    { airTemperatureC: airC, cloudCover, visibilityM }: SceneConditions,
  ): void {
    const s = this.#painter.surface;
    this.#clear(longWaveVisibility(visibilityM));
    for (let step = 0; step < STEPS; step += 1) {
      const clear = s.skyClear[step]! / 256;
      s.skyCounts[step] = toCounts(airC - 1 - ZENITH_BELOW_AIR_C * (1 - 0.6 * cloudCover) * clear);
    }
    s.heatGain = Math.round((CLOUD_WARMTH_C * 50 * 256 * Math.min(1, 0.2 + cloudCover)) / 220 / 4);
    this.#fill(view, kernels);
  }

  #fill(view: CameraView, kernels: SpanKernels): void {
    this.#painter.surface.texture = this.#texture;
    this.#painter.place(view.eastM, view.northM, view.upM, 1, 0);
    if (this.#painter.aim(this.#face)) this.#painter.fill(kernels.sky);
  }
}

/** Adds the sun to the sky; later objects cover it. */
function drawSun(view: CameraView, day: Daylight): void {
  const { axes } = view;
  const elevation = day.sun.elevationDeg * RAD_PER_DEG;
  const azimuth = day.sun.azimuthDeg * RAD_PER_DEG;
  const sun = [
    Math.cos(elevation) * Math.sin(azimuth),
    Math.cos(elevation) * Math.cos(azimuth),
    Math.sin(elevation),
  ] as const;
  const along = (row: number) => axes[row]! * sun[0] + axes[row + 1]! * sun[1] + axes[row + 2]! * sun[2];
  const ahead = along(6);
  if (ahead < 0.2) return;
  const x = view.centreX + (view.focalX * along(0)) / ahead;
  const y = view.centreY + (view.focalY * along(3)) / ahead;
  const perDegX = (view.focalX * RAD_PER_DEG) / ahead;
  const perDegY = (view.focalY * RAD_PER_DEG) / ahead;
  const firstRow = Math.max(0, Math.floor(y - GLOW_DEG * perDegY));
  const lastRow = Math.min(view.height - 1, Math.ceil(y + GLOW_DEG * perDegY));
  const first = Math.max(0, Math.floor(x - GLOW_DEG * perDegX));
  const last = Math.min(view.width - 1, Math.ceil(x + GLOW_DEG * perDegX));
  for (let row = firstRow; row <= lastRow; row += 1)
    glowRow(view.width, row, first, last, (row + 0.5 - y) / perDegY, x, perDegX);
}

function glowRow(
  width: number,
  row: number,
  first: number,
  last: number,
  awayYDeg: number,
  x: number,
  perDegX: number,
): void {
  const { luma } = PLANES;
  for (let column = first; column <= last; column += 1) {
    const awayXDeg = (column + 0.5 - x) / perDegX;
    const away = Math.sqrt(awayXDeg * awayXDeg + awayYDeg * awayYDeg);
    if (away > GLOW_DEG) continue;
    const fall = 1 - away / GLOW_DEG;
    const glow = away < DISC_DEG ? 255 : 90 * fall * fall * fall + 50 * Math.max(0, 1 - away / 1.6);
    const at = row * width + column;
    luma[at] = Math.min(235, luma[at]! + glow);
  }
}
