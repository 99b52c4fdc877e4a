import { SharedWork } from './shared-parts.ts';
import { HEAD_BYTES, MOST_TEXTURES, textureMemory } from './texture-memory.ts';

/** One point of a texture while it is painted. */
export interface Texel {
  /** Position: to the right and down, 0 to 1. Fields rather than arguments, because passed numbers would be boxed. */
  u: number;
  v: number;
  /** 0 to 255. */
  red: number;
  green: number;
  blue: number;
  /** Heat for the thermal camera, 1 to 255; the material defines its meaning. */
  heat: number;
  /** False where transparent. */
  isSolid: boolean;
}

/** Definition of a texture. */
export interface TextureRecipe {
  /** Log2 of width and height. */
  readonly bits: number;
  readonly paint: (texel: Texel) => void;
}

/**
 * Location of a texture in the pool. Level 0 is the sharpest; chroma has half the resolution of luma at every level.
 */
export interface Texture {
  readonly bits: number;
  readonly lumaAt: Int32Array;
  readonly chromaAt: Int32Array;
  /** Maximum luma: light must not overflow it. */
  readonly peakLuma: number;
}

/** All textures with their mip levels in four arrays, so that the inner loops always read the same ones. */
export interface TexturePool {
  readonly luma: Uint8Array;
  readonly heat: Uint8Array;
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
}

/** Luma of a transparent texel; painted luma is never that dark. */
export const CLEAR = 0;

const DARKEST_LUMA = 16;

/** Paints all recipes into one pool. @param memory of `textureMemory`, with the textures that other threads have painted */
export function buildTextures<Name extends string>(
  recipes: Readonly<Record<Name, TextureRecipe>>,
  memory = textureMemory(),
): { pool: TexturePool; textures: Record<Name, Texture> } {
  const all = Object.entries(recipes) as [Name, TextureRecipe][];
  const places = layOut(all.map(([, { bits }]) => bits));
  const { pool, peaks, states } = poolIn(memory, places);
  new SharedWork(states).make((index) => {
    const [, recipe] = all[index] as [Name, TextureRecipe];
    peaks[index] = paintTexture(pool, recipe, places.textures[index] as TexturePlace);
  });
  const textures = all.map(([name], index) => [name, { ...places.textures[index], peakLuma: peaks[index] }]);
  return { pool, textures: Object.fromEntries(textures) as Record<Name, Texture> };
}

type TexturePlace = Omit<Texture, 'peakLuma'>;

/** Where the levels of textures of these sizes lie, one texture after the other. */
function layOut(sizes: readonly number[]) {
  let lumaSize = 0;
  let chromaSize = 0;
  const textures = sizes.map((bits): TexturePlace => {
    const lumaAt = new Int32Array(bits + 1);
    const chromaAt = new Int32Array(bits + 1);
    for (let level = 0; level <= bits; level += 1) {
      lumaAt[level] = lumaSize;
      // The chroma of a single texel is that of the level above.
      chromaAt[level] = level < bits ? chromaSize : (chromaAt[level - 1] ?? 0);
      lumaSize += 1 << (2 * (bits - level));
      if (level < bits) chromaSize += 1 << (2 * (bits - 1 - level));
    }
    chromaSize += 1;
    return { bits, lumaAt, chromaAt };
  });
  return { textures, lumaSize, chromaSize };
}

/** @throws RangeError for textures that do not fit */
function poolIn(
  memory: SharedArrayBuffer,
  { chromaSize, lumaSize, textures: { length: count } }: ReturnType<typeof layOut>,
) {
  if (count > MOST_TEXTURES) throw new RangeError(`there are ${count} textures, at most ${MOST_TEXTURES} fit`);
  let end = HEAD_BYTES;
  const plane = (size: number): Uint8Array => {
    end += size;
    return new Uint8Array(memory, end - size, size);
  };
  const pool = { luma: plane(lumaSize), heat: plane(lumaSize), cb: plane(chromaSize), cr: plane(chromaSize) };
  return { pool, states: new Int32Array(memory, 0, count), peaks: new Int32Array(memory, 4 * MOST_TEXTURES, count) };
}

