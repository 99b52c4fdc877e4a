import type { Face } from '../raster/face.ts';
import type { SceneRandom } from '../scene-random.ts';
import { type Body, type Paint, type Shape, standingAt, UNPAINTED } from './body.ts';
import { type Area, laid, paved, pavementFaces, shrunk } from './ground.ts';
import type { MaterialSet } from './materials.ts';
import { flatRoofed, gableRoofed } from './shapes/buildings.ts';
import { broadleafShape, bushShape, coniferShape, gardenHedgeShape, hedgeShape } from './shapes/living.ts';
import { carShape, vanShape } from './shapes/vehicles.ts';
import { type Block, PAVEMENT_M, type StreetGrid, toEastNorth } from './street-grid.ts';

/** Shapes that many bodies share. */
interface Stock {
  readonly broadleaves: readonly Shape[];
  readonly conifers: readonly Shape[];
  readonly bushes: readonly Shape[];
  readonly hedge: Shape;
  /** Along the sides of a garden, and across its end. */
  readonly gardenHedge: Shape;
  readonly shed: Shape;
  readonly car: Shape;
  readonly van: Shape;
}

/** A flat roof with space for objects. */
export interface Rooftop {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
  readonly headingRad: number;
  /** Available space, metres. */
  readonly lengthM: number;
  readonly widthM: number;
}

/** Builder of the blocks. */
export class TownPlan {
  readonly grid: StreetGrid;
  readonly m: MaterialSet;
  readonly random: SceneRandom;
  readonly stock: Stock;
  readonly ground: Face[] = [];
  /** Over the ground, in this order: covers that may have gaps. */
  readonly covers: Face[] = [];
  /** Over these, with shores of their own. */
  readonly waters: Face[] = [];
  readonly bodies: Body[] = [];
  readonly rooftops: Rooftop[] = [];
  buildings = 0;

  constructor(grid: StreetGrid, m: MaterialSet, random: SceneRandom) {
    this.grid = grid;
    this.m = m;
    this.random = random;
    const several = (count: number, make: () => Shape) => Array.from({ length: count }, make);
    this.stock = {
      broadleaves: several(7, () => broadleafShape(m, random)),
      conifers: several(3, () => coniferShape(m, random)),
      bushes: several(4, () => bushShape(m, random)),
      hedge: hedgeShape(m, 24, 6),
      gardenHedge: gardenHedgeShape(m, GARDEN_HEDGE_M),
      shed: gableRoofed(
        { lengthM: 3.4, widthM: 2.6, storeys: 1 },
        { wall: m.render, gable: m.render, roof: m.brownTiles },
      ),
      car: carShape(m, false),
      van: vanShape(m),
    };
  }

  /** Places a body in the grid, rotated relative to it. */
  put(shape: Shape, x: number, y: number, turnRad = 0, paint: Paint = UNPAINTED): void {
    const { eastM, northM } = toEastNorth(this.grid.headingRad, x, y);
    this.bodies.push(standingAt(shape, eastM, northM, this.grid.headingRad + turnRad, paint));
  }

  tree(x: number, y: number): void {
    const { random, stock } = this;
    const shape = random.isTrueIn(0.8) ? random.pick(stock.broadleaves) : random.pick(stock.conifers);
    this.put(shape, x, y, random.between(0, 6));
  }

  /** Parked, in one of the colours that cars have. */
  parkedCar(x: number, y: number, turnRad: number): void {
    const isVan = this.random.isTrueIn(0.08);
    this.put(isVan ? this.stock.van : this.stock.car, x, y, turnRad, this.random.pick(CAR_PAINTS));
  }

  rooftop(x: number, y: number, upM: number, lengthM: number, widthM: number): void {
    const place = toEastNorth(this.grid.headingRad, x, y);
    this.rooftops.push({ ...place, upM, headingRad: this.grid.headingRad, lengthM, widthM });
  }
}

const GARDEN_HEDGE_M = 14;

/** Mostly white, grey and black; a few colours. */
export const CAR_PAINTS: readonly Paint[] = [
  { gain: 1.12, cb: 0, cr: 0 },
  { gain: 1.05, cb: 1, cr: -1 },
  { gain: 0.78, cb: 1, cr: 0 },
  { gain: 0.55, cb: 2, cr: -1 },
  { gain: 0.34, cb: 1, cr: 0 },
  { gain: 0.3, cb: 4, cr: -2 },
  { gain: 0.5, cb: 26, cr: -14 },
  { gain: 0.52, cb: -10, cr: 30 },
  { gain: 0.6, cb: -6, cr: -10 },
];

