import type { CameraView, ScenePoint } from '../camera/camera-view.ts';
import { GroundPainter } from '../ground/ground-painter.ts';
import { type GroundSheet, groundSheet } from '../ground/ground-sheet.ts';
import { sunShade } from '../ground/sun-shade.ts';
import type { Face, Material } from '../raster/face.ts';
import { FacePainter } from '../raster/face-painter.ts';
import { type SpanFn, type SpanKernels, Surface } from '../raster/surface.ts';
import type { Daylight } from '../sky/daylight.ts';
import { toCounts } from '../thermal/counts.ts';
import { type Body, UNPAINTED } from '../world/body.ts';
import { FLAMES, flameAt, makePuff, PUFFS, smokeAt } from '../world/fire.ts';
import { type LocalLight, NO_LIGHT } from '../world/lights.ts';
import { moveTo } from '../world/moving.ts';
import { TETHER_EXIT_UP_M } from '../world/shapes/vehicles.ts';
import type { SceneWorld } from '../world/world.ts';
import type { SceneConditions } from './conditions.ts';
import { LampPainter } from './lamp-painter.ts';
import { type CameraPoint, drawLine, type LineLook } from './line.ts';
import { NightLight } from './night-light.ts';
import type { Shading } from './shading.ts';
import { ShadowPainter } from './shadow-painter.ts';

/** Bounding radius in pixels below which a body is skipped; below the second one it is drawn simplified. */
const SMALLEST_PX = 1;
const SIMPLE_BELOW_PX = 24;
/** Whether a body of this bounding radius is drawn by its simplified shape. */
export const isDrawnSimply = (sizePx: number): boolean => sizePx < SIMPLE_BELOW_PX;
/** Distance classes for front-to-back order: hidden pixels cost least. */
const BUCKETS = 64;
const BUCKET_M = 8;
const COOL_SMOKE = 0.06;
const TETHER_M = 0.006;
/** Position of the camera in front of, and below, the tether's attachment. */
const TETHER_BEHIND_M = 0.28;
const TETHER_ABOVE_M = 0.1;

/** Draws the world into a surface, in colour or as temperatures: the same faces in the same order. */
export class ScenePainter {
  readonly surface = new Surface();
  readonly painter = new FacePainter(this.surface);
  readonly #world: SceneWorld;
  readonly #shadows: ShadowPainter;
  readonly #bodies: readonly Body[];
  readonly #first = new Int32Array(BUCKETS);
  readonly #next: Int32Array;
  /** Bounding sphere of each body: East, North, up, radius. Side by side, because most are only found to be out of sight. */
  readonly #balls: Float64Array;
  readonly #sizesPx: Float64Array;
  readonly #puff = makePuff();
  readonly #from: CameraPoint = { x: 0.5, y: 0.5, z: 0.5 };
  readonly #to: CameraPoint = { x: 0.5, y: 0.5, z: 0.5 };
  readonly #gridCos: number;
  readonly #gridSin: number;
  readonly #flames: readonly Material[];
  readonly #ground: GroundPainter;
  readonly #lamps: LampPainter;
  readonly #night: NightLight;
  readonly #near: LocalLight = { ...NO_LIGHT };
  #isNight = false;
  #sun: Daylight['towards'] = { east: 0, north: 0, up: 1 };

