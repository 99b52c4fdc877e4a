import { rescueTextures } from './rescue-textures.ts';
import type { Texel, TextureRecipe } from './texture-pool.ts';
import type { TileNoise } from './tile-noise.ts';
import { type Colour, ease, fraction, tint, tone } from './tone.ts';

/** Buildings' equipment, vehicles, people and fire. */
export function objectTextures(noise: TileNoise) {
  return {
    ...plants(noise),
    ...vehicles(noise),
    ...people(),
    ...rescueTextures(),
    ...fireAndSky(noise),
    ...plainThings(noise),
  };
}

/** Heat of plants: slightly warmed by the sun. */
function plants(noise: TileNoise) {
  const crown =
    (dark: Colour, light: Colour, shift: number): TextureRecipe['paint'] =>
    (texel) => {
      const { u, v } = texel;
      const leaves = 0.6 * noise.cloudy(u * 0.9 + shift, v * 0.9) + 0.4 * noise.white(u * 0.5 + shift, v * 0.5);
      const radius = Math.hypot(u - 0.5, v - 0.5) * 2;
      texel.isSolid = radius < 0.8 + 0.42 * (leaves - 0.5);
      // The ball is lit from above; its rim and the gaps between leaves are dark.
      const ball = 0.75 * (0.62 - v) + 0.3 * (1 - radius);
      tone(texel, dark);
      tint(texel, light, Math.max(0, Math.min(1, 0.35 + ball + 0.95 * (leaves - 0.5))));
      texel.heat = 60 + 40 * leaves;
    };
  const conifer = (texel: Texel) => {
    const { u, v } = texel;
    const branches = fraction(v * 7 + 0.3 * Math.abs(u - 0.5));
    const half = 0.06 + 0.42 * v * (0.72 + 0.28 * branches) + 0.05 * (noise.white(u, v) - 0.5);
    texel.isSolid = v < 0.96 ? Math.abs(u - 0.5) < half : Math.abs(u - 0.5) < 0.04;
    tone(texel, [38, 56, 38], 0.7 + 0.7 * (1 - branches) + 0.5 * (noise.white(u, v) - 0.5) + 0.3 * (0.5 - u));
    texel.heat = 70;
  };
  const hedge = (texel: Texel) => {
    const { u, v } = texel;
    const top = 0.2 + 0.62 * noise.cloudy(u, 0.31) - 0.2 * noise.cloudy(u * 5, 0.7);
    const leaves = noise.white(u, v) * 0.5 + noise.cloudy(u * 2, v * 0.5) * 0.5;
    texel.isSolid = v > Math.max(0.02, 0.66 - top) + 0.05 * (noise.white(u * 2, v) - 0.5);
    tone(texel, [58, 74, 42], 0.66 + 0.7 * leaves + 0.3 * (0.5 - v));
    texel.heat = 60 + 30 * leaves;
  };
  const clipped = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [62, 84, 44], 0.7 + 0.5 * noise.white(u, v) + 0.4 * (noise.cloudy(u, v) - 0.5));
    texel.heat = 70 + 30 * noise.white(u, v);
  };
  const bark = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [88, 74, 60], 0.8 + 0.4 * noise.white(u * 0.2, v));
    texel.heat = 90;
  };
  return {
    crownA: { bits: 7, paint: crown([40, 54, 28], [120, 140, 66], 0) },
    crownB: { bits: 7, paint: crown([46, 58, 26], [146, 148, 74], 0.4) },
    conifer: { bits: 7, paint: conifer },
    hedge: { bits: 7, paint: hedge },
    bark: { bits: 4, paint: bark },
    clipped: { bits: 6, paint: clipped },
  };
}

