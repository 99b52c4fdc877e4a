import type { Texel, TextureRecipe } from './texture-pool.ts';
import type { TileNoise } from './tile-noise.ts';
import { type Colour, ease, fraction, tint, tone } from './tone.ts';

/* Heat of the ground: warming by the sun, at most 255. */

const MARKING: Colour = [206, 206, 200];

/** Widths across a road, as share of its width: kerb strip, edge line. */
const GUTTER = 0.03;
const EDGE_LINE = 0.055;
const LINE_WIDTH = 0.014;

/** Ground covers. Each tile repeats seamlessly. */
export function groundTextures(noise: TileNoise) {
  const grain = (u: number, v: number) => noise.white(u, v) - 0.5;
  const patch = (u: number, v: number) => noise.cloudy(u, v) - 0.5;

  const grass = (texel: Texel) => {
    const { u, v } = texel;
    const blades = 0.5 * grain(u, v) + 0.5 * grain(u * 2, v * 0.5);
    tone(texel, [88, 106, 58], 1 + 0.3 * blades + 0.35 * patch(u, v));
    tint(texel, [128, 122, 76], 0.55 * ease(0.5, 0.85, noise.cloudy(u + 0.37, v + 0.11)));
    texel.heat = 70 + 40 * patch(u, v) + 20 * blades;
  };
  const meadow = (texel: Texel) => {
    const { u, v } = texel;
    const stalks = 0.6 * grain(u, v) + 0.4 * grain(u * 0.5, v * 0.5);
    tone(texel, [122, 124, 70], 1 + 0.3 * stalks + 0.3 * patch(u * 2, v * 2));
    tint(texel, [84, 102, 52], 0.8 * ease(0.45, 0.7, noise.cloudy(u, v)));
    texel.heat = 85 + 50 * patch(u, v) + 20 * stalks;
  };
  const crop = (texel: Texel) => {
    const { u, v } = texel;
    const row = Math.sin(2 * Math.PI * (u * 24 + 0.15 * patch(u, v)));
    tone(texel, [104, 122, 58], 1 + 0.14 * row + 0.22 * grain(u, v) + 0.2 * patch(u, v));
    tint(texel, [122, 100, 72], 0.4 * ease(0.2, 1, -row));
    texel.heat = 80 - 20 * row + 20 * patch(u, v);
  };
  const soil = (texel: Texel) => {
    const { u, v } = texel;
    const furrow = Math.sin(2 * Math.PI * (u * 32 + 0.2 * patch(u, v)));
    tone(texel, [134, 108, 82], 1 + 0.1 * furrow + 0.16 * grain(u, v) + 0.3 * patch(u, v));
    texel.heat = 150 + 20 * furrow + 50 * patch(u, v);
  };
  const tar = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [98, 98, 100], 1 + 0.12 * grain(u, v) + 0.2 * patch(u, v));
    texel.heat = 205 + 40 * patch(u, v);
  };
  const road = (texel: Texel) => {
    const { u, v } = texel;
    tar(texel);
    const wheel = Math.abs(fraction(u * 2) - 0.5);
    tint(texel, [78, 78, 80], 0.35 * ease(0.1, 0.0, Math.abs(wheel - 0.2)));
    const across = Math.min(u, 1 - u);
    if (across < GUTTER) tone(texel, [138, 136, 130], 1 + 0.1 * grain(u, v));
    const onEdge = Math.abs(across - EDGE_LINE) < LINE_WIDTH / 2;
    const onMiddle = Math.abs(u - 0.5) < LINE_WIDTH / 2 && v < 0.3;
    if (onEdge || onMiddle) tint(texel, MARKING, 0.75 + 0.4 * patch(u, v));
    if (onEdge || onMiddle) texel.heat = 170;
  };
  const pavement = (texel: Texel) => {
    const { u, v } = texel;
    const joint = Math.min(fraction(u * 8), fraction(v * 8)) < 0.06;
    tone(
      texel,
      [152, 148, 140],
      (joint ? 0.8 : 1) + 0.1 * grain(Math.floor(u * 8) / 8, Math.floor(v * 8) / 8) + 0.12 * grain(u, v),
    );
    texel.heat = 150 + 20 * patch(u, v);
  };
  const gravel = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [146, 138, 124], 1 + 0.28 * grain(u, v) + 0.3 * patch(u, v));
    texel.heat = 155 + 30 * patch(u, v);
  };
  const bay = (texel: Texel) => {
    const { u, v } = texel;
    tar(texel);
    tone(texel, [112, 111, 110], 1 + 0.12 * grain(u, v) + 0.16 * patch(u, v));
    tint(texel, [70, 68, 68], 0.6 * ease(0.35, 0.05, Math.hypot(u - 0.5, (v - 0.45) * 1.6)) * noise.cloudy(u, v));
    if (u < 0.02 || u > 0.98) tint(texel, MARKING, 0.9);
  };
  const zebra = (texel: Texel) => {
    const { u, v } = texel;
    tar(texel);
    if (u > 0.25 && u < 0.75) tint(texel, MARKING, 0.85 + 0.4 * patch(u, v));
    texel.heat = 190;
  };
  const water = (texel: Texel) => {
    const { u, v } = texel;
    const shore = Math.hypot(u - 0.5, v - 0.5) + 0.16 * patch(u, v) + 0.07 * patch(u * 3, v * 3);
    texel.isSolid = shore < 0.46;
    tone(texel, [74, 92, 98], 1 + 0.1 * patch(u * 2, v * 2) + 0.05 * grain(u, v));
    if (shore > 0.42) tone(texel, [110, 104, 80], 1 + 0.2 * grain(u, v));
    texel.heat = 20;
  };
  const path = (texel: Texel) => {
    const { u, v } = texel;
    texel.isSolid = Math.abs(v - 0.5) < 0.34 + 0.2 * patch(u, v);
    tone(texel, [164, 150, 124], 1 + 0.16 * grain(u, v));
    texel.heat = 150;
  };
  const tile = (paint: TextureRecipe['paint'], bits = 8): TextureRecipe => ({ bits, paint });
  return {
    grass: tile(grass, 7),
    meadow: tile(meadow, 7),
    crop: tile(crop, 7),
    soil: tile(soil, 7),
    tar: tile(tar, 7),
    road: tile(road),
    pavement: tile(pavement, 7),
    gravel: tile(gravel, 7),
    bay: tile(bay, 7),
    zebra: tile(zebra, 6),
    water: tile(water, 7),
    path: tile(path, 7),
    country: countryside(noise),
  };
}

