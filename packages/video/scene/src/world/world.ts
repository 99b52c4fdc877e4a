import type { Face } from '../raster/face.ts';
import { SceneRandom } from '../scene-random.ts';
import { type Body, standingAt } from './body.ts';
import type { FireSite } from './fire.ts';
import { countryFaces, paved, pavementFaces, shrunk, streetFaces } from './ground.ts';
import { type Landmark, placeLandmarks } from './landmarks.ts';
import { lampPlaces, type TownLights, townLights } from './lights.ts';
import { buildMaterials, type Materials } from './materials.ts';
import { type Mover, makeBystanders, makeMovers } from './moving.ts';
import { flatRoofed } from './shapes/buildings.ts';
import { streetLampShape } from './shapes/lamps.ts';
import { crewShape, hedgeShape, personShape } from './shapes/living.ts';
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
  readonly lights: TownLights;
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
  const crew = crewShape(m);
  const { engines, fire } = buildFire(plan, burning, seed, crew);
  buildStation(plan, crew);
  surround(plan);
  const lamp = streetLampShape(m);
  for (const { armRad, x, y } of lampPlaces(grid)) plan.put(lamp, x, y, armRad);
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
    lights: townLights(grid, fire, engines),
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
function buildFire(plan: TownPlan, block: Block, seed: number, crewman: Body['shape']) {
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
  const engines = [
    { x: x - 6, y: front - 8, turnRad: 0.15 },
    { x: x + 8, y: front - 11, turnRad: -0.1 },
  ];
  for (const { turnRad, x: engineX, y: engineY } of engines) plan.put(engine, engineX, engineY, turnRad);
  for (let treeX = inner.fromX + 4; treeX < inner.toX - 3; treeX += 11) plan.tree(treeX, inner.toY - 4);
  const crew = toEastNorth(plan.grid.headingRad, x, front - 9);
  plan.bodies.push(...makeBystanders(seed, crew.eastM, crew.northM, 7, crewman));
  const place = toEastNorth(plan.grid.headingRad, x, y);
  const { lengthM, widthM } = size;
  const fire: FireSite = { seed, ...place, headingRad: plan.grid.headingRad, upM: 12, lengthM, widthM };
  return { engines, fire };
}

/** The vehicle at the origin, with its box and a crew of two. */
function buildStation(plan: TownPlan, crewman: Body['shape']): void {
  const { headingRad } = plan.grid;
  plan.bodies.push(standingAt(stationShape(plan.m), 0, 0, headingRad, { gain: 0.72, cb: -10, cr: 46 }));
  plan.bodies.push(standingAt(rooftopBoxShape(plan.m), 0, 0, headingRad, { gain: 0.9, cb: 0, cr: 0 }));
  plan.put(crewman, 3.6, -2.4, 0.5);
  plan.put(crewman, -1, -3.2, 1.9);
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
