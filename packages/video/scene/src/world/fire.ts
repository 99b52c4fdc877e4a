import { hashUniform } from '@kitestring/base/random.ts';
import type { Rooftop } from './town.ts';

/** A building on fire: where its flames and its smoke begin. */
export interface FireSite extends Rooftop {
  readonly seed: number;
}

/** Where a flame or a cloud of smoke is at a moment. Filled in again and again, so that frames allocate nothing. */
export interface Puff {
  eastM: number;
  northM: number;
  upM: number;
  radiusM: number;
  /** 0 to 1. */
  density: number;
  /** 1 where it begins, 0 where it is as cool as the air. */
  heat: number;
  /** 1 where it is black, 0 where it has become a grey haze. */
  soot: number;
}

export const makePuff = (): Puff => ({
  eastM: 0.5,
  northM: 0.5,
  upM: 0.5,
  radiusM: 0.5,
  density: 0.5,
  heat: 0.5,
  soot: 0.5,
});

export const FLAMES = 22;

/** Flame number `index` at a time: it stays where it is and flickers. */
export function flameAt(site: FireSite, index: number, timeS: number, out: Puff): void {
  const along = (hashUniform(site.seed, index) - 0.5) * site.lengthM * 0.8;
  const across = (hashUniform(site.seed, index + 100) - 0.5) * site.widthM * 0.8;
  const size = 0.9 + 1.7 * hashUniform(site.seed, index + 200);
  const pace = 5 + 4 * hashUniform(site.seed, index + 300);
  const flicker = 1 + 0.18 * Math.sin(pace * timeS + index) + 0.12 * Math.sin(2.7 * pace * timeS + 2 * index);
  out.radiusM = size * flicker;
  const [cos, sin] = [Math.cos(site.headingRad), Math.sin(site.headingRad)];
  out.eastM = site.eastM + along * cos - across * sin;
  out.northM = site.northM + along * sin + across * cos;
  out.upM = site.upM - 0.3 + out.radiusM * 0.8;
  out.density = 1;
  out.heat = 1;
  out.soot = 0;
}

/** Small clouds at the root of the smoke, and large ones that they go over into: life, pace and when they are dense. */
interface SmokeStream {
  readonly lifeS: number;
  readonly everyS: number;
  readonly puffs: number;
  readonly density: number;
  /** Fades in over so long. */
  readonly growS: number;
}

const stream = (lifeS: number, everyS: number, density: number, growS: number): SmokeStream => ({
  lifeS,
  everyS,
  puffs: Math.ceil(lifeS / everyS),
  density,
  growS,
});

const SMALL = stream(12, 0.5, 1, 0.4);
const LARGE = stream(44, 3, 0.9, 6);
export const PUFFS = SMALL.puffs + LARGE.puffs;

/**
 * The smoke number `index` (the oldest come first) at a time. It rises by its heat, slower and slower, is carried by the wind, and
 * grows. The wind of now moves all of it: there is no memory of how it blew before.
 */
export function smokeAt(site: FireSite, index: number, timeS: number, wind: WindNow, out: Puff): void {
  const isLarge = index < LARGE.puffs;
  const kind = isLarge ? LARGE : SMALL;
  const place = isLarge ? index : index - LARGE.puffs;
  const number = Math.floor(timeS / kind.everyS) - (kind.puffs - 1 - place);
  const ageS = Math.max(0, timeS - number * kind.everyS);
  const key = site.seed + (isLarge ? 10 : 20);
  const a = hashUniform(key, number) - 0.5;
  const b = hashUniform(key + 1, number) - 0.5;
  const c = hashUniform(key + 2, number) - 0.5;
  // Near the ground the wind is weaker: it takes hold as the smoke rises.
  const carriedS = Math.max(0, ageS - 2 * (1 - Math.exp(-ageS / 2)));
  const spreadM = 1.5 + 0.22 * ageS;
  // It comes from all along the roof.
  const alongM = a * site.lengthM * 0.7;
  const acrossM = b * spreadM * 2;
  const cos = Math.cos(site.headingRad);
  const sin = Math.sin(site.headingRad);
  out.eastM = site.eastM + wind.eastMps * carriedS + alongM * cos - acrossM * sin;
  out.northM = site.northM + wind.northMps * carriedS + alongM * sin + acrossM * cos;
  out.upM = site.upM + 2 + 3.4 * 14 * (1 - Math.exp(-ageS / 14)) + c * spreadM;
  out.radiusM = 2.4 + 0.46 * ageS + 1.5 * c;
  const fading = Math.max(0, 1 - ageS / kind.lifeS);
  out.density = kind.density * fading ** 0.9 * Math.min(1, ageS / kind.growS);
  out.heat = Math.exp(-ageS / 2.5);
  out.soot = Math.exp(-ageS / 20);
}

/** Where the air goes, metres per second. */
interface WindNow {
  readonly eastMps: number;
  readonly northMps: number;
}