/** Fills a block; more greenery further out. */
export function fillBlock(plan: TownPlan, block: Block): void {
  const distanceM = Math.hypot((block.fromX + block.toX) / 2, (block.fromY + block.toY) / 2);
  plan.ground.push(...pavementFaces(block, plan.m));
  const inner = shrunk(block, PAVEMENT_M);
  const chance = plan.random.uniform();
  if (distanceM > 260) outskirts(plan, inner, chance);
  else if (distanceM > 150) suburb(plan, inner, chance);
  else centre(plan, inner, chance);
  streetTrees(plan, inner, distanceM > 260 ? 0.15 : 0.5);
}

function centre(plan: TownPlan, area: Area, chance: number): void {
  if (chance < 0.3) flats(plan, area);
  else if (chance < 0.42) shops(plan, area);
  else if (chance < 0.56) park(plan, area);
  else houses(plan, area);
}

function suburb(plan: TownPlan, area: Area, chance: number): void {
  if (chance < 0.6) houses(plan, area);
  else if (chance < 0.72) halls(plan, area);
  else if (chance < 0.84) park(plan, area);
  else flats(plan, area);
}

function outskirts(plan: TownPlan, area: Area, chance: number): void {
  if (chance < 0.3) houses(plan, area);
  else if (chance < 0.42) halls(plan, area);
  else if (chance < 0.54) park(plan, area);
  else field(plan, area);
}

/** Houses in gardens, in two rows along the longer streets. */
function houses(plan: TownPlan, area: Area): void {
  const { m, random } = plan;
  plan.ground.push(paved(area, m.grass, 8));
  const depthM = area.toY - area.fromY;
  const plots = Math.max(2, Math.round((area.toX - area.fromX) / 19));
  const plotM = (area.toX - area.fromX) / plots;
  for (let plot = 0; plot < plots; plot += 1) {
    const x = area.fromX + (plot + 0.5) * plotM;
    for (const side of depthM > 44 ? [-1, 1] : [-1]) {
      const street = side < 0 ? area.fromY : area.toY;
      house(plan, x, street, side, plotM);
    }
  }
  const middle = (area.fromY + area.toY) / 2;
  for (let x = area.fromX + 4; x < area.toX - 4; x += random.between(5, 11)) {
    if (random.isTrueIn(0.75)) plan.tree(x, middle + random.between(-5, 5));
    else plan.put(random.pick(plan.stock.bushes), x, middle + random.between(-7, 7));
  }
}

function house(plan: TownPlan, x: number, streetY: number, side: number, plotM: number): void {
  const { m, random } = plan;
  const lengthM = Math.min(plotM - 5, random.between(9, 13));
  const widthM = random.between(7.5, 9.5);
  const storeys = random.isTrueIn(0.6) ? 2 : 1;
  const wall = random.pick([m.walls.brick, m.walls.plaster, m.walls.cream, m.walls.plaster]);
  const roof = random.pick([m.redTiles, m.redTiles, m.brownTiles, m.slate]);
  const houseX = x - plotM / 2 + 1.5 + lengthM / 2;
  const y = streetY - side * (random.between(4, 7) + widthM / 2);
  const shape = gableRoofed({ lengthM, widthM, storeys }, { wall, gable: m.render, roof });
  plan.put(shape, houseX, y, random.isTrueIn(0.25) && lengthM < plotM - 7 ? Math.PI / 2 : 0, {
    gain: random.between(0.9, 1.06),
    cb: 0,
    cr: random.between(-3, 4),
  });
  plan.buildings += 1;
  const driveX = houseX + lengthM / 2 + 1.6;
  const [fromY, toY] = side < 0 ? [streetY, y] : [y, streetY];
  if (driveX + 1.4 < x + plotM / 2) {
    plan.covers.push(
      paved({ fromX: driveX - 1.4, toX: driveX + 1.4, fromY, toY }, random.isTrueIn(0.5) ? m.pavement : m.gravel, 4),
    );
    if (random.isTrueIn(0.55)) plan.parkedCar(driveX, streetY - side * 5, (side * Math.PI) / 2);
  }
  garden(plan, houseX, y - side * (widthM / 2), side, x - plotM / 2);
  if (random.isTrueIn(0.5)) plan.put(random.pick(plan.stock.bushes), houseX - lengthM * 0.3, streetY - side * 2);
  if (random.isTrueIn(0.35)) plan.tree(houseX + random.between(-4, 4), y - side * (widthM / 2 + 5));
}

