import { SceneRandom } from '../scene-random.ts';

/** Width of the carriageway, and of the pavement on each side of it. */
export const ROAD_M = 8;
export const PAVEMENT_M = 2.4;
/** The town reaches about so far from the Ground Station. */
const REACH_M = 300;

/** A block between streets, in the frame of the grid, without carriageways. */
export interface Block {
  readonly column: number;
  readonly row: number;
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
}

/** Streets cross at right angles; the whole grid is turned against North. The Ground Station is at its origin. */
export interface StreetGrid {
  readonly headingRad: number;
  /** Middles of the streets that run along y, by x; and the other way round. */
  readonly streetsX: readonly number[];
  readonly streetsY: readonly number[];
  readonly blocks: readonly Block[];
  /** The block in which the Ground Station stands. */
  readonly home: Block;
}

export function layStreets(seed: number): StreetGrid {
  const random = new SceneRandom(seed, 'streets');
  const headingRad = random.between(0.12, 0.3);
  const streetsX = streetsAround(random);
  const streetsY = streetsAround(random);
  const blocks: Block[] = [];
  for (let column = 0; column + 1 < streetsX.length; column += 1) {
    for (let row = 0; row + 1 < streetsY.length; row += 1) blocks.push(blockBetween(streetsX, streetsY, column, row));
  }
  const home = blocks.find(({ fromX, toX, fromY, toY }) => fromX < 0 && toX > 0 && fromY < 0 && toY > 0);
  if (home === undefined) throw new Error('the origin lies on a street');
  return { headingRad, streetsX, streetsY, blocks, home };
}

/** Ascending. The two around the origin leave room for the Ground Station. */
function streetsAround(random: SceneRandom): number[] {
  const streets = [-random.between(34, 46), random.between(30, 44)];
  const next = () => random.between(62, 96);
  for (let at = streets[0]! - next(); at > -REACH_M - 20; at -= next()) streets.unshift(at);
  for (let at = (streets.at(-1) as number) + next(); at < REACH_M + 20; at += next()) streets.push(at);
  return streets;
}

function blockBetween(streetsX: readonly number[], streetsY: readonly number[], column: number, row: number): Block {
  const half = ROAD_M / 2;
  return {
    column,
    row,
    fromX: streetsX[column]! + half,
    toX: streetsX[column + 1]! - half,
    fromY: streetsY[row]! + half,
    toY: streetsY[row + 1]! - half,
  };
}

/** From the frame of the grid to East and North. */
export function toEastNorth(headingRad: number, x: number, y: number): { eastM: number; northM: number } {
  const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
  return { eastM: x * cos - y * sin, northM: x * sin + y * cos };
}