  constructor(world: SceneWorld) {
    this.#world = world;
    const m = world.materials.of;
    const round: Material = { ...m.crownA, texture: world.materials.textures.shade };
    this.#shadows = new ShadowPainter(this.painter, m.plain, round);
    this.#bodies = [...world.bodies, ...world.movers.map(({ body }) => body)];
    this.#next = new Int32Array(this.#bodies.length);
    this.#sizesPx = new Float64Array(this.#bodies.length);
    this.#balls = Float64Array.from(
      this.#bodies.flatMap(({ eastM, northM, shape, upM }) => [eastM, northM, upM + shape.midUpM, shape.radiusM]),
    );
    this.#gridCos = Math.cos(world.grid.headingRad);
    this.#gridSin = Math.sin(world.grid.headingRad);
    this.#flames = [m.flameA, m.flameB, m.flameC];
    this.#lamps = new LampPainter(this.painter, world);
    this.#night = new NightLight(world);
    this.#ground = new GroundPainter(this.painter, m.tar, world.grid.headingRad);
  }

  /** Ground, buildings and plants: all that depends on pose, sun and weather only. Frame, haze and depths of the surface must be set. */
  drawStill(
    view: CameraView,
    kernels: SpanKernels,
    shading: Shading,
    day: Daylight,
    conditions: SceneConditions,
  ): void {
    this.#begin(day, shading);
    this.#level(view, this.#sheet(shading), kernels, shading, conditions);
    this.#drawBodies(view, 0, this.#world.bodies.length, kernels, shading);
  }

  /** Vehicles, people, fire and the tether, over the static objects. @param camera position at which the tether ends */
  drawMoving(
    view: CameraView,
    kernels: SpanKernels,
    shading: Shading,
    day: Daylight,
    conditions: SceneConditions,
    camera: ScenePoint = view,
  ): void {
    this.#begin(day, shading);
    this.#move(conditions.unixMs / 1000);
    this.#drawBodies(view, this.#world.bodies.length, this.#bodies.length, kernels, shading);
    // After the objects, so that hidden ground is not shaded.
    this.#castShadows(this.#sheet(shading), kernels.shade, day);
    if (!shading.isThermal) this.#lamps.draw(view, kernels, day, conditions.unixMs / 1000);
    this.#fire(kernels, shading, conditions, day);
    this.#tether(view, camera, shading, conditions);
  }

  #begin({ lamps, towards }: Daylight, { isThermal }: Shading): void {
    this.#sun = towards;
    this.#isNight = lamps > 0 && !isThermal;
  }

  #sheet({ isThermal }: Shading): GroundSheet {
    return groundSheet(this.#world, isThermal ? 'heat' : 'colour');
  }

  /** From near to far. @param from, to indices of the bodies */
  #drawBodies(view: CameraView, from: number, to: number, kernels: SpanKernels, shading: Shading): void {
    this.#sort(view, from, to);
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      for (let index = this.#first[bucket]!; index >= 0; index = this.#next[index]!) {
        const isSimple = isDrawnSimply(this.#sizesPx[index]!);
        this.#body(index, isSimple, kernels, shading);
      }
    }
  }

  #move(timeS: number): void {
    let at = 4 * this.#world.bodies.length;
    for (const mover of this.#world.movers) {
      moveTo(mover, timeS, this.#gridCos, this.#gridSin);
      this.#balls[at] = mover.body.eastM;
      this.#balls[at + 1] = mover.body.northM;
      at += 4;
    }
  }

  /** The ground and everything on it, then water, which has its own light and temperature. */
  #level(
    view: CameraView,
    sheet: GroundSheet,
    kernels: SpanKernels,
    shading: Shading,
    conditions: SceneConditions,
  ): void {
    const { surface, painter } = this;
    surface.texture = sheet.anyTexture;
    // Its tiles are painted darker where no lamp lights them.
    if (this.#isNight) shading.near = BELOW_A_LAMP;
    shading.light(surface, this.#world.materials.of.tar, this.#sun.up, 1, UNPAINTED, 1);
    shading.near = NO_LIGHT;
    this.#ground.draw(view, sheet, kernels.ground, conditions);
    for (const face of this.#world.waters) {
      surface.texture = face.material.texture;
      if (!painter.aim(face)) continue;
      shading.light(surface, face.material, this.#sun.up, 1, UNPAINTED, 1);
      painter.fill(kernels.cover);
    }
  }

  /** Shadows of moving objects: all others are painted on the ground. */
  #castShadows(sheet: GroundSheet, span: SpanFn, day: Daylight): void {
    const shade = sunShade(day, this.#gridCos, this.#gridSin);
    if (shade.density === 0) return;
    this.surface.density = shade.density;
    this.surface.blendCounts = Math.round(toCounts(7 * day.sunWarmth) - toCounts(0));
    this.#shadows.begin(day);
    for (const { body } of this.#world.movers) {
      if (this.#shadows.isSeen(body) && !sheet.mask.isShaded(body.eastM, body.northM, shade)) {
        this.#shadows.draw(body, span);
      }
    }
  }

  /** Sorts the visible bodies by distance along the optical axis. */
  #sort(view: CameraView, from: number, to: number): void {
    const first = this.#first.fill(-1);
    const balls = this.#balls;
    const aheadEast = view.axes[6]!;
    const aheadNorth = view.axes[7]!;
    for (let index = from; index < to; index += 1) {
      const eastM = balls[4 * index]!;
      const northM = balls[4 * index + 1]!;
      const sizePx = this.painter.sizeAt(eastM, northM, balls[4 * index + 2]!, balls[4 * index + 3]!);
      if (sizePx < SMALLEST_PX) continue;
      this.#sizesPx[index] = sizePx;
      const depthM = (eastM - view.eastM) * aheadEast + (northM - view.northM) * aheadNorth;
      const bucket = Math.max(0, Math.min(BUCKETS - 1, (depthM / BUCKET_M) | 0));
      this.#next[index] = first[bucket]!;
      first[bucket] = index;
    }
  }

  #body(index: number, isSimple: boolean, kernels: SpanKernels, shading: Shading): void {
    const { painter } = this;
    const body = this.#bodies[index] as Body;
    const isMoving = index >= this.#world.bodies.length;
    const still = this.#isNight && !isMoving ? this.#night.ofStill(body, isSimple) : undefined;
    if (this.#isNight && isMoving) shading.near = this.#night.ofMoving(body);
    const { shape, cos, sin } = body;
    painter.place(body.eastM, body.northM, body.upM, cos, sin);
    // The sun in the frame of the body.
    const sunX = this.#sun.east * cos + this.#sun.north * sin;
    const sunY = this.#sun.north * cos - this.#sun.east * sin;
    const faces = isSimple ? shape.farFaces : shape.faces;
    for (let at = 0; at < faces.length; at += 1) {
      if (still !== undefined) this.#light(shading, still, at);
      this.#face(faces[at] as Face, body, sunX, sunY, kernels, shading);
    }
    if (still !== undefined) this.#light(shading, still, faces.length);
    for (const sprite of isSimple ? shape.farSprites : shape.sprites) {
      this.surface.texture = sprite.material.texture;
      // Leaves face all directions: half of them are in the sun.
      shading.light(this.surface, sprite.material, 0.62, 0.5, body.paint, sprite.gain);
      painter.sprite(sprite.x, sprite.y, sprite.up, sprite.radiusM, kernels.leaves);
    }
    shading.near = NO_LIGHT;
  }

  /** Light of the lamps on a face of a static body. */
  #light(shading: Shading, still: Float32Array, face: number): void {
    const near = this.#near;
    near.light = still[3 * face]!;
    near.cb = still[3 * face + 1]!;
    near.cr = still[3 * face + 2]!;
    shading.near = near;
  }

  #face(face: Face, body: Body, sunX: number, sunY: number, kernels: SpanKernels, shading: Shading): void {
    const { surface, painter } = this;
    surface.texture = face.material.texture;
    if (!painter.aim(face)) return;
    const { normal } = face;
    const up = normal[2]!;
    const facing = normal[0]! * sunX + normal[1]! * sunY + up * this.#sun.up;
    // Leaves are lit from both sides.
    const sunShare = face.isTwoSided ? 0.3 + 0.5 * Math.abs(facing) : facing;
    shading.light(surface, face.material, sunShare, up, body.paint, 1);
    if (face.material.hasGaps) painter.fill(kernels.cutout);
    else painter.fill(kernels.solid, kernels.plain);
  }

  #fire(kernels: SpanKernels, shading: Shading, conditions: SceneConditions, day: Daylight): void {
    const { fire } = this.#world;
    const { surface, painter } = this;
    const puff = this.#puff;
    const timeS = conditions.unixMs / 1000;
    for (let index = 0; index < FLAMES; index += 1) {
      flameAt(fire, index, timeS, puff);
      const material = this.#flames[(index + Math.floor(timeS * 7)) % this.#flames.length] as Material;
      surface.texture = material.texture;
      painter.place(puff.eastM, puff.northM, puff.upM, 1, 0);
      if (painter.sizeAt(puff.eastM, puff.northM, puff.upM, puff.radiusM) < SMALLEST_PX) continue;
      shading.light(surface, material, 1, 1, UNPAINTED, 1);
      painter.sprite(0, 0, 0, puff.radiusM, kernels.leaves);
    }
    this.#smoke(kernels, shading, conditions, day, timeS);
  }

  #smoke(kernels: SpanKernels, shading: Shading, conditions: SceneConditions, day: Daylight, timeS: number): void {
    const { fire, materials } = this.#world;
    const { surface, painter } = this;
    const puff = this.#puff;
    const wind = { eastMps: conditions.windEastMps, northMps: conditions.windNorthMps };
    const texture = materials.textures.puff;
    surface.texture = texture;
    const light = Math.min(1, day.ambient + 0.5 * day.direct);
    for (let index = 0; index < PUFFS; index += 1) {
      smokeAt(fire, index, timeS, wind, puff);
      painter.place(puff.eastM, puff.northM, puff.upM, 1, 0);
      if (painter.sizeAt(puff.eastM, puff.northM, puff.upM, puff.radiusM) < SMALLEST_PX) continue;
      // Long-wave infrared passes through cooled smoke.
      if (shading.isThermal && puff.heat < COOL_SMOKE) continue;
      surface.density = Math.round(256 * puff.density * (shading.isThermal ? 0.6 * puff.heat : 1));
      // Dark at its base, lit from below by the flames, lighter as it thins.
      surface.blendLuma = Math.round(20 + (16 + 95 * (1 - puff.soot)) * light + 40 * puff.heat);
      surface.blendCb = Math.round(128 - 14 * puff.heat);
      surface.blendCr = Math.round(128 + 18 * puff.heat);
      surface.blendCounts = toCounts(conditions.airTemperatureC + 1 + 240 * puff.heat);
      painter.sprite(0, 0, 0, puff.radiusM, kernels.smoke);
    }
  }

  #tether(view: CameraView, camera: ScenePoint, shading: Shading, { tether, airTemperatureC }: SceneConditions): void {
    if (tether !== undefined && tether.length < 2) return;
    const look: LineLook = { ...TETHER_LOOK, isThermal: shading.isThermal, counts: toCounts(airTemperatureC + 9) };
    const fastened = {
      eastM: camera.eastM - TETHER_BEHIND_M * view.axes[6]!,
      northM: camera.northM - TETHER_BEHIND_M * view.axes[7]!,
      upM: camera.upM + TETHER_ABOVE_M,
    };
    this.#toCamera(view, camera, tether?.[0] ?? { eastM: 0, northM: 0, upM: TETHER_EXIT_UP_M }, this.#from);
    const last = tether === undefined ? 1 : tether.length - 1;
    for (let index = 1; index <= last; index += 1) {
      const point = index === last ? fastened : (tether?.[index] ?? fastened);
      this.#toCamera(view, camera, point, this.#to);
      drawLine(view, this.#from, this.#to, TETHER_M, look, this.painter.touched);
      Object.assign(this.#from, this.#to);
    }
  }

  #toCamera({ axes }: CameraView, { eastM, northM, upM }: ScenePoint, point: ScenePoint, out: CameraPoint): void {
    const east = point.eastM - eastM;
    const north = point.northM - northM;
    const up = point.upM - upM;
    out.x = axes[0]! * east + axes[1]! * north + axes[2]! * up;
    out.y = axes[3]! * east + axes[4]! * north + axes[5]! * up;
    out.z = axes[6]! * east + axes[7]! * north + axes[8]! * up;
  }
}

const BELOW_A_LAMP: LocalLight = { light: 1, cb: 0, cr: 0 };
const TETHER_LOOK = { luma: 208, cb: 112, cr: 140 } as const;
