import { makeFace } from '../../raster/face.ts';
import { makeShape, type Shape } from '../body.ts';
import { fittedBox } from '../box-faces.ts';
import { LAMP_ARM_M, LAMP_UP_M } from '../lights.ts';
import type { MaterialSet } from '../materials.ts';

/** A street lamp; its arm points ahead. From afar only its light is seen. */
export function streetLampShape(m: MaterialSet): Shape {
  const half = 0.06;
  const mapping = { perU: 1, perV: 1, isTwoSided: true };
  const post = [
    makeFace(
      [
        [0, -half, 0],
        [0, half, 0],
        [0, half, LAMP_UP_M],
        [0, -half, LAMP_UP_M],
      ],
      m.bark,
      mapping,
    ),
    makeFace(
      [
        [-half, 0, 0],
        [half, 0, 0],
        [half, 0, LAMP_UP_M],
        [-half, 0, LAMP_UP_M],
      ],
      m.bark,
      mapping,
    ),
  ];
  const head = fittedBox(
    { x: LAMP_ARM_M / 2, lengthM: LAMP_ARM_M, widthM: 0.16, fromUpM: LAMP_UP_M - 0.1, toUpM: LAMP_UP_M },
    { sides: m.bark, ends: m.bark, top: m.bark },
  );
  return makeShape([...post, ...head], { kind: 'none' }, { farFaces: [] });
}
