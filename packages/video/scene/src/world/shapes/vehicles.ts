import { type Corner, type Face, type Material, makeFace } from '../../raster/face.ts';
import { makeShape, type Shape } from '../body.ts';
import { fittedBox } from '../box-faces.ts';
import type { MaterialSet } from '../materials.ts';

const VEHICLE = { kind: 'vehicle' } as const;

/** A parked car, or one in use with a warm engine. */
export function carShape(m: MaterialSet, isDriven: boolean): Shape {
  const sides = isDriven ? m.drivenSide : m.carSide;
  const ends = isDriven ? m.drivenEnd : m.carEnd;
  const top = isDriven ? m.drivenTop : m.carTop;
  const body = fittedBox({ lengthM: 4.4, widthM: 1.8, fromUpM: 0.22, toUpM: 0.92 }, { ends });
  const deck = fittedBox({ lengthM: 4.4, widthM: 1.8, fromUpM: 0.22, toUpM: 0.92 }, { top });
  const flanks = lowerSides(sides);
  const far = fittedBox({ lengthM: 4.4, widthM: 1.8, fromUpM: 0.2, toUpM: 1.3 }, { sides, ends, top });
  return makeShape([...body, ...deck, ...flanks, ...cabin(m.carGlass, m.plain)], boxShadow(4.4, 1.8, 1.2), {
    farFaces: far,
    ...VEHICLE,
  });
}

/** The sides below the windows: the lower part of the texture of a side. */
function lowerSides(material: Material): Face[] {
  const corners = (y: number, from: number, to: number): Corner[] => [
    [from, y, 0.1],
    [to, y, 0.1],
    [to, y, 0.92],
    [from, y, 0.92],
  ];
  const mapping = { perV: 0.54 / 0.82 };
  // v is 0.46 where the windows end, at the upper edge.
  const from = (y: number): Corner => [2.2, y, 0.92 + 0.46 / mapping.perV];
  return [
    makeFace(corners(0.9, 2.2, -2.2), material, { ...mapping, perU: 1 / 4.4, from: from(0.9) }),
    makeFace(corners(-0.9, -2.2, 2.2), material, { ...mapping, perU: -1 / 4.4, from: from(-0.9) }),
  ];
}

/** Inclined windows with a roof. */
function cabin(glass: Material, roof: Material): Face[] {
  const low = { front: 0.95, back: -1.85, side: 0.86, up: 0.92 };
  const high = { front: 0.35, back: -1.25, side: 0.68, up: 1.42 };
  const corner = (at: typeof low, x: 'front' | 'back', side: 1 | -1): Corner => [at[x], side * at.side, at.up];
  const window = (a: Corner, b: Corner, c: Corner, d: Corner, widthM: number): Face =>
    makeFace([a, b, c, d], glass, { perU: 1 / widthM, perV: 1.6 });
  const [lfl, lfr, lbl, lbr] = [
    corner(low, 'front', 1),
    corner(low, 'front', -1),
    corner(low, 'back', 1),
    corner(low, 'back', -1),
  ];
  const [hfl, hfr, hbl, hbr] = [
    corner(high, 'front', 1),
    corner(high, 'front', -1),
    corner(high, 'back', 1),
    corner(high, 'back', -1),
  ];
  return [
    window(lfr, lfl, hfl, hfr, 1.72),
    window(lbl, lbr, hbr, hbl, 1.72),
    window(lfl, lbl, hbl, hfl, 2.8),
    window(lbr, lfr, hfr, hbr, 2.8),
    makeFace([hfl, hbl, hbr, hfr], roof, { perU: 0.5, perV: 0.5 }),
  ];
}

export function vanShape(m: MaterialSet): Shape {
  const faces = fittedBox(
    { lengthM: 5.6, widthM: 2, fromUpM: 0.25, toUpM: 2.4 },
    { sides: m.vanSide, ends: m.drivenEnd, top: m.plain },
  );
  return makeShape(faces, boxShadow(5.6, 2, 2.4), VEHICLE);
}

/** A fire engine: cab, body, ladder on the roof. */
export function fireEngineShape(m: MaterialSet): Shape {
  const cab = fittedBox(
    { x: 2.9, lengthM: 1.9, widthM: 2.4, fromUpM: 0.4, toUpM: 2.7 },
    { sides: m.engineCab, top: m.engineTop },
  );
  const front = fittedBox({ x: 2.9, lengthM: 1.9, widthM: 2.4, fromUpM: 0.4, toUpM: 2.7 }, { ends: m.engineFront });
  const body = fittedBox(
    { x: -1, lengthM: 5.8, widthM: 2.4, fromUpM: 0.4, toUpM: 3 },
    { sides: m.engineSide, ends: m.engineBack, top: m.engineTop },
  );
  const ladder = fittedBox(
    { x: -0.8, lengthM: 6.4, widthM: 0.6, fromUpM: 3, toUpM: 3.25 },
    { sides: m.stripes, ends: m.plain, top: m.stripes },
  );
  return makeShape([...cab, ...front, ...body, ...ladder], boxShadow(7.8, 2.4, 3), VEHICLE);
}

/** Height of the roof of the Ground Station's vehicle, and of the mouth of the Rooftop Box from which the tether comes. */
const ROOF_UP_M = 1.9;
export const TETHER_EXIT_UP_M = 2.4;

/** The vehicle with the Rooftop Box, its lids open to both sides. */
export function stationShape(m: MaterialSet): Shape {
  const lower = fittedBox(
    { lengthM: 5.2, widthM: 2, fromUpM: 0.3, toUpM: 1.15 },
    { sides: m.vanSide, ends: m.drivenEnd, top: m.plain },
  );
  const cabinBox = fittedBox(
    { x: -0.5, lengthM: 3.4, widthM: 1.9, fromUpM: 1.15, toUpM: ROOF_UP_M },
    { sides: m.carGlass, ends: m.carGlass, top: m.plain },
  );
  return makeShape([...lower, ...cabinBox], boxShadow(5.2, 2, ROOF_UP_M), VEHICLE);
}

export function rooftopBoxShape(m: MaterialSet): Shape {
  const [halfLength, halfWidth] = [0.85, 0.6];
  const box = fittedBox(
    { lengthM: 2 * halfLength, widthM: 2 * halfWidth, fromUpM: ROOF_UP_M, toUpM: TETHER_EXIT_UP_M - 0.1 },
    { sides: m.plain, ends: m.plain, top: m.carGlass },
  );
  const lid = (side: 1 | -1): Face =>
    makeFace(
      [
        [halfLength, side * halfWidth, TETHER_EXIT_UP_M - 0.1],
        [-halfLength, side * halfWidth, TETHER_EXIT_UP_M - 0.1],
        [-halfLength, side * (halfWidth + 0.5), TETHER_EXIT_UP_M + 0.05],
        [halfLength, side * (halfWidth + 0.5), TETHER_EXIT_UP_M + 0.05],
      ],
      m.stripes,
      { perU: 0.6, perV: 2, isTwoSided: true },
    );
  return makeShape([...box, lid(1), lid(-1)], { kind: 'none' });
}

const boxShadow = (lengthM: number, widthM: number, heightM: number) =>
  ({ kind: 'box', halfX: lengthM / 2, halfY: widthM / 2, heightM }) as const;
