import type { Material, Warmth } from '../raster/face.ts';
import { buildingTextures, type WallName } from '../texture/building-textures.ts';
import { groundTextures } from '../texture/ground-textures.ts';
import { objectTextures } from '../texture/object-textures.ts';
import { buildTextures, type Texel, type Texture, type TexturePool } from '../texture/texture-pool.ts';
import { TileNoise } from '../texture/tile-noise.ts';

/* Warmth in the sun and above the air: round figures of what thermography of towns shows in summer. */
const GROUND: Warmth = { kind: 'weather', offsetC: -1, sunC: 26 };
const WALL: Warmth = { kind: 'weather', offsetC: 1, sunC: 22 };
const ROOF: Warmth = { kind: 'weather', offsetC: -2, sunC: 32 };
const PLANT: Warmth = { kind: 'weather', offsetC: -1, sunC: 10 };
const CAR: Warmth = { kind: 'engine', spanC: 5 };
const DRIVEN: Warmth = { kind: 'engine', spanC: 45 };
/** Pumps and motors of fire engines run. */
const IN_USE: Warmth = { kind: 'engine', spanC: 25 };
const PERSON: Warmth = { kind: 'own', lowC: 26, highC: 34.5 };
const FLAME: Warmth = { kind: 'own', lowC: 200, highC: 820 };
const BURNING: Warmth = { kind: 'own', lowC: 15, highC: 540 };
const PANEL: Warmth = { kind: 'own', lowC: 0, highC: 60 };

type TextureName = keyof ReturnType<typeof allRecipes>;
type Textures = Record<TextureName, Texture>;

function allRecipes(noise: TileNoise) {
  return {
    ...groundTextures(noise),
    ...buildingTextures(noise),
    ...objectTextures(noise),
    uneven: { bits: UNEVEN_BITS, paint: paintUneven(noise) },
  };
}

/** Light and dark patches of the ground as heat, so that they are shared as textures are: 128 is neither. */
const UNEVEN_BITS = 7;
const UNEVEN_SIZE = 1 << UNEVEN_BITS;
const paintUneven = (noise: TileNoise) => (texel: Texel) => {
  const half = 0.5 / UNEVEN_SIZE;
  const value = Math.max(-127, Math.min(127, (noise.cloudy(texel.u - half, texel.v - half) - 0.5) * 260));
  texel.red = texel.green = texel.blue = 128;
  texel.heat = 128 + Math.trunc(value);
};

/** All that the scene is made of, and the textures of it. */
export interface Materials {
  readonly pool: TexturePool;
  readonly textures: Textures;
  readonly of: ReturnType<typeof materials>;
  /** Light and dark patches of the ground, -127 to 127, 128 x 128. */
  readonly uneven: Int8Array;
}

/** @param memory for its textures, with those that other threads have painted */
export function buildMaterials(seed: number, memory?: SharedArrayBuffer): Materials {
  const noise = new TileNoise(seed);
  const { pool, textures } = buildTextures(allRecipes(noise), memory);
  const unevenAt = textures.uneven.lumaAt[0] ?? 0;
  const uneven = Int8Array.from(pool.heat.subarray(unevenAt, unevenAt + UNEVEN_SIZE ** 2), (heat) => heat - 128);
  return { pool, textures, of: materials(textures), uneven };
}

function materials(t: Textures) {
  const made = (texture: Texture, warmth: Warmth, more: Partial<Material> = {}): Material => ({
    texture,
    warmth,
    hasGaps: false,
    isBright: false,
    unevenness: 0,
    ...more,
  });
  const wall = (name: WallName) => made(t[name], WALL, { litTexture: t[`${name}Lit`] });
  const gaps = { hasGaps: true };
  return {
    grass: made(t.grass, GROUND, { unevenness: 30 }),
    meadow: made(t.meadow, GROUND, { unevenness: 36 }),
    crop: made(t.crop, GROUND, { unevenness: 36 }),
    soil: made(t.soil, GROUND, { unevenness: 40 }),
    tar: made(t.tar, GROUND, { unevenness: 24 }),
    road: made(t.road, GROUND, { unevenness: 20 }),
    pavement: made(t.pavement, GROUND, { unevenness: 22 }),
    gravel: made(t.gravel, GROUND, { unevenness: 30 }),
    bay: made(t.bay, GROUND, { unevenness: 18 }),
    zebra: made(t.zebra, GROUND),
    country: made(t.country, GROUND, { unevenness: 24 }),
    water: made(t.water, { kind: 'weather', offsetC: -4, sunC: 2 }, gaps),
    path: made(t.path, GROUND, gaps),
    walls: {
      brick: wall('brick'),
      plaster: wall('plaster'),
      cream: wall('cream'),
      concrete: wall('concrete'),
      glass: wall('glass'),
    },
    hall: made(t.hall, WALL),
    render: made(t.render, WALL),
    burnt: made(t.burnt, BURNING, { isBright: true, litTexture: t.burntLit }),
    redTiles: made(t.redTiles, ROOF),
    brownTiles: made(t.brownTiles, ROOF),
    slate: made(t.slate, ROOF),
    bitumen: made(t.bitumen, ROOF),
    metal: made(t.metal, ROOF),
    crownA: made(t.crownA, PLANT, gaps),
    crownB: made(t.crownB, PLANT, gaps),
    conifer: made(t.conifer, PLANT, gaps),
    hedge: made(t.hedge, PLANT, gaps),
    bark: made(t.bark, PLANT),
    clipped: made(t.clipped, PLANT),
    hills: made(t.hills, PLANT, gaps),
    carTop: made(t.carTop, CAR),
    carSide: made(t.carSide, CAR),
    carEnd: made(t.carEnd, CAR),
    carGlass: made(t.carGlass, CAR),
    vanSide: made(t.vanSide, CAR),
    drivenTop: made(t.carTop, DRIVEN),
    drivenSide: made(t.carSide, DRIVEN),
    drivenEnd: made(t.carEnd, DRIVEN),
    person: made(t.person, PERSON, gaps),
    shoulders: made(t.shoulders, PERSON, gaps),
    crewman: made(t.crewman, PERSON, gaps),
    crewTop: made(t.crewTop, PERSON, gaps),
    engineSide: made(t.engineSide, IN_USE),
    engineCab: made(t.engineCab, IN_USE),
    engineFront: made(t.engineFront, IN_USE),
    engineBack: made(t.engineBack, IN_USE),
    engineTop: made(t.engineTop, IN_USE),
    flameA: made(t.flameA, FLAME, { hasGaps: true, isBright: true }),
    flameB: made(t.flameB, FLAME, { hasGaps: true, isBright: true }),
    flameC: made(t.flameC, FLAME, { hasGaps: true, isBright: true }),
    plain: made(t.plain, WALL),
    stripes: made(t.stripes, WALL),
    panel: made(t.checker, PANEL, { isBright: true }),
  };
}
export type MaterialSet = ReturnType<typeof materials>;
