import type { FireSite } from './fire.ts';
import { ROAD_M, type StreetGrid, toEastNorth } from './street-grid.ts';

/** A source of light that lights its surroundings at night. */
export interface SceneLight {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
  /** Distance to which it reaches, metres. */
  readonly reachM: number;
  /** Light on a surface that faces it from near by; 1 shows a texture as by day. */
  readonly strength: number;
  /** Offsets of the colour of its light. */
  readonly cb: number;
  readonly cr: number;
}

/** A light that is seen itself. */
export interface Lamp {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
  readonly radiusM: number;
  readonly look: 'street' | 'work' | 'beacon';
}

/** The lights of the town at night. */
export interface TownLights {
  readonly lights: readonly SceneLight[];
  readonly lamps: readonly Lamp[];
}

const SODIUM = { cb: -16, cr: 8 } as const;
const FLAME = { cb: -30, cr: 22 } as const;
const WHITE = { cb: 2, cr: -1 } as const;

export const LAMP_UP_M = 6.2;
const LAMPS_APART_M = 30;
/** Street lamps stand as far as this from the Ground Station. */
const LIT_M = 190;
/** From the middle of the street to a lamp's post, and from there to its head. */
const LAMP_OUT_M = ROAD_M / 2 + 0.5;
export const LAMP_ARM_M = 1.3;

/** A place of a street lamp in the frame of the grid, and the direction of its arm. */
interface LampPlace {
  readonly x: number;
  readonly y: number;
  readonly armRad: number;
}

/** Along all streets of the middle of the town, on one side. */
export function lampPlaces({ streetsX, streetsY }: StreetGrid): LampPlace[] {
  const places: LampPlace[] = [];
  const add = (x: number, y: number, armRad: number) => {
    if (Math.hypot(x, y) < LIT_M) places.push({ x, y, armRad });
  };
  for (let along = -LIT_M; along < LIT_M; along += LAMPS_APART_M) {
    for (const x of streetsX) {
      if (streetsY.every((y) => Math.abs(along - y) > ROAD_M)) add(x + LAMP_OUT_M, along, Math.PI);
    }
    for (const y of streetsY) {
      if (streetsX.every((x) => Math.abs(along - x) > ROAD_M)) add(along, y + LAMP_OUT_M, -Math.PI / 2);
    }
  }
  return places;
}

/** @param engines places and headings of the fire engines in the grid's frame */
export function townLights(
  grid: StreetGrid,
  fire: FireSite,
  engines: readonly { readonly x: number; readonly y: number; readonly turnRad: number }[],
): TownLights {
  const { headingRad } = grid;
  const place = (x: number, y: number, upM: number) => ({ ...toEastNorth(headingRad, x, y), upM });
  const lights: SceneLight[] = [];
  const lamps: Lamp[] = [];
  for (const { armRad, x, y } of lampPlaces(grid)) {
    const head = place(x + LAMP_ARM_M * Math.cos(armRad), y + LAMP_ARM_M * Math.sin(armRad), LAMP_UP_M - 0.12);
    lights.push({ ...head, ...SODIUM, reachM: 24, strength: 1.3 });
    lamps.push({ ...head, radiusM: 0.55, look: 'street' });
  }
  lights.push(...fireLights(fire));
  for (const { turnRad, x, y } of engines) {
    const along = (m: number, acrossM: number, upM: number) =>
      place(
        x + m * Math.cos(turnRad) - acrossM * Math.sin(turnRad),
        y + m * Math.sin(turnRad) + acrossM * Math.cos(turnRad),
        upM,
      );
    const mast = along(-1, 0, 5.2);
    lights.push({ ...mast, ...WHITE, reachM: 26, strength: 1.4 });
    lamps.push({ ...mast, radiusM: 0.8, look: 'work' });
    // The beam of the headlights, as pools on the ground.
    for (const m of [6, 9, 13]) lights.push({ ...along(m, 0, 1.3), ...WHITE, reachM: 5.5, strength: 1.1 });
    for (const side of [-0.85, 0.85]) {
      lamps.push({ ...along(3.95, side, 0.95), radiusM: 0.5, look: 'work' });
      lamps.push({ ...along(3.4, side, 2.85), radiusM: 0.7, look: 'beacon' });
    }
  }
  // The crew of the Ground Station works in the light of its vehicle.
  lights.push({ ...place(1.5, -2.5, 3), ...WHITE, reachM: 14, strength: 1 });
  lamps.push({ ...place(1.2, -1.05, 1.95), radiusM: 0.35, look: 'work' });
  return { lights, lamps };
}

/** Flames on the roof, and glowing windows on all sides. */
function fireLights({ eastM, headingRad, lengthM, northM, upM, widthM }: FireSite): SceneLight[] {
  const [cos, sin] = [Math.cos(headingRad), Math.sin(headingRad)];
  const beside = (x: number, y: number): SceneLight => ({
    eastM: eastM + x * cos - y * sin,
    northM: northM + x * sin + y * cos,
    upM: 7,
    ...FLAME,
    reachM: 34,
    strength: 1,
  });
  const [x, y] = [lengthM / 2 + 3, widthM / 2 + 3];
  return [
    { eastM, northM, upM: upM + 3, ...FLAME, reachM: 110, strength: 1.2 },
    beside(x, 0),
    beside(-x, 0),
    beside(-lengthM / 4, y),
    beside(lengthM / 4, y),
    beside(-lengthM / 4, -y),
    beside(lengthM / 4, -y),
  ];
}

/** Light at a place, and its colour times it. Reused, so that frames allocate nothing. */
export interface LocalLight {
  light: number;
  cb: number;
  cr: number;
}

export const NO_LIGHT: LocalLight = { light: 0, cb: 0, cr: 0 };

const SATURATION = 0.45;
/** Share of the light that reaches a surface of any direction. */
const SCATTERED = 0.35;

/**
 * Adds up the light of all lights at a point.
 * @param nx, ny, nup unit normal of the surface there; 0, 0, 0 for leaves and people, which face all directions
 */
export function lightAt(
  lights: readonly SceneLight[],
  eastM: number,
  northM: number,
  upM: number,
  nx: number,
  ny: number,
  nup: number,
  out: LocalLight,
): void {
  const isRound = nx === 0 && ny === 0 && nup === 0;
  let [sum, cb, cr] = [0, 0, 0];
  for (const one of lights) {
    const east = one.eastM - eastM;
    const north = one.northM - northM;
    const up = one.upM - upM;
    const squareM2 = east * east + north * north + up * up;
    const reachM2 = one.reachM * one.reachM;
    if (squareM2 >= reachM2) continue;
    const distanceM = Math.sqrt(squareM2) || 1;
    const facing = isRound ? 0.35 : Math.max(0, (nx * east + ny * north + nup * up) / distanceM);
    const within = 1 - squareM2 / reachM2;
    // Falls with the square of the distance from a sixth of the reach on, and is 0 at the reach.
    const fall = (within * within) / (1 + (36 * squareM2) / reachM2);
    const light = 2.2 * one.strength * fall * (SCATTERED + (1 - SCATTERED) * facing);
    sum += light;
    cb += light * one.cb;
    cr += light * one.cr;
  }
  // As automatic exposure and the sensor show it: twice the light is less than twice as bright.
  const shown = 1 / (1 + SATURATION * sum);
  out.light = sum * shown;
  out.cb = cb * shown;
  out.cr = cr * shown;
}