/** Neutral colours: a vehicle is painted at render time. Heat: 255 is the warm engine. */
function vehicles(noise: TileNoise) {
  const glassTone: Colour = [46, 50, 54];
  // u from the bumper to the rear, v across.
  const carTop = (texel: Texel) => {
    const { u, v } = texel;
    const across = Math.abs(v - 0.5);
    tone(texel, [190, 190, 190], 1 - 0.5 * ease(0.42, 0.5, across) + 0.06 * (u - 0.5));
    const isGlass =
      (u > 0.3 && u < 0.42 && across < 0.36 + 0.4 * (u - 0.36)) || (u > 0.76 && u < 0.84 && across < 0.36);
    const isSideGlass = u > 0.42 && u < 0.78 && across > 0.36 && across < 0.42;
    if (isGlass || isSideGlass) tone(texel, glassTone, isGlass ? 1.3 : 1);
    if (u < 0.03 && across > 0.28 && across < 0.44) tone(texel, [235, 235, 225]);
    texel.heat = u < 0.3 ? 170 + 80 * ease(0.5, 0.1, across) : isGlass ? 60 : 90;
  };
  // u from front to rear, v from the roof down.
  const carSide = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [178, 178, 178], 1.05 - 0.3 * v);
    const wheel = Math.min(Math.hypot((u - 0.2) * 2.6, v - 0.86), Math.hypot((u - 0.8) * 2.6, v - 0.86));
    const inCabin = v < 0.46 && u > 0.3 - 0.12 * v && u < 0.84 + 0.12 * v;
    if (inCabin && v > 0.08 && Math.abs(u - 0.56) > 0.015) tone(texel, glassTone, 1.2);
    if (wheel < 0.24) tone(texel, [34, 34, 36]);
    if (wheel < 0.13) tone(texel, [150, 150, 152]);
    texel.heat = wheel < 0.24 ? 190 : u < 0.28 ? 150 : inCabin ? 60 : 90;
  };
  const carEnd = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [168, 168, 168], 1.05 - 0.3 * v);
    if (v > 0.55 && v < 0.7 && Math.abs(u - 0.5) < 0.2) tone(texel, [60, 60, 62]);
    if (v > 0.35 && v < 0.5 && Math.abs(u - 0.5) > 0.33) tone(texel, [225, 222, 212]);
    if (v > 0.84) tone(texel, [40, 40, 42]);
    texel.heat = Math.abs(u - 0.5) < 0.25 ? 200 : 110;
  };
  const carGlass = (texel: Texel) => {
    const { u, v } = texel;
    const isPillar = Math.min(u, 1 - u) < 0.06 || v < 0.08 || Math.abs(u - 0.5) < 0.02;
    tone(texel, isPillar ? [150, 150, 150] : glassTone, 1.4 - 0.5 * v);
    texel.heat = 60;
  };
  const vanSide = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [186, 186, 186], 1.02 - 0.15 * v + 0.04 * (noise.cloudy(u, v) - 0.5));
    const wheel = Math.min(Math.hypot((u - 0.18) * 3, v - 0.94), Math.hypot((u - 0.8) * 3, v - 0.94));
    if (u > 0.04 && u < 0.2 && v > 0.12 && v < 0.45) tone(texel, glassTone, 1.2);
    if (v > 0.55 && v < 0.62) tone(texel, [230, 226, 120]);
    if (wheel < 0.2) tone(texel, [36, 36, 38]);
    texel.heat = wheel < 0.2 ? 190 : u < 0.2 ? 150 : 90;
  };
  return {
    carTop: { bits: 6, paint: carTop },
    carSide: { bits: 6, paint: carSide },
    carEnd: { bits: 5, paint: carEnd },
    carGlass: { bits: 5, paint: carGlass },
    vanSide: { bits: 6, paint: vanSide },
  };
}

/** Heat: 0 is the outside of a coat, 255 is bare skin. */
function people() {
  const skin: Colour = [196, 150, 122];
  const person = (texel: Texel) => {
    const { u, v } = texel;
    const x = Math.abs(u - 0.5);
    const isHead = Math.hypot((u - 0.5) * 1.2, (v - 0.08) * 2.6) < 0.2;
    const isBody = v > 0.15 && v < 0.52 && x < 0.26 - 0.1 * Math.abs(v - 0.25);
    const isArm = v > 0.17 && v < 0.5 && x > 0.27 && x < 0.38;
    const isLeg = v >= 0.5 && x > 0.03 && x < 0.22 - 0.1 * (v - 0.5);
    texel.isSolid = isHead || isBody || isArm || isLeg;
    if (isHead) tone(texel, v < 0.06 ? [70, 54, 44] : skin);
    else if (isLeg) tone(texel, [62, 66, 84], 1.05 - 0.2 * x);
    else tone(texel, [190, 190, 190], 1.05 - 0.9 * x);
    texel.heat = isHead ? 250 : isArm && v > 0.44 ? 240 : isLeg ? 90 : 130;
  };
  const shoulders = (texel: Texel) => {
    const { u, v } = texel;
    const isHead = Math.hypot(u - 0.5, v - 0.5) < 0.22;
    texel.isSolid = isHead || Math.hypot((u - 0.5) * 1.05, (v - 0.5) * 1.9) < 0.5;
    tone(texel, isHead ? [80, 62, 50] : [190, 190, 190]);
    texel.heat = isHead ? 235 : 130;
  };
  return { person: { bits: 7, paint: person }, shoulders: { bits: 5, paint: shoulders } };
}