/** Patchwork of fields and woods around the town, 2,400 m in one tile. */
function countryside(noise: TileNoise): TextureRecipe {
  const cover: readonly Colour[] = [
    [98, 116, 60],
    [132, 124, 78],
    [140, 116, 88],
    [84, 104, 54],
    [116, 128, 66],
  ];
  const paint = (texel: Texel) => {
    const { u, v } = texel;
    const bendU = u + 0.03 * (noise.cloudy(u, v) - 0.5);
    const bendV = v + 0.03 * (noise.cloudy(v, u) - 0.5);
    const row = Math.floor(fraction(bendV) * 16);
    const columns = 8 + ((row * 5) % 3) * 4;
    const column = Math.floor(fraction(bendU) * columns);
    const kind = noise.white((column * 7 + row * 31) / 256, (row * 13 + column) / 256);
    tone(
      texel,
      cover[Math.floor(kind * 5)] as Colour,
      0.94 + 0.24 * noise.cloudy(u * 4, v * 4) + 0.1 * noise.white(u, v),
    );
    texel.heat = 70 + 60 * kind;
    if (noise.cloudy(u * 2 + 0.3, v * 2) > 0.66) {
      tone(texel, [58, 76, 42], 0.7 + 0.5 * noise.white(u * 2, v * 2));
      texel.heat = 45;
    }
  };
  return { bits: 8, paint };
}
