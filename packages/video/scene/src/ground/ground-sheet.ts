import { COLOUR_TILES, HEAT_TILES, TILE_BITS, TILE_CHROMA, TILE_TEXELS } from '../raster/ground-texels.ts';
import { SHADE_WARMTH } from '../render/shading.ts';
import type { Texture } from '../texture/texture-pool.ts';
import type { SceneLight } from '../world/lights.ts';
import type { SceneWorld } from '../world/world.ts';
import { type GroundPatch, groundPatch } from './ground-patch.ts';
import { type GroundTile, type TexelGrid, texelGrid } from './ground-tile.ts';
import { inGrid, lightGround } from './lamp-light.ts';
import { ShadowMask } from './shadow-mask.ts';
import type { SunShade } from './sun-shade.ts';
import { beginTile, halveColour, halveHeat, paintColour, paintHeat, shadeColour, shadeHeat } from './tile-painter.ts';

/** Steps of heat between ground in full sun and in the shade: 7 K of the sun's maximum of 26 K. */
const SHADE_STEPS = (7 / 26) * 255;

type SheetKind = 'colour' | 'heat';

/** Everything on the ground of a world, painted tile by tile on demand, at the resolution needed. */
export class GroundSheet {
  readonly mask: ShadowMask;
  readonly kind: SheetKind;
  readonly #patches: readonly GroundPatch[];
  readonly #lights: readonly SceneLight[];
  readonly #uneven: Int8Array;
  readonly #textures: readonly Texture[];
  readonly #slots = new Map<number, number>();
  readonly #keys: Int32Array;
  readonly #usedAt: Float64Array;
  readonly #shades: (SunShade | undefined)[];
  /** Tiles on which no shadow lay when they were painted. */
  readonly #isSunny: Uint8Array;
  readonly #grid: TexelGrid = { left: 0.5, top: 0.5, stepM: 0.5 };
  #uses = 0;

  constructor(world: SceneWorld, kind: SheetKind) {
    const { materials, grid } = world;
    const cos = Math.cos(grid.headingRad);
    const sin = Math.sin(grid.headingRad);
    this.kind = kind;
    this.#patches = [...world.ground, ...world.covers].map(groundPatch);
    this.mask = new ShadowMask(world.bodies, cos, sin, materials.textures.shade, materials.pool.luma);
    this.#lights = inGrid(world.lights.lights, cos, sin);
    this.#uneven = materials.uneven;
    const count = kind === 'colour' ? COLOUR_TILES : HEAT_TILES;
    this.#textures = Array.from({ length: count }, (_, slot) => tileTexture(slot));
    this.#keys = new Int32Array(count).fill(-1);
    this.#usedAt = new Float64Array(count);
    this.#shades = Array.from({ length: count });
    this.#isSunny = new Uint8Array(count);
  }

  /** Reference of the light: the same for all tiles. */
  get anyTexture(): Texture {
    return this.#textures[0] as Texture;
  }

  /** Discards the tiles: another world has used their memory. */
  forget(): void {
    this.#slots.clear();
    this.#keys.fill(-1);
    this.#usedAt.fill(0);
  }

  /**
   * A tile as a texture, valid until the next call.
   * @param key of the tile: unique by position and size
   */
  texture(key: number, tile: GroundTile, shade: SunShade): Texture {
    const found = this.#slots.get(key);
    const slot = found ?? this.#oldest();
    this.#uses += 1;
    this.#usedAt[slot] = this.#uses;
    if (found === undefined || !(isSame(this.#shades[slot], shade) || this.#staysSunny(slot, tile, shade))) {
      this.#slots.delete(this.#keys[slot]!);
      this.#slots.set(key, slot);
      this.#keys[slot] = key;
      this.#paint(slot, tile, shade);
    }
    this.#shades[slot] = shade;
    return this.#textures[slot] as Texture;
  }

  /** The sun has moved, and still no shadow lies on a tile: it would be painted as it is. */
  #staysSunny(slot: number, tile: GroundTile, shade: SunShade): boolean {
    if (this.#isSunny[slot] !== 1 || this.#shades[slot]?.unlit !== shade.unlit) return false;
    return !this.mask.set(texelGrid(tile, this.#grid), shade);
  }

  #oldest(): number {
    const usedAt = this.#usedAt;
    let oldest = 0;
    for (let slot = 1; slot < usedAt.length; slot += 1) {
      if (usedAt[slot]! < usedAt[oldest]!) oldest = slot;
    }
    return oldest;
  }

  #paint(slot: number, tile: GroundTile, shade: SunShade): void {
    const grid = texelGrid(tile, this.#grid);
    const sideM = grid.stepM * (1 << TILE_BITS);
    const right = grid.left + sideM;
    const bottom = grid.top - sideM;
    const isColour = this.kind === 'colour';
    beginTile(this.kind, slot, grid, this.#uneven);
    for (const patch of this.#patches) {
      if (patch.fromX > right || patch.toX < grid.left || patch.fromY > grid.top || patch.toY < bottom) continue;
      if (isColour) paintColour(slot, patch, grid);
      else paintHeat(slot, patch, grid);
    }
    const hasShadow = this.mask.set(grid, shade);
    this.#isSunny[slot] = hasShadow ? 0 : 1;
    if (hasShadow) {
      const sun = SHADE_WARMTH + (1 - SHADE_WARMTH) * shade.sunUp;
      if (isColour) shadeColour(slot, shade.density);
      else shadeHeat(slot, Math.round(SHADE_STEPS / sun));
    }
    if (isColour && shade.unlit < 256) lightGround(slot, grid, this.#lights, shade.unlit);
    if (isColour) halveColour(slot);
    else halveHeat(slot);
  }
}

const isSame = (a: SunShade | undefined, b: SunShade): boolean =>
  a === b ||
  (a !== undefined &&
    a.perHeightX === b.perHeightX &&
    a.perHeightY === b.perHeightY &&
    a.density === b.density &&
    a.unlit === b.unlit &&
    a.sunUp === b.sunUp);

/** Reference luma of the light: the maximum of all texels. */
const PEAK_LUMA = 225;

function tileTexture(slot: number): Texture {
  const lumaAt = new Int32Array(TILE_BITS + 1);
  const chromaAt = new Int32Array(TILE_BITS + 1);
  let luma = slot * TILE_TEXELS;
  let chroma = slot * TILE_CHROMA;
  for (let level = 0; level <= TILE_BITS; level += 1) {
    lumaAt[level] = luma;
    chromaAt[level] = chroma;
    luma += 1 << (2 * (TILE_BITS - level));
    if (level < TILE_BITS - 1) chroma += 1 << (2 * (TILE_BITS - 1 - level));
  }
  return { bits: TILE_BITS, lumaAt, chromaAt, peakLuma: PEAK_LUMA };
}

const sheets: Record<SheetKind, WeakMap<SceneWorld, GroundSheet>> = { colour: new WeakMap(), heat: new WeakMap() };
const current: Record<SheetKind, GroundSheet | undefined> = { colour: undefined, heat: undefined };

/** Ground of the current world: the tile memory is shared by all worlds of a thread. */
export function groundSheet(world: SceneWorld, kind: SheetKind): GroundSheet {
  let sheet = sheets[kind].get(world);
  if (sheet === undefined) {
    sheet = new GroundSheet(world, kind);
    sheets[kind].set(world, sheet);
  }
  if (current[kind] !== sheet) {
    sheet.forget();
    current[kind] = sheet;
  }
  return sheet;
}
