import type { ScenePoint } from '../camera/camera-view.ts';
import { type Corner, makeFace } from '../raster/face.ts';
import { type Body, makeShape } from './body.ts';
import type { MaterialSet } from './materials.ts';
import { type Block, type StreetGrid, toEastNorth } from './street-grid.ts';
import type { Rooftop } from './town.ts';

/** A panel of two by two red and white squares at a known position, by which a test can check the geometry. */
export interface Landmark {
  readonly name: string;
  /** Centre, where the squares meet. */
  readonly centre: ScenePoint;
  /** In order around the panel; the first square, between corners and centre, is red. */
  readonly corners: readonly ScenePoint[];
  /** Side of the panel, metres. */
  readonly sizeM: number;
  /** Unit vector out of its face, east, north, up. */
  readonly normal: readonly [east: number, north: number, up: number];
}

const GROUND_SIZE_M = 4;
const ROOF_SIZE_M = 5;
/** Height above its support, to be visible from far away. */
const LIFT_M = 0.12;
const MOST_ROOFS = 9;

/** Panels on flat roofs, on the ground near the Ground Station, and upright on two sides of its yard. */
export function placeLandmarks(
  grid: StreetGrid,
  rooftops: readonly Rooftop[],
  m: MaterialSet,
): { landmarks: Landmark[]; bodies: Body[] } {
  const landmarks: Landmark[] = [];
  const bodies: Body[] = [];
  const add = (
    name: string,
    x: number,
    y: number,
    upM: number,
    headingRad: number,
    sizeM: number,
    isUpright: boolean,
  ) => {
    const half = sizeM / 2;
    const local: Corner[] = isUpright
      ? [
          [0, -half, half],
          [0, half, half],
          [0, half, -half],
          [0, -half, -half],
        ]
      : [
          [-half, half, 0],
          [half, half, 0],
          [half, -half, 0],
          [-half, -half, 0],
        ];
    const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
    const [a, b, c, d] = local as [Corner, Corner, Corner, Corner];
    const face = makeFace([d, c, b, a], m.panel, { perU: 1 / sizeM, perV: 1 / sizeM, from: a });
    bodies.push({
      eastM: x,
      northM: y,
      upM,
      cos,
      sin,
      shape: makeShape([face], { kind: 'none' }),
      paint: { gain: 1, cb: 0, cr: 0 },
    });
    landmarks.push({
      name,
      centre: { eastM: x, northM: y, upM },
      corners: local.map(([lx, ly, lu]) => ({
        eastM: x + lx * cos - ly * sin,
        northM: y + lx * sin + ly * cos,
        upM: upM + lu,
      })),
      sizeM,
      normal: isUpright ? [cos, sin, 0] : [0, 0, 1],
    });
  };
  nearestFirst(rooftops)
    .slice(0, MOST_ROOFS)
    .forEach((roof, index) => {
      const sizeM = Math.min(ROOF_SIZE_M, roof.lengthM - 1, roof.widthM - 2);
      add(`roof ${index + 1}`, roof.eastM, roof.northM, roof.upM + LIFT_M, roof.headingRad, sizeM, false);
    });
  yardPlaces(grid.home).forEach(([x, y, upM, turnRad], index) => {
    const { eastM, northM } = toEastNorth(grid.headingRad, x, y);
    const isUpright = upM > 1;
    add(
      `${isUpright ? 'upright' : 'ground'} ${index + 1}`,
      eastM,
      northM,
      upM,
      grid.headingRad + turnRad,
      isUpright ? 3 : GROUND_SIZE_M,
      isUpright,
    );
  });
  return { landmarks, bodies };
}

const nearestFirst = (rooftops: readonly Rooftop[]): Rooftop[] =>
  rooftops.toSorted((a, b) => Math.hypot(a.eastM, a.northM) - Math.hypot(b.eastM, b.northM));

/** In the yard, in the frame of the grid, away from cars and trees: x, y, up, turn. */
function yardPlaces({ fromX, toX }: Block): readonly (readonly [number, number, number, number])[] {
  return [
    [12, 9, LIFT_M, 0],
    [-14, -8, LIFT_M, 0],
    [toX - 7, -8, LIFT_M, 0],
    [toX - 4, 6, 2.2, Math.PI],
    [fromX + 4, -4, 2.2, 0],
  ];
}
