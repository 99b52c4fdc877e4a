import type { Texel, TextureRecipe } from './texture-pool.ts';
import type { TileNoise } from './tile-noise.ts';
import { type Colour, dim, fraction, tint, tone } from './tone.ts';

/*
 * A wall tile is four bays of 3 m by four storeys of 3 m. Heat of walls: warming by the sun; windows mirror the cold
 * sky.
 */

interface Wall {
  readonly colour: Colour;
  readonly frame: Colour;
  /** Position within a bay and a storey, 0 to 1. */
  readonly window: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** Contrast of single stones. */
  readonly roughness: number;
  readonly stones: number;
}

const WALLS = {
  brick: {
    colour: [142, 92, 74],
    frame: [200, 196, 186],
    window: { left: 0.28, right: 0.72, top: 0.24, bottom: 0.74 },
    roughness: 0.16,
    stones: 64,
  },
  plaster: {
    colour: [186, 178, 160],
    frame: [222, 220, 214],
    window: { left: 0.26, right: 0.7, top: 0.26, bottom: 0.72 },
    roughness: 0.05,
    stones: 0,
  },
  cream: {
    colour: [196, 182, 146],
    frame: [120, 84, 62],
    window: { left: 0.3, right: 0.74, top: 0.22, bottom: 0.76 },
    roughness: 0.06,
    stones: 0,
  },
  concrete: {
    colour: [152, 152, 150],
    frame: [110, 112, 114],
    window: { left: 0.12, right: 0.88, top: 0.26, bottom: 0.7 },
    roughness: 0.08,
    stones: 4,
  },
  glass: {
    colour: [118, 122, 126],
    frame: [146, 150, 154],
    window: { left: 0.04, right: 0.96, top: 0.1, bottom: 0.86 },
    roughness: 0.04,
    stones: 4,
  },
} as const satisfies Record<string, Wall>;

export type WallName = keyof typeof WALLS;
const WALL_NAMES = Object.keys(WALLS) as readonly WallName[];

/** Walls by day and with lit windows, and roofs. */
export function buildingTextures(noise: TileNoise) {
  const walls = {} as Record<WallName | `${WallName}Lit`, TextureRecipe>;
  for (const name of WALL_NAMES) {
    walls[name] = wallRecipe(noise, WALLS[name], false);
    walls[`${name}Lit`] = wallRecipe(noise, WALLS[name], true);
  }
  return { ...walls, ...plainWalls(noise), ...roofs(noise) };
}

/** Brightness of a wall beside the lit windows of its texture. */
const BESIDE_WINDOWS = 0.5;

function wallRecipe(noise: TileNoise, wall: Wall, isLit: boolean): TextureRecipe {
  const { left, right, top, bottom } = wall.window;
  const paint = (texel: Texel) => {
    const { u, v } = texel;
    const x = fraction(u * 4);
    const y = fraction(v * 4);
    const room = noise.white((Math.floor(u * 4) * 11 + 3) / 256, (Math.floor(v * 4) * 17 + 5) / 256);
    masonry(noise, wall, u, v, texel);
    const light = isLit ? BESIDE_WINDOWS : 1;
    if (isLit) dim(texel, light);
    if (y > bottom && y < bottom + 0.05 && x > left - 0.03 && x < right + 0.03) tone(texel, wall.frame, 0.9 * light);
    if (x < left || x > right || y < top || y > bottom) return;
    const inX = (x - left) / (right - left);
    const inY = (y - top) / (bottom - top);
    const isFrame = Math.min(inX, 1 - inX) < 0.07 || Math.min(inY, 1 - inY) < 0.07 || Math.abs(inX - 0.5) < 0.035;
    if (isFrame) tone(texel, wall.frame, light);
    else if (isLit && room > 0.52) tone(texel, [255, 214, 140], 0.8 + 0.3 * room);
    else {
      pane(texel, inX, inY, room);
      if (isLit) dim(texel, light);
    }
    texel.heat = isLit ? 190 : isFrame ? 110 : 30 + 30 * room;
  };
  return { bits: isLit ? 7 : 8, paint };
}

function masonry(noise: TileNoise, wall: Wall, u: number, v: number, texel: Texel): void {
  const stain = 1 + 0.14 * (noise.cloudy(u, v) - 0.5) + wall.roughness * (noise.white(u, v) - 0.5);
  const course = wall.stones > 0 && fraction(v * wall.stones) < 0.12 ? 0.93 : 1;
  tone(texel, wall.colour, stain * course);
  texel.heat = 128 + 30 * (noise.cloudy(u, v) - 0.5);
}