/** Behind the house: a terrace, a hedge to the neighbour, a shed in some. */
function garden(plan: TownPlan, houseX: number, backY: number, side: number, borderX: number): void {
  const { m, random } = plan;
  const area = {
    fromX: houseX - 3,
    toX: houseX + 2.5,
    fromY: Math.min(backY, backY - side * 3.5),
    toY: Math.max(backY, backY - side * 3.5),
  };
  if (random.isTrueIn(0.6)) plan.covers.push(paved(area, m.pavement, 3));
  if (random.isTrueIn(0.7))
    plan.put(plan.stock.gardenHedge, borderX, backY - side * (GARDEN_HEDGE_M / 2 - 2), Math.PI / 2);
  if (random.isTrueIn(0.4))
    plan.put(plan.stock.shed, houseX + random.between(-3, 3), backY - side * random.between(8, 11));
  if (random.isTrueIn(0.6))
    plan.put(random.pick(plan.stock.bushes), borderX + random.between(1, 3), backY - side * random.between(3, 10));
}

/** Long buildings with flat roofs, lawns and places to park. */
function flats(plan: TownPlan, area: Area): void {
  const { m, random } = plan;
  plan.ground.push(paved(area, m.grass, 8));
  const [middleX, middleY] = [(area.fromX + area.toX) / 2, (area.fromY + area.toY) / 2];
  const lengthM = Math.min(area.toX - area.fromX - 16, random.between(30, 44));
  for (const side of [-1, 1]) {
    const y = middleY + side * ((area.toY - area.fromY) / 2 - 12);
    block(plan, middleX + random.between(-4, 4), y, lengthM, random.between(11, 14), 3 + random.below(4));
  }
  parkingRow(plan, { fromX: middleX - 15, toX: middleX + 15, fromY: middleY - 5.5, toY: middleY + 5.5 }, 0.7);
  scatterTrees(plan, area, 9, 4);
}

function block(plan: TownPlan, x: number, y: number, lengthM: number, widthM: number, storeys: number): void {
  const { m, random } = plan;
  const wall = random.pick([m.walls.concrete, m.walls.brick, m.walls.plaster, m.walls.glass, m.walls.cream]);
  const shape = flatRoofed({ lengthM, widthM, storeys }, { wall, gable: m.plain, roof: m.bitumen });
  plan.put(shape, x, y, 0, { gain: random.between(0.92, 1.06), cb: 0, cr: 0 });
  plan.rooftop(x, y, storeys * 3, lengthM * 0.3, widthM);
  plan.buildings += 1;
}

/** A shop behind its car park. */
function shops(plan: TownPlan, area: Area): void {
  const { m } = plan;
  plan.ground.push(paved(area, m.tar, 8));
  const y = area.toY - 12;
  block(plan, (area.fromX + area.toX) / 2, y, Math.min(46, area.toX - area.fromX - 10), 18, 2);
  for (let rowY = area.fromY + 3; rowY + 11 < y - 12; rowY += 17) {
    parkingRow(plan, { fromX: area.fromX + 5, toX: area.toX - 5, fromY: rowY, toY: rowY + 11 }, 0.55);
  }
}

const BAY_M = 2.6;

/** Two rows of bays, back to back. */
function parkingRow(plan: TownPlan, { fromX, toX, fromY, toY }: Area, filled: number): void {
  const bays = Math.floor((toX - fromX) / BAY_M);
  const middleY = (fromY + toY) / 2;
  const end = fromX + bays * BAY_M;
  plan.covers.push(laid({ fromX, toX: end, fromY, toY: middleY }, plan.m.bay, BAY_M, 5.5));
  plan.covers.push(laid({ fromX, toX: end, fromY: middleY, toY }, plan.m.bay, BAY_M, 5.5));
  for (let bay = 0; bay < bays; bay += 1) {
    for (const side of [-1, 1]) {
      if (!plan.random.isTrueIn(filled)) continue;
      const turn = (plan.random.isTrueIn(0.7) ? side : -side) * (Math.PI / 2) + plan.random.between(-0.05, 0.05);
      plan.parkedCar(fromX + (bay + 0.5) * BAY_M, middleY + side * 2.8, turn);
    }
  }
}

/** Industry: large halls, gravel, vans. */
function halls(plan: TownPlan, area: Area): void {
  const { m, random } = plan;
  plan.ground.push(paved(area, random.isTrueIn(0.5) ? m.gravel : m.tar, 7));
  const lengthM = area.toX - area.fromX - 14;
  const widthM = Math.min(26, (area.toY - area.fromY) * 0.36);
  for (const y of [area.fromY + 5 + widthM / 2, area.toY - 5 - widthM / 2]) {
    const shape = flatRoofed({ lengthM, widthM, storeys: 3 }, { wall: m.hall, gable: m.plain, roof: m.metal });
    plan.put(shape, (area.fromX + area.toX) / 2, y, 0, {
      gain: random.between(0.85, 1.05),
      cb: random.between(-4, 10),
      cr: random.between(-6, 4),
    });
    plan.rooftop((area.fromX + area.toX) / 2, y, 9, lengthM * 0.3, widthM);
    plan.buildings += 1;
  }
  const middleY = (area.fromY + area.toY) / 2;
  for (let x = area.fromX + 8; x < area.toX - 6; x += random.between(7, 16)) {
    plan.put(plan.stock.van, x, middleY + random.between(-3, 3), random.between(-0.2, 0.2), random.pick(CAR_PAINTS));
  }
}

