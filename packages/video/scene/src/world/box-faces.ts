import { type Corner, type Face, type Material, makeFace } from '../raster/face.ts';

/** A box on its place: middle, size, and how high it begins. */
interface BoxSize {
  readonly x?: number;
  readonly y?: number;
  readonly lengthM: number;
  readonly widthM: number;
  readonly fromUpM: number;
  readonly toUpM: number;
}

/** Materials of a box; a side without one is left out. */
interface BoxMaterials {
  readonly sides?: Material;
  readonly ends?: Material;
  readonly top?: Material;
}

/** A box whose textures fit each side once, as those of vehicles do. */
export function fittedBox(size: BoxSize, { sides, ends, top }: BoxMaterials): Face[] {
  const { x = 0, y = 0, lengthM, widthM, fromUpM, toUpM } = size;
  const [front, back, left, right] = [x + lengthM / 2, x - lengthM / 2, y + widthM / 2, y - widthM / 2];
  const heightM = toUpM - fromUpM;
  const faces: Face[] = [];
  const perV = 1 / heightM;
  if (sides !== undefined) {
    const mapping = { perU: 1 / lengthM, perV };
    faces.push(
      // u begins at the front on both sides: the right one is seen mirrored.
      makeFace(rect([front, left], [back, left], fromUpM, toUpM), sides, { ...mapping, from: [front, left, toUpM] }),
      makeFace(rect([back, right], [front, right], fromUpM, toUpM), sides, {
        ...mapping,
        perU: -1 / lengthM,
        from: [front, right, toUpM],
      }),
    );
  }
  if (ends !== undefined) {
    const mapping = { perU: 1 / widthM, perV };
    faces.push(
      makeFace(rect([front, right], [front, left], fromUpM, toUpM), ends, { ...mapping, from: [front, right, toUpM] }),
      makeFace(rect([back, left], [back, right], fromUpM, toUpM), ends, { ...mapping, from: [back, left, toUpM] }),
    );
  }
  if (top !== undefined) {
    const corners: Corner[] = [
      [front, left, toUpM],
      [back, left, toUpM],
      [back, right, toUpM],
      [front, right, toUpM],
    ];
    faces.push(
      makeFace(corners, top, { perU: 1 / lengthM, perV: 1 / widthM, along: [-1, 0, 0], from: [front, right, toUpM] }),
    );
  }
  return faces;
}

/** An upright rectangle above a line on the ground, seen from the right hand of that line. */
export const rect = (
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  fromUpM: number,
  toUpM: number,
): Corner[] => [
  [fromX, fromY, fromUpM],
  [toX, toY, fromUpM],
  [toX, toY, toUpM],
  [fromX, fromY, toUpM],
];