/** A window by day: dark room, the sky reflected in the upper part, sometimes a curtain. */
function pane(texel: Texel, inX: number, inY: number, room: number): void {
  tone(texel, [52, 60, 70], 0.8 + 0.5 * room);
  tint(texel, [130, 150, 170], Math.max(0, 0.65 - inY) * (0.4 + 0.5 * room) + (inX + inY < 0.6 ? 0.12 : 0));
  if (room > 0.8 && Math.min(inX, 1 - inX) < 0.28) tint(texel, [190, 184, 172], 0.6);
}

function plainWalls(noise: TileNoise) {
  const hall = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [160, 166, 170], 0.94 + 0.08 * Math.sin(2 * Math.PI * u * 32) + 0.1 * (noise.cloudy(u, v) - 0.5));
    if (v > 0.25 && v < 0.34 && fraction(u * 4) > 0.1) {
      tone(texel, [64, 74, 84], 0.9 + 0.2 * noise.white(u, v));
      texel.heat = 50;
    }
  };
  const render = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [186, 178, 160], 1 + 0.1 * (noise.cloudy(u, v) - 0.5) + 0.05 * (noise.white(u, v) - 0.5));
  };
  const burning = (isDark: boolean) => (texel: Texel) => {
    const { u, v } = texel;
    masonry(noise, WALLS.brick, u, v, texel);
    tint(
      texel,
      [30, 26, 24],
      Math.min(0.85, Math.max(0.15, 1.5 * noise.cloudy(u * 2, v * 2) - 0.3 + 0.35 * (1 - fraction(v * 4)))),
    );
    if (isDark) dim(texel, 0.7);
    texel.heat = 2 + 14 * noise.cloudy(u, v);
    const x = fraction(u * 4);
    const y = fraction(v * 4);
    if (x < 0.28 || x > 0.72 || y < 0.24 || y > 0.74) return;
    const glow = noise.cloudy(u * 3, v * 3 + 0.2);
    const burns = noise.white(Math.floor(u * 4) * 0.13 + 0.02, Math.floor(v * 4) * 0.19 + 0.03) > 0.45;
    tone(texel, burns && glow > 0.4 ? [255, 150, 44] : [34, 24, 20], 0.6 + 0.5 * glow);
    if (!burns) return;
    texel.heat = 70 + 185 * glow;
  };
  return {
    hall: { bits: 7, paint: hall },
    render: { bits: 7, paint: render },
    burnt: { bits: 7, paint: burning(false) },
    burntLit: { bits: 7, paint: burning(true) },
  };
}

function roofs(noise: TileNoise) {
  const tiled =
    (colour: Colour): TextureRecipe['paint'] =>
    (texel) => {
      const { u, v } = texel;
      const row = fraction(v * 16);
      const wave = Math.sin(2 * Math.PI * u * 20);
      const single = noise.white(Math.floor(u * 20) / 20, Math.floor(v * 16) / 16);
      tone(texel, colour, 0.86 + 0.18 * row + 0.06 * wave + 0.16 * (single - 0.5) + 0.3 * (noise.cloudy(u, v) - 0.5));
      texel.heat = 150 + 30 * (single - 0.5);
    };
  const bitumen = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [128, 126, 122], 1 + 0.14 * (noise.white(u, v) - 0.5) + 0.4 * (noise.cloudy(u, v) - 0.5));
    if (fraction(v * 6) < 0.015) tone(texel, [104, 102, 100]);
    texel.heat = 215 + 40 * (noise.cloudy(u, v) - 0.5);
  };
  const metal = (texel: Texel) => {
    const { u, v } = texel;
    const seam = fraction(u * 12) < 0.06;
    tone(texel, [164, 172, 178], (seam ? 0.84 : 1) + 0.14 * (noise.cloudy(u, v) - 0.5));
    if (fraction(u * 2) > 0.42 && fraction(u * 2) < 0.58 && fraction(v * 2) > 0.3 && fraction(v * 2) < 0.7)
      tone(texel, [196, 204, 208]);
    texel.heat = 60 + (seam ? 30 : 0);
  };
  return {
    redTiles: { bits: 7, paint: tiled([148, 84, 64]) },
    brownTiles: { bits: 7, paint: tiled([112, 88, 74]) },
    slate: { bits: 7, paint: tiled([92, 96, 104]) },
    bitumen: { bits: 7, paint: bitumen },
    metal: { bits: 7, paint: metal },
  };
}