/** Smoke and clouds are defined by luma: 16 is transparent, 235 is dense. */
function fireAndSky(noise: TileNoise) {
  const puff = (texel: Texel) => {
    const { u, v } = texel;
    const radius = Math.hypot(u - 0.5, v - 0.5) * 2;
    const density = ease(1, 0.15, radius + 0.55 * (noise.cloudy(u * 0.8, v * 0.8) - 0.5));
    tone(texel, [255, 255, 255], radius < 0.97 ? density : 0);
  };
  const flame =
    (shift: number): TextureRecipe['paint'] =>
    (texel) => {
      const { u, v } = texel;
      // Tongues that lean and part towards the top.
      const lick = noise.cloudy(u * 0.55 + shift, v * 0.3 + shift);
      const lean = 0.22 * (noise.cloudy(shift, v * 0.35) - 0.5) * (1.2 - v);
      const wide = 0.34 * Math.sin(Math.PI * Math.min(1, 0.12 + v * 0.8)) * (0.4 + 0.6 * v);
      // Rounded at its root.
      const root = ease(1, 0.84, v);
      const inside = wide * (0.25 + 1.5 * lick) * root - Math.abs(u - 0.5 + lean);
      texel.isSolid = inside > 0.01 && lick > 0.42 * (1 - v);
      tone(texel, [232, 96, 24]);
      const hot = inside + 0.16 * (noise.cloudy(u * 0.8 + shift, v * 0.5) - 0.5);
      tint(texel, [255, 170, 60], ease(0, 0.07, hot));
      tint(texel, [255, 232, 150], ease(0.06, 0.2, hot));
      texel.heat = 90 + 165 * ease(0, 0.3, inside);
    };
  const cloud = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [255, 255, 255], ease(0.46, 0.86, noise.cloudy(u, v)));
  };
  const hills = (texel: Texel) => {
    const { u, v } = texel;
    const ridge = 0.62 - 0.4 * noise.cloudy(u, 0.4) - 0.12 * noise.cloudy(u * 6, 0.8);
    texel.isSolid = v > Math.max(0.02, ridge);
    tone(texel, [70, 84, 60], 0.8 + 0.4 * noise.cloudy(u * 8, v * 2));
    texel.heat = 60;
  };
  const shade = (texel: Texel) => {
    const { u, v } = texel;
    texel.isSolid = Math.hypot(u - 0.5, v - 0.5) * 2 < 0.85 + 0.3 * (noise.cloudy(u, v) - 0.5);
    tone(texel, [128, 128, 128]);
  };
  // A lamp: its middle, and the light scattered around it.
  const glow = (texel: Texel) => {
    const radius = Math.hypot(texel.u - 0.5, texel.v - 0.5) * 2;
    const fall = Math.max(0, 1 - radius);
    tone(texel, [255, 255, 255], Math.min(1, 0.75 * ease(0.4, 0.12, radius) + 0.5 * fall * fall));
  };
  return {
    glow: { bits: 7, paint: glow },
    puff: { bits: 6, paint: puff },
    flameA: { bits: 7, paint: flame(0.1) },
    flameB: { bits: 7, paint: flame(0.45) },
    flameC: { bits: 7, paint: flame(0.8) },
    cloud: { bits: 7, paint: cloud },
    hills: { bits: 7, paint: hills },
    shade: { bits: 6, paint: shade },
  };
}

function plainThings(noise: TileNoise) {
  const plain = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, [180, 180, 180], 1 + 0.06 * (noise.white(u, v) - 0.5));
  };
  // Two by two squares, so that the middle of the panel is where its colours meet.
  const checker = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, u < 0.5 === v < 0.5 ? [240, 16, 24] : [240, 240, 240]);
    texel.heat = u < 0.5 === v < 0.5 ? 200 : 60;
  };
  const stripes = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, fraction((u + v) * 4) < 0.5 ? [214, 66, 40] : [226, 224, 216]);
  };
  return {
    plain: { bits: 5, paint: plain },
    checker: { bits: 6, paint: checker },
    stripes: { bits: 5, paint: stripes },
  };
}
