import type { Face } from '../raster/face.ts';
import { SceneRandom } from '../scene-random.ts';
import { type Body, standingAt } from './body.ts';
import type { FireSite } from './fire.ts';
import { countryFaces, paved, pavementFaces, shrunk, streetFaces } from './ground.ts';
import { type Landmark, placeLandmarks } from './landmarks.ts';
import { buildMaterials, type Materials } from './materials.ts';
import { type Mover, makeBystanders, makeMovers } from './moving.ts';
import { flatRoofed } from './shapes/buildings.ts';
import { hedgeShape, personShape } from './shapes/living.ts';
import { carShape, fireEngineShape, rooftopBoxShape, stationShape, vanShape } from './shapes/vehicles.ts';
import { type Block, layStreets, PAVEMENT_M, type StreetGrid, toEastNorth } from './street-grid.ts';
import { fillBlock, fillHome, TownPlan } from './town.ts';

/** Everything visible. Built once from a seed; moving objects depend on the time of each frame. */
export interface SceneWorld {
  readonly seed: number;
  readonly materials: Materials;
  readonly grid: StreetGrid;
  /** In the frame of the grid; drawn in this order. */
  readonly ground: readonly Face[];
  readonly covers: readonly Face[];
  readonly waters: readonly Face[];
  /** Static. */
  readonly bodies: readonly Body[];
  readonly movers: readonly Mover[];
  readonly fire: FireSite;
  readonly landmarks: readonly Landmark[];
  readonly buildings: number;
}

/**
 * @param textures memory of `textureMemory` that all threads with this seed share; each texture is painted once
 * @throws RangeError for a seed that is not an integer
 */
export function buildWorld(seed: number, textures?: SharedArrayBuffer): SceneWorld {
  const materials = buildMaterials(seed, textures);
  const m = materials.of;
  const grid = layStreets(seed);
  const plan = new TownPlan(grid, m, new SceneRandom(seed, 'town'));
  const burning = burningBlock(grid);
  const { roads, crossings } = streetFaces(grid, m);
  plan.ground.push(...countryFaces(grid, m, new SceneRandom(seed, 'fields')), ...roads);
  plan.covers.push(...crossings);
  for (const block of grid.blocks) {
    if (block === grid.home) fillHome(plan, block);
    else if (block !== burning) fillBlock(plan, block);
  }
  const person = personShape(m);
  const fire = buildFire(plan, burning, seed, person);
  buildStation(plan, person);
  surround(plan);
  const { landmarks, bodies } = placeLandmarks(grid, plan.rooftops, m);
  const movers = makeMovers(seed, grid, { car: carShape(m, true), van: vanShape(m), person });
  return {
    seed,
    materials,
    grid,
    ground: plan.ground,
    covers: plan.covers,
    waters: plan.waters,
    bodies: [...plan.bodies, ...bodies],
    movers,
    fire,
    landmarks,
    buildings: plan.buildings,
  };
}

/** The north-easternmost of the blocks two steps from home. */
function burningBlock({ blocks, home }: StreetGrid): Block {
  const found = blocks.find(({ column, row }) => column === home.column + 1 && row === home.row + 1);
  if (found === undefined) throw new Error('the town has no block beside the Ground Station');
  return found;
}

/** A burning building of four storeys with fire engines in front of it. */
function buildFire(plan: TownPlan, block: Block, seed: number, person: Body['shape']): FireSite {
  const { m } = plan;
  const inner = shrunk(block, PAVEMENT_M);
  plan.ground.push(...pavementFaces(block, m), paved(inner, m.grass, 8));
  const x = (inner.fromX + inner.toX) / 2;
  const y = (inner.fromY + inner.toY) / 2 + 6;
  const size = { lengthM: Math.min(26, inner.toX - inner.fromX - 12), widthM: 13, storeys: 4 };
  plan.put(flatRoofed(size, { wall: m.burnt, gable: m.plain, roof: m.bitumen }), x, y, 0, { gain: 0.9, cb: 0, cr: 0 });
  plan.buildings += 1;
  const front = y - size.widthM / 2;
  plan.covers.push(paved({ fromX: inner.fromX, toX: inner.toX, fromY: front - 15, toY: front - 3 }, m.tar, 8));
  const engine = fireEngineShape(m);
  plan.put(engine, x - 6, front - 8, 0.15, { gain: 0.72, cb: -10, cr: 44 });
  plan.put(engine, x + 8, front - 11, -0.1, { gain: 0.72, cb: -10, cr: 44 });
  for (let treeX = inner.fromX + 4; treeX < inner.toX - 3; treeX += 11) plan.tree(treeX, inner.toY - 4);
  const crew = toEastNorth(plan.grid.headingRad, x, front - 9);
  plan.bodies.push(...makeBystanders(seed, crew.eastM, crew.northM, 7, person));
  const place = toEastNorth(plan.grid.headingRad, x, y);
  return { seed, ...place, headingRad: plan.grid.headingRad, upM: 12, lengthM: size.lengthM, widthM: size.widthM };
}

/** The vehicle at the origin, with its box and a crew of two. */
function buildStation(plan: TownPlan, person: Body['shape']): void {
  const { headingRad } = plan.grid;
  plan.bodies.push(standingAt(stationShape(plan.m), 0, 0, headingRad, { gain: 0.72, cb: -10, cr: 46 }));
  plan.bodies.push(standingAt(rooftopBoxShape(plan.m), 0, 0, headingRad, { gain: 0.9, cb: 0, cr: 0 }));
  plan.put(person, 3.6, -2.4, 0.5, { gain: 0.8, cb: -34, cr: 10 });
  plan.put(person, -1, -3.2, 1.9, { gain: 0.6, cb: 10, cr: -6 });
}

/** Rows of trees in the country, and hills at the horizon. */
function surround(plan: TownPlan): void {
  const { m, random } = plan;
  const rows = [6, 9].map((heightM) => hedgeShape(m, 90, heightM));
  for (let index = 0; index < 110; index += 1) {
    const angle = random.between(0, 2 * Math.PI);
    const outM = random.between(380, 1500);
    plan.bodies.push(
      standingAt(random.pick(rows), outM * Math.cos(angle), outM * Math.sin(angle), random.between(0, Math.PI)),
    );
  }
  for (let index = 0; index < 160; index += 1) {
    const angle = random.between(0, 2 * Math.PI);
    const outM = random.between(440, 800);
    const shape = random.pick(plan.stock.broadleaves);
    plan.bodies.push(standingAt(shape, outM * Math.cos(angle), outM * Math.sin(angle), angle));
  }
  const hills = hillShapes(m);
  for (let index = 0; index < 36; index += 1) {
    const angle = (2 * Math.PI * index) / 36;
    plan.bodies.push(
      standingAt(
        hills[index % 2] as Body['shape'],
        5200 * Math.cos(angle),
        5200 * Math.sin(angle),
        angle + Math.PI / 2,
      ),
    );
  }
}

/** Wide enough to close the ring at their distance. */
function hillShapes(m: Materials['of']): Body['shape'][] {
  const wide = { ...m, hedge: m.hills };
  return [hedgeShape(wide, 940, 150), hedgeShape(wide, 940, 210)];
}
