import { hashUniform } from '@kitestring/base/random.ts';
import { SceneRandom } from '../scene-random.ts';
import { type Body, type Shape, standingAt, UNPAINTED } from './body.ts';
import { type Block, PAVEMENT_M, ROAD_M, type StreetGrid } from './street-grid.ts';
import { CAR_PAINTS } from './town.ts';

/** A closed route around a rectangle of the grid, with rounded corners. */
interface Loop {
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
  readonly cornerM: number;
  /** Anticlockwise or clockwise. */
  readonly direction: 1 | -1;
}

/** An object that follows a loop: its position depends on time alone. */
export interface Mover {
  readonly body: Body;
  readonly loop: Loop;
  readonly speedMps: number;
  readonly startM: number;
}

const CARS = 18;
const WALKERS = 26;
/** Distance from the middle of the street: right-hand traffic. */
const LANE_M = 2;

interface MovingShapes {
  readonly car: Shape;
  readonly van: Shape;
  readonly person: Shape;
}

/** Cars on the streets and people on the pavements. */
export function makeMovers(seed: number, grid: StreetGrid, shapes: MovingShapes): Mover[] {
  const random = new SceneRandom(seed, 'movers');
  const cars = Array.from({ length: CARS }, (_, index) => {
    const shape = index % 7 === 6 ? shapes.van : shapes.car;
    return moverOn(
      drivenLoop(random, grid),
      random.between(7, 12),
      random,
      standingAt(shape, 0, 0, 0, random.pick(CAR_PAINTS)),
    );
  });
  const walkers = Array.from({ length: WALKERS }, (_, index) => {
    const near = grid.blocks.filter((block) => Math.abs(block.fromX) < 130 && Math.abs(block.fromY) < 130);
    const clothes = { gain: random.between(0.35, 1), cb: random.between(-16, 24), cr: random.between(-14, 26) };
    // The first ones stay near the Ground Station, so that people are always in view.
    return moverOn(
      walkedLoop(random, index < 6 ? grid.home : random.pick(near)),
      random.between(0.9, 1.6),
      random,
      standingAt(shapes.person, 0, 0, 0, clothes),
    );
  });
  return [...cars, ...walkers];
}

function moverOn(loop: Loop, speedMps: number, random: SceneRandom, body: Body): Mover {
  return { body, loop, speedMps, startM: random.between(0, length(loop)) };
}

function drivenLoop(random: SceneRandom, { streetsX, streetsY }: StreetGrid): Loop {
  const [left, right] = twoDrawn(random, streetsX.length);
  const [low, high] = twoDrawn(random, streetsY.length);
  const direction = random.isTrueIn(0.5) ? 1 : -1;
  // Anticlockwise, the right-hand lane is outside of the middle of the street.
  const out = direction * LANE_M;
  return {
    fromX: streetsX[left]! - out,
    toX: streetsX[right]! + out,
    fromY: streetsY[low]! - out,
    toY: streetsY[high]! + out,
    cornerM: ROAD_M * 0.8,
    direction,
  };
}

function walkedLoop(random: SceneRandom, block: Block): Loop {
  const inM = random.between(0.4, PAVEMENT_M - 0.4);
  return {
    fromX: block.fromX + inM,
    toX: block.toX - inM,
    fromY: block.fromY + inM,
    toY: block.toY - inM,
    cornerM: 1,
    direction: random.isTrueIn(0.5) ? 1 : -1,
  };
}

/** Two different streets, not too far apart, ascending. */
function twoDrawn(random: SceneRandom, count: number): [number, number] {
  const first = random.below(count - 1);
  return [first, Math.min(count - 1, first + 1 + random.below(3))];
}

const straightX = (loop: Loop): number => loop.toX - loop.fromX - 2 * loop.cornerM;
const straightY = (loop: Loop): number => loop.toY - loop.fromY - 2 * loop.cornerM;
const bend = (loop: Loop): number => (Math.PI / 2) * loop.cornerM;
const length = (loop: Loop): number => 2 * (straightX(loop) + straightY(loop)) + 4 * bend(loop);

/** Moves a body to its position at a time, seconds from any fixed epoch. */
export function moveTo(mover: Mover, timeS: number, gridCos: number, gridSin: number): void {
  const { loop, body } = mover;
  const whole = length(loop);
  const wentM = (mover.startM + mover.speedMps * timeS) % whole;
  const alongM = loop.direction > 0 ? wentM : whole - wentM;
  place(loop, (alongM + whole) % whole, body);
  const { eastM: x, northM: y, cos, sin } = body;
  body.eastM = x * gridCos - y * gridSin;
  body.northM = x * gridSin + y * gridCos;
  body.cos = loop.direction * (cos * gridCos - sin * gridSin);
  body.sin = loop.direction * (cos * gridSin + sin * gridCos);
}

/**
 * In the frame of the grid, as if anticlockwise: right side going up, top going left, left side going down, bottom
 * going right.
 */
function place(loop: Loop, alongM: number, body: Body): void {
  const corner = loop.cornerM;
  const halfX = (loop.toX - loop.fromX) / 2;
  const halfY = (loop.toY - loop.fromY) / 2;
  let rest = alongM;
  for (let side = 0; side < 4; side += 1) {
    // In a frame that is turned by a quarter for each side, every side is the right one.
    const isUpright = side % 2 === 0;
    const straight = isUpright ? straightY(loop) : straightX(loop);
    const out = isUpright ? halfX : halfY;
    const half = isUpright ? halfY : halfX;
    if (rest < straight + bend(loop) || side === 3) {
      const angle = rest < straight ? 0 : (rest - straight) / corner;
      const x = out - corner + corner * Math.cos(angle);
      const y = rest < straight ? -half + corner + rest : half - corner + corner * Math.sin(angle);
      settle(body, side, x, y, angle);
      body.eastM += (loop.fromX + loop.toX) / 2;
      body.northM += (loop.fromY + loop.toY) / 2;
      return;
    }
    rest -= straight + bend(loop);
  }
}

function settle(body: Body, side: number, x: number, y: number, angle: number): void {
  const turnCos = side === 0 ? 1 : side === 2 ? -1 : 0;
  const turnSin = side === 1 ? 1 : side === 3 ? -1 : 0;
  body.eastM = x * turnCos - y * turnSin;
  body.northM = x * turnSin + y * turnCos;
  // Ahead is a quarter turn from outwards.
  const outCos = Math.cos(angle);
  const outSin = Math.sin(angle);
  body.cos = -(outCos * turnSin + outSin * turnCos);
  body.sin = outCos * turnCos - outSin * turnSin;
}

/** Crew who stand and shift their weight. */
export function makeBystanders(seed: number, eastM: number, northM: number, count: number, shape: Shape): Body[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = 2 * Math.PI * hashUniform(seed + index, 1);
    const outM = 5 + 7 * hashUniform(seed + index, 2);
    const worn = { ...UNPAINTED, gain: 0.85 + 0.2 * hashUniform(seed + index, 3) };
    return standingAt(shape, eastM + outM * Math.cos(angle), northM + outM * Math.sin(angle), angle, worn);
  });
}