/** @returns its peak luma */
function paintTexture(pool: TexturePool, recipe: TextureRecipe, { bits, chromaAt, lumaAt }: TexturePlace): number {
  const peakLuma = paintSharpest(pool, recipe, lumaAt[0] ?? 0, chromaAt[0] ?? 0);
  for (let level = 1; level <= bits; level += 1) {
    const size = 1 << (bits - level);
    halveLuma(pool, lumaAt[level - 1] ?? 0, lumaAt[level] ?? 0, size);
    if (size === 1) continue;
    for (const plane of [pool.cb, pool.cr]) halve(plane, chromaAt[level - 1] ?? 0, chromaAt[level] ?? 0, size / 2);
  }
  return peakLuma;
}

/** Paints level 0 as BT.709 in limited range. */
function paintSharpest(pool: TexturePool, recipe: TextureRecipe, lumaStart: number, chromaStart: number): number {
  const size = 1 << recipe.bits;
  const { paint } = recipe;
  const texel: Texel = { u: 0.5, v: 0.5, red: 0.5, green: 0.5, blue: 0.5, heat: 0.5, isSolid: true };
  let peak = 0;
  let lumaAt = lumaStart;
  let chromaAt = chromaStart;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      texel.heat = 128;
      texel.isSolid = true;
      texel.u = (column + 0.5) / size;
      texel.v = (row + 0.5) / size;
      paint(texel);
      const luma = texel.isSolid ? Math.max(DARKEST_LUMA, texelLuma(texel.red, texel.green, texel.blue)) : CLEAR;
      if (luma > peak) peak = luma;
      pool.luma[lumaAt] = luma;
      pool.heat[lumaAt] = texel.isSolid ? Math.max(1, Math.min(255, texel.heat)) : CLEAR;
      lumaAt += 1;
      if (((row | column) & 1) !== 0) continue;
      pool.cb[chromaAt] = blueDifference(texel.red, texel.green, texel.blue) + 0.5;
      pool.cr[chromaAt] = redDifference(texel.red, texel.green, texel.blue) + 0.5;
      chromaAt += 1;
    }
  }
  return peak;
}

/** BT.709, limited range. */
export const texelLuma = (red: number, green: number, blue: number): number =>
  Math.round(16 + 0.1826 * red + 0.6142 * green + 0.062 * blue);
export const blueDifference = (red: number, green: number, blue: number): number =>
  128 - 0.1006 * red - 0.3386 * green + 0.4392 * blue;
export const redDifference = (red: number, green: number, blue: number): number =>
  128 + 0.4392 * red - 0.3989 * green - 0.0403 * blue;

/** The next level of luma and heat: means of the solid texels of four, transparent where most of them are. */
function halveLuma({ luma, heat }: TexturePool, above: number, here: number, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const a = above + 4 * row * size + 2 * column;
      const c = a + 2 * size;
      const lumaSum = luma[a]! + luma[a + 1]! + luma[c]! + luma[c + 1]!;
      const heatSum = heat[a]! + heat[a + 1]! + heat[c]! + heat[c + 1]!;
      // Transparent texels are 0 in both, so that only solid ones contribute.
      const solid =
        (luma[a] === CLEAR ? 0 : 1) +
        (luma[a + 1] === CLEAR ? 0 : 1) +
        (luma[c] === CLEAR ? 0 : 1) +
        (luma[c + 1] === CLEAR ? 0 : 1);
      if (solid < 2) continue;
      luma[here + row * size + column] = lumaSum / solid + 0.5;
      heat[here + row * size + column] = heatSum / solid + 0.5;
    }
  }
}

function halve(plane: Uint8Array, above: number, here: number, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const at = above + 4 * row * size + 2 * column;
      const sum =
        (plane[at] ?? 0) + (plane[at + 1] ?? 0) + (plane[at + 2 * size] ?? 0) + (plane[at + 2 * size + 1] ?? 0);
      plane[here + row * size + column] = (sum + 2) >> 2;
    }
  }
}
