import { type Corner, type Face, type Material, makeFace } from '../raster/face.ts';
import type { SceneRandom } from '../scene-random.ts';
import type { MaterialSet } from './materials.ts';
import { PAVEMENT_M, ROAD_M, type StreetGrid } from './street-grid.ts';

/** A rectangle in the frame of the grid. */
export interface Area {
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
}

export const shrunk = ({ fromX, toX, fromY, toY }: Area, byM: number): Area => ({
  fromX: fromX + byM,
  toX: toX - byM,
  fromY: fromY + byM,
  toY: toY - byM,
});

const corners = ({ fromX, fromY, toX, toY }: Area): readonly Corner[] => [
  [fromX, fromY, 0],
  [toX, fromY, 0],
  [toX, toY, 0],
  [fromX, toY, 0],
];

/** Ground covered with tiles of so many metres; textures of neighbours go on without a seam. */
export function paved(area: Area, material: Material, tileM: number, tileVM = tileM): Face {
  return makeFace(corners(area), material, { perU: 1 / tileM, perV: 1 / tileVM, along: [1, 0, 0], from: [0, 0, 0] });
}

/** Ground with a texture that has a place and a direction: u across from `fromX`, v along y; turned, the other way round. */
export function laid(area: Area, material: Material, uM: number, vM: number, isTurned = false): Face {
  const along: Corner = isTurned ? [0, 1, 0] : [1, 0, 0];
  return makeFace(corners(area), material, { perU: 1 / uM, perV: 1 / vM, along, from: [area.fromX, area.fromY, 0] });
}

/** Streets go on into the country for so far. */
const BEYOND_M = 1400;
const ROAD_TILE_M = 12;

/** Carriageways of the whole grid. They cover no block, so that hardly any ground is drawn twice. */
export function streetFaces(grid: StreetGrid, m: MaterialSet): { roads: Face[]; crossings: Face[] } {
  const half = ROAD_M / 2;
  const [firstX, lastX] = ends(grid.streetsX);
  const [firstY, lastY] = ends(grid.streetsY);
  const roads = grid.streetsX.map((x, index) => {
    const reach = index % 2 === 0 ? BEYOND_M : half;
    return laid(
      { fromX: x - half, toX: x + half, fromY: firstY - reach, toY: lastY + reach },
      m.road,
      ROAD_M,
      ROAD_TILE_M,
    );
  });
  const crossings: Face[] = [];
  for (const [index, y] of grid.streetsY.entries()) {
    const along = { fromY: y - half, toY: y + half };
    for (const [column, x] of grid.streetsX.entries()) {
      const next = grid.streetsX[column + 1];
      if (next !== undefined) {
        roads.push(laid({ ...along, fromX: x + half, toX: next - half }, m.road, ROAD_M, ROAD_TILE_M, true));
      }
      crossings.push(paved({ ...along, fromX: x - half, toX: x + half }, m.tar, 8));
      crossings.push(...zebras(x, y, m));
    }
    if (index % 2 === 1) {
      roads.push(laid({ ...along, fromX: firstX - BEYOND_M, toX: firstX - half }, m.road, ROAD_M, ROAD_TILE_M, true));
      roads.push(laid({ ...along, fromX: lastX + half, toX: lastX + BEYOND_M }, m.road, ROAD_M, ROAD_TILE_M, true));
    }
  }
  return { roads, crossings };
}

function zebras(x: number, y: number, m: MaterialSet): Face[] {
  const [near, far, half] = [ROAD_M / 2 + 0.6, ROAD_M / 2 + 3.6, ROAD_M / 2 - 0.4];
  const stripeM = 1;
  return [
    laid({ fromX: x - half, toX: x + half, fromY: y + near, toY: y + far }, m.zebra, stripeM, 3),
    laid({ fromX: x - half, toX: x + half, fromY: y - far, toY: y - near }, m.zebra, stripeM, 3),
    laid({ fromX: x + near, toX: x + far, fromY: y - half, toY: y + half }, m.zebra, stripeM, 3, true),
    laid({ fromX: x - far, toX: x - near, fromY: y - half, toY: y + half }, m.zebra, stripeM, 3, true),
  ];
}

/** Pavements around a block: four strips that don't overlap. */
export function pavementFaces(block: Area, m: MaterialSet): Face[] {
  const { fromX, toX, fromY, toY } = block;
  const inner = shrunk(block, PAVEMENT_M);
  return [
    paved({ fromX, toX, fromY, toY: inner.fromY }, m.pavement, 4),
    paved({ fromX, toX, fromY: inner.toY, toY }, m.pavement, 4),
    paved({ fromX, toX: inner.fromX, fromY: inner.fromY, toY: inner.toY }, m.pavement, 4),
    paved({ fromX: inner.toX, toX, fromY: inner.fromY, toY: inner.toY }, m.pavement, 4),
  ];
}

/** Fields lie around the town out to here; the country beyond is one large picture. */
const FIELDS_M = 1100;
const FIELD_M = 150;
const COUNTRY_TILE_M = 2400;
const HORIZON_M = 15_000;

/** The country around the town, to the horizon. */
export function countryFaces(grid: StreetGrid, m: MaterialSet, random: SceneRandom): Face[] {
  const half = ROAD_M / 2;
  const [firstX, lastX] = ends(grid.streetsX);
  const [firstY, lastY] = ends(grid.streetsY);
  const town = { fromX: firstX - half, toX: lastX + half, fromY: firstY - half, toY: lastY + half };
  const fields = { fromX: -FIELDS_M, toX: FIELDS_M, fromY: -FIELDS_M, toY: FIELDS_M };
  const all = { fromX: -HORIZON_M, toX: HORIZON_M, fromY: -HORIZON_M, toY: HORIZON_M };
  const far = around(fields, all).map((area) => paved(area, m.country, COUNTRY_TILE_M));
  const near = around(town, fields).flatMap((area) => fieldsIn(area, m, random));
  return [...far, ...near];
}

/** The ring between two rectangles, as four that do not overlap. */
function around(inner: Area, outer: Area): Area[] {
  return [
    { ...outer, toX: inner.fromX },
    { ...outer, fromX: inner.toX },
    { ...outer, fromX: inner.fromX, toX: inner.toX, toY: inner.fromY },
    { ...outer, fromX: inner.fromX, toX: inner.toX, fromY: inner.toY },
  ];
}

/** Fields of many widths, in strips. */
function fieldsIn(area: Area, m: MaterialSet, random: SceneRandom): Face[] {
  const kinds = [m.crop, m.crop, m.meadow, m.grass, m.soil, m.meadow];
  const faces: Face[] = [];
  const strips = Math.max(1, Math.round((area.toX - area.fromX) / FIELD_M));
  const stripM = (area.toX - area.fromX) / strips;
  for (let strip = 0; strip < strips; strip += 1) {
    const fromX = area.fromX + strip * stripM;
    for (let fromY = area.fromY; fromY < area.toY; ) {
      const wantedY = fromY + random.between(0.6, 1.5) * FIELD_M;
      const toY = area.toY - wantedY < FIELD_M / 3 ? area.toY : wantedY;
      faces.push(paved({ fromX, toX: fromX + stripM, fromY, toY }, random.pick(kinds), random.between(13, 22)));
      fromY = toY;
    }
  }
  return faces;
}

const ends = (values: readonly number[]): [number, number] => [values[0]!, values.at(-1) as number];
