import type { Texel } from './texture-pool.ts';
import { type Colour, ease, fraction, tone } from './tone.ts';

const COAT: Colour = [52, 56, 68];
const HELMET: Colour = [226, 214, 62];
const SILVER: Colour = [212, 216, 214];
const LIME: Colour = [206, 224, 58];
const RED: Colour = [196, 36, 32];
const DARK: Colour = [36, 38, 42];
const GLASS: Colour = [42, 50, 58];

/** Fire crew and fire engines, in their own colours. */
export function rescueTextures() {
  return { ...crew(), ...engine() };
}

/** A reflective band: silver between two lime stripes. @param from where it begins, shares of the height */
function band(texel: Texel, from: number): void {
  const at = texel.v - from;
  if (at > 0 && at < 0.045) tone(texel, at > 0.012 && at < 0.033 ? SILVER : LIME);
}

/** Heat as of people: 0 is the outside of a coat, 255 is bare skin. A turnout coat lets less warmth out. */
function crew() {
  const crewman = (texel: Texel) => {
    const { u, v } = texel;
    const x = Math.abs(u - 0.5);
    const isHelmet = Math.hypot((u - 0.5) * 1.1, (v - 0.075) * 2.7) < 0.2 || (v > 0.07 && v < 0.1 && x < 0.2);
    const isFace = v > 0.08 && v < 0.17 && x < 0.12;
    const isBody = v > 0.15 && v < 0.58 && x < 0.28 - 0.08 * Math.abs(v - 0.25);
    const isArm = v > 0.17 && v < 0.52 && x > 0.29 && x < 0.41;
    const isLeg = v >= 0.56 && x > 0.025 && x < 0.24 - 0.08 * (v - 0.5);
    texel.isSolid = isHelmet || isFace || isBody || isArm || isLeg;
    tone(texel, COAT, 1.1 - 0.9 * x);
    if (isLeg && v > 0.94) tone(texel, DARK);
    if (isFace && !isHelmet) tone(texel, [196, 150, 122]);
    if (isHelmet && v < 0.115) tone(texel, HELMET, 1.1 - 1.2 * x);
    if (isHelmet && v > 0.095 && v < 0.115) tone(texel, DARK);
    if (isBody) {
      band(texel, 0.3);
      band(texel, 0.5);
      if (Math.abs(x - 0.13) < 0.025 && v < 0.3) tone(texel, LIME);
    }
    if (isArm) band(texel, 0.4);
    if (isArm && v > 0.48) tone(texel, DARK);
    if (isLeg) band(texel, 0.82);
    texel.heat = isFace && !isHelmet ? 250 : isHelmet ? 80 : isLeg ? 60 : 90;
  };
  const crewTop = (texel: Texel) => {
    const { u, v } = texel;
    const helmet = Math.hypot(u - 0.5, v - 0.5);
    texel.isSolid = helmet < 0.24 || Math.hypot((u - 0.5) * 1.05, (v - 0.5) * 1.9) < 0.5;
    tone(texel, COAT, 1.1);
    if (Math.abs(Math.abs(u - 0.5) - 0.33) < 0.05) tone(texel, SILVER);
    if (helmet < 0.24) tone(texel, HELMET, Math.abs(u - 0.5) < 0.03 ? 1.15 : 1.05 - helmet);
    texel.heat = helmet < 0.24 ? 80 : 90;
  };
  return { crewman: { bits: 7, paint: crewman }, crewTop: { bits: 6, paint: crewTop } };
}

/** Heat: 255 is the warm engine; cab and pump are in use. */
function engine() {
  const wheel = (texel: Texel, u: number, v: number, at: number, radius: number): void => {
    const away = Math.hypot((u - at) * 2.2, v - 0.93);
    if (away > radius) return;
    tone(texel, away < 0.5 * radius ? [150, 150, 154] : DARK);
    texel.heat = 190;
  };
  // u from the front to the rear, v from the roof down.
  const engineSide = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, RED, 1.15 - 0.3 * v);
    texel.heat = 100;
    const bay = fraction(u * 4);
    if (v > 0.16 && v < 0.62 && bay > 0.07 && bay < 0.93) {
      tone(texel, [150, 154, 158], fraction(v * 26) < 0.3 ? 0.78 : 1);
      if (v > 0.58) tone(texel, DARK);
    }
    if (v > 0.66 && v < 0.78) tone(texel, fraction(u * 9 + (v > 0.72 ? 0.5 : 0)) < 0.5 ? LIME : RED);
    if (v > 0.9) tone(texel, DARK);
    wheel(texel, u, v, 0.72, 0.2);
    if (v < 0.05) tone(texel, SILVER);
  };
  const engineCab = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, RED, 1.15 - 0.3 * v);
    texel.heat = 140;
    if (v > 0.12 && v < 0.46 && u > 0.1 && u < 0.92 && Math.abs(u - 0.52) > 0.03) {
      tone(texel, GLASS, 1.3 - 0.5 * v);
      texel.heat = 60;
    }
    if (v > 0.66 && v < 0.78) tone(texel, fraction(u * 3 + (v > 0.72 ? 0.5 : 0)) < 0.5 ? LIME : RED);
    if (v > 0.52 && v < 0.56 && Math.abs(u - 0.6) < 0.05) tone(texel, DARK);
    if (v > 0.9) tone(texel, DARK);
    wheel(texel, u, v, 0.45, 0.22);
  };
  const engineFront = (texel: Texel) => {
    const { u, v } = texel;
    tone(texel, RED, 1.1 - 0.25 * v);
    texel.heat = 120;
    if (v > 0.12 && v < 0.48 && Math.abs(u - 0.5) < 0.45) {
      tone(texel, GLASS, 1.4 - 0.6 * v);
      texel.heat = 60;
    }
    if (v > 0.56 && v < 0.7 && Math.abs(u - 0.5) < 0.3) {
      tone(texel, fraction(v * 40) < 0.4 ? DARK : [120, 24, 22]);
      texel.heat = 220;
    }
    if (Math.hypot((Math.abs(u - 0.5) - 0.38) * 1.4, v - 0.76) < 0.075) tone(texel, [240, 240, 228]);
    if (v > 0.86) tone(texel, SILVER, 0.8);
    if (v < 0.06) tone(texel, Math.abs(u - 0.5) > 0.25 ? [60, 110, 230] : RED);
  };
  const engineBack = (texel: Texel) => {
    const { u, v } = texel;
    const chevron = fraction((Math.abs(u - 0.5) + v) * 5);
    tone(texel, chevron < 0.5 ? LIME : RED, 1.05 - 0.2 * v);
    if (v > 0.14 && v < 0.6 && Math.abs(u - 0.5) < 0.28)
      tone(texel, [150, 154, 158], fraction(v * 26) < 0.3 ? 0.78 : 1);
    if (Math.abs(u - 0.5) > 0.43 && v > 0.62 && v < 0.82) tone(texel, [214, 34, 24]);
    if (v > 0.9) tone(texel, DARK);
    texel.heat = 100;
  };
  const engineTop = (texel: Texel) => {
    const { u, v } = texel;
    const edge = ease(0.46, 0.5, Math.abs(v - 0.5));
    tone(texel, [186, 188, 190], 1 - 0.3 * edge - (fraction(u * 8) < 0.05 ? 0.15 : 0));
    texel.heat = 90;
  };
  return {
    engineSide: { bits: 7, paint: engineSide },
    engineCab: { bits: 6, paint: engineCab },
    engineFront: { bits: 6, paint: engineFront },
    engineBack: { bits: 6, paint: engineBack },
    engineTop: { bits: 5, paint: engineTop },
  };
}
