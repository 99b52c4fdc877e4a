import type { CameraView } from '../camera/camera-view.ts';
import type { FacePainter } from '../raster/face-painter.ts';
import type { SpanKernels } from '../raster/surface.ts';
import type { Daylight } from '../sky/daylight.ts';
import type { Texture } from '../texture/texture-pool.ts';
import type { Lamp } from '../world/lights.ts';
import type { Mover } from '../world/moving.ts';
import type { SceneWorld } from '../world/world.ts';

/** A lamp is at least this large in the picture, pixels: it is seen from afar. */
const LEAST_PX = 1.6;
/** Nearer to the camera than what carries it, metres. */
const IN_FRONT_M = 0.35;
/** Slower movers are people. */
const SLOWEST_CAR_MPS = 3;
const FLASHES_PER_S = 2.1;
const FLASH_SHARE = 0.3;

interface Glow {
  readonly luma: number;
  readonly cb: number;
  readonly cr: number;
}

const GLOWS = {
  street: { luma: 228, cb: 104, cr: 136 },
  work: { luma: 235, cb: 128, cr: 128 },
  beacon: { luma: 150, cb: 196, cr: 100 },
  tail: { luma: 120, cb: 108, cr: 190 },
  fire: { luma: 170, cb: 92, cr: 166 },
} as const satisfies Record<string, Glow>;

/** Lamps as they are seen: glows over the picture, hidden by what is nearer. */
export class LampPainter {
  readonly #painter: FacePainter;
  readonly #texture: Texture;
  readonly #world: SceneWorld;

  constructor(painter: FacePainter, world: SceneWorld) {
    this.#painter = painter;
    this.#texture = world.materials.textures.glow;
    this.#world = world;
  }

  draw(view: CameraView, kernels: SpanKernels, { lamps: dark }: Daylight, timeS: number): void {
    const { fire, lights, movers } = this.#world;
    const night = Math.min(1, dark / 0.6);
    for (const [index, lamp] of lights.lamps.entries()) {
      if (lamp.look === 'beacon') this.#beacon(view, kernels, lamp, night, (timeS * FLASHES_PER_S + index * 0.37) % 1);
      else if (night > 0) this.#glow(view, kernels, lamp, lamp.radiusM, GLOWS[lamp.look], night);
    }
    if (night === 0) return;
    for (const mover of movers) if (mover.speedMps > SLOWEST_CAR_MPS) this.#car(view, kernels, mover, night);
    this.#glow(view, kernels, { ...fire, upM: fire.upM + 4 }, 16, GLOWS.fire, 0.25 * night);
  }

  #beacon(view: CameraView, kernels: SpanKernels, lamp: Lamp, night: number, phase: number): void {
    if (phase > FLASH_SHARE) return;
    this.#glow(view, kernels, lamp, lamp.radiusM, GLOWS.beacon, 1);
    if (night > 0) this.#glow(view, kernels, lamp, 5 * lamp.radiusM, GLOWS.beacon, 0.3 * night);
  }

  /** Headlights in front, red ones behind: those that point to the camera. */
  #car(view: CameraView, kernels: SpanKernels, { body }: Mover, night: number): void {
    const { cos, eastM, northM, sin } = body;
    const isComing = (view.eastM - eastM) * cos + (view.northM - northM) * sin > 0;
    const x = isComing ? 2.3 : -2.3;
    for (const y of [-0.65, 0.65]) {
      const place = { eastM: eastM + x * cos - y * sin, northM: northM + x * sin + y * cos, upM: 0.75 };
      this.#glow(view, kernels, place, isComing ? 0.6 : 0.35, isComing ? GLOWS.work : GLOWS.tail, night);
    }
  }

  #glow(
    view: CameraView,
    kernels: SpanKernels,
    { eastM, northM, upM }: Pick<Lamp, 'eastM' | 'northM' | 'upM'>,
    radiusM: number,
    { cb, cr, luma }: Glow,
    strength: number,
  ): void {
    const east = view.eastM - eastM;
    const north = view.northM - northM;
    const up = view.upM - upM;
    const distanceM = Math.sqrt(east * east + north * north + up * up);
    const seenM = Math.max(radiusM, (LEAST_PX * distanceM) / view.focalX);
    if (this.#painter.sizeAt(eastM, northM, upM, seenM) < 1) return;
    const share = Math.min(0.5, IN_FRONT_M / distanceM);
    const { surface } = this.#painter;
    surface.texture = this.#texture;
    surface.density = Math.round(255 * strength);
    surface.blendLuma = luma;
    surface.blendCb = cb;
    surface.blendCr = cr;
    this.#painter.place(eastM + share * east, northM + share * north, upM + share * up, 1, 0);
    this.#painter.sprite(0, 0, 0, seenM, kernels.smoke);
  }
}