function park(plan: TownPlan, area: Area): void {
  const { m, random } = plan;
  plan.ground.push(paved(area, m.meadow, 12));
  const [middleX, middleY] = [(area.fromX + area.toX) / 2, (area.fromY + area.toY) / 2];
  const pathM = 3.4;
  plan.covers.push(laid({ fromX: area.fromX, toX: area.toX, fromY: middleY - pathM, toY: middleY }, m.path, 24, pathM));
  const pondM = Math.min(28, (area.toY - area.fromY) / 2 - 4);
  if (random.isTrueIn(0.6)) {
    const pond = {
      fromX: middleX - pondM * 0.8,
      toX: middleX + pondM * 0.8,
      fromY: middleY + 2,
      toY: middleY + 2 + pondM,
    };
    plan.waters.push(laid(pond, m.water, pondM * 1.6, pondM));
  }
  scatterTrees(plan, { ...area, toY: middleY - pathM - 2 }, 16, 3);
  scatterTrees(plan, { ...area, fromY: area.toY - 9 }, 6, 2);
}

/** A field with a hedge on two sides. */
function field(plan: TownPlan, area: Area): void {
  const { m, random } = plan;
  plan.ground.push(paved(area, random.pick([m.crop, m.crop, m.soil, m.meadow]), 14));
  for (let x = area.fromX + 12; x < area.toX - 6; x += 24) plan.put(plan.stock.hedge, x, area.toY - 2);
  for (let y = area.fromY + 12; y < area.toY - 6; y += 24) plan.put(plan.stock.hedge, area.fromX + 2, y, Math.PI / 2);
  if (random.isTrueIn(0.5)) plan.tree(random.between(area.fromX + 5, area.toX - 5), area.fromY + 4);
}

function scatterTrees(plan: TownPlan, area: Area, count: number, marginM: number): void {
  for (let index = 0; index < count; index += 1) {
    const x = plan.random.between(area.fromX + marginM, area.toX - marginM);
    const y = plan.random.between(area.fromY + marginM, area.toY - marginM);
    if (!isBuiltOver(plan, x, y, 4)) plan.tree(x, y);
  }
}

/** Trees along two of the streets. */
function streetTrees(plan: TownPlan, area: Area, share: number): void {
  if (!plan.random.isTrueIn(share)) return;
  for (let x = area.fromX + 6; x < area.toX - 4; x += 13) {
    if (!isBuiltOver(plan, x, area.fromY + 0.6, 3)) plan.tree(x, area.fromY + 0.6);
  }
}

/** Whether a box stands at or near this position. */
function isBuiltOver(plan: TownPlan, x: number, y: number, marginM: number): boolean {
  const { eastM, northM } = toEastNorth(plan.grid.headingRad, x, y);
  return plan.bodies.some(({ shape, eastM: east, northM: north, cos, sin }) => {
    if (shape.shadow.kind !== 'box') return false;
    const along = (eastM - east) * cos + (northM - north) * sin;
    const across = (northM - north) * cos - (eastM - east) * sin;
    return Math.abs(along) < shape.shadow.halfX + marginM && Math.abs(across) < shape.shadow.halfY + marginM;
  });
}

/** The yard of the Ground Station: asphalt, a few cars, no building near. */
export function fillHome(plan: TownPlan, block: Block): void {
  const { m } = plan;
  plan.ground.push(...pavementFaces(block, m));
  const inner = shrunk(block, PAVEMENT_M);
  plan.ground.push(paved({ ...inner, fromY: -14, toY: 16 }, m.tar, 8));
  plan.ground.push(paved({ ...inner, toY: -14 }, m.grass, 8));
  plan.ground.push(paved({ ...inner, fromY: 16 }, m.grass, 8));
  parkingRow(plan, { fromX: inner.fromX + 3, toX: -9, fromY: 4, toY: 15 }, 0.6);
  scatterTrees(plan, { ...inner, toY: -14 }, 6, 3);
  scatterTrees(plan, { ...inner, fromY: 16 }, 6, 3);
}
