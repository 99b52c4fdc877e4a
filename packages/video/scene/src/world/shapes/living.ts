import { type Face, type Material, makeFace } from '../../raster/face.ts';
import type { SceneRandom } from '../../scene-random.ts';
import { makeShape, type Shape, type Sprite } from '../body.ts';
import { fittedBox } from '../box-faces.ts';
import type { MaterialSet } from '../materials.ts';

/** Two crossed vertical billboards, visible from every side. */
function crossed(material: Material, widthM: number, heightM: number, fromUpM = 0): Face[] {
  const half = widthM / 2;
  const mapping = { perU: 1 / widthM, perV: 1 / heightM, isTwoSided: true };
  const face = (x: number, y: number): Face =>
    makeFace(
      [
        [-x, -y, fromUpM],
        [x, y, fromUpM],
        [x, y, fromUpM + heightM],
        [-x, -y, fromUpM + heightM],
      ],
      material,
      { ...mapping, from: [-x, -y, fromUpM + heightM] },
    );
  return [face(half, 0), face(0, half)];
}

const PERSON_HEIGHT_M = 1.76;

/** A person, with shoulders for a view from above. */
export const personShape = (m: MaterialSet): Shape => standing(m.person, m.shoulders);

/** A member of a fire crew in turnout gear. */
export const crewShape = (m: MaterialSet): Shape => standing(m.crewman, m.crewTop);

function standing(front: Material, top: Material): Shape {
  const [halfX, halfY, up] = [0.16, 0.3, 1.5];
  const shoulders = makeFace(
    [
      [halfX, halfY, up],
      [-halfX, halfY, up],
      [-halfX, -halfY, up],
      [halfX, -halfY, up],
    ],
    top,
    { perU: 1 / (2 * halfY), perV: 1 / (2 * halfX), along: [0, 1, 0], from: [halfX, -halfY, up], isTwoSided: true },
  );
  const shadow = { kind: 'box', halfX: 0.18, halfY: 0.28, heightM: PERSON_HEIGHT_M } as const;
  return makeShape([...crossed(front, 0.8, PERSON_HEIGHT_M), shoulders], shadow, { kind: 'person' });
}

/** A tree with a round crown: several balls of leaves on a trunk. */
export function broadleafShape(m: MaterialSet, random: SceneRandom): Shape {
  const heightM = random.between(6, 12);
  const crownM = heightM * random.between(0.3, 0.4);
  const middleUp = heightM - 1.15 * crownM;
  const material = random.isTrueIn(0.6) ? m.crownA : m.crownB;
  const tone = random.between(0.85, 1.1);
  const core: Sprite = { x: 0, y: 0, up: middleUp, radiusM: crownM, material, gain: 0.86 * tone };
  const balls: Sprite[] = Array.from({ length: 4 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 4 + random.between(-0.4, 0.4);
    const outM = crownM * random.between(0.4, 0.62);
    const upM = middleUp + crownM * random.between(-0.35, 0.3);
    const radiusM = crownM * random.between(0.48, 0.62);
    return {
      x: outM * Math.cos(angle),
      y: outM * Math.sin(angle),
      up: upM,
      radiusM,
      material,
      gain: tone * random.between(0.84, 1.02),
    };
  });
  const topBall: Sprite = {
    x: 0,
    y: 0,
    up: middleUp + 0.5 * crownM,
    radiusM: crownM * 0.62,
    material,
    gain: 1.08 * tone,
  };
  return makeShape(
    crossed(m.bark, heightM * 0.045, middleUp),
    { kind: 'ball', radiusM: crownM * 1.1, upM: middleUp * 0.85 },
    // From the top down: seen from above, what is drawn first hides the most.
    {
      farFaces: [],
      sprites: [topBall, ...balls, core],
      farSprites: [{ ...core, radiusM: crownM * 1.15, gain: 0.95 * tone }],
    },
  );
}

export function coniferShape(m: MaterialSet, random: SceneRandom): Shape {
  const heightM = random.between(7, 14);
  const widthM = heightM * random.between(0.34, 0.44);
  return makeShape(crossed(m.conifer, widthM, heightM), { kind: 'ball', radiusM: widthM * 0.5, upM: heightM * 0.35 });
}

/** A bush or a small tree in a garden. */
export function bushShape(m: MaterialSet, random: SceneRandom): Shape {
  const radiusM = random.between(0.7, 1.5);
  const ball: Sprite = { x: 0, y: 0, up: radiusM * 0.8, radiusM, material: m.crownB, gain: random.between(0.8, 1) };
  return makeShape(
    [],
    { kind: 'ball', radiusM: radiusM * 0.9, upM: radiusM * 0.7 },
    { sprites: [ball], farSprites: [ball] },
  );
}

/** A clipped hedge around a garden: a box of leaves. */
export function gardenHedgeShape(m: MaterialSet, lengthM: number): Shape {
  const faces = fittedBox(
    { lengthM, widthM: 0.8, fromUpM: 0, toUpM: 1.3 },
    { sides: m.clipped, ends: m.clipped, top: m.clipped },
  );
  return makeShape(
    faces.map((face) => tiled(face, 2)),
    { kind: 'box', halfX: lengthM / 2, halfY: 0.4, heightM: 1.3 },
  );
}

/** The same face with square tiles of so many metres. */
function tiled(face: Face, tileM: number): Face {
  const scale = (axis: Float64Array, perM: number) => axis.map((part) => part / perM / tileM);
  const [perU, perV] = [face.perU, face.perV];
  return { ...face, uAxis: scale(face.uAxis, perU), vAxis: scale(face.vAxis, perV), perU: 1 / tileM, perV: 1 / tileM };
}

/** A row of trees and bushes, seen from both sides. */
export function hedgeShape(m: MaterialSet, lengthM: number, heightM: number): Shape {
  const half = lengthM / 2;
  const face = makeFace(
    [
      [-half, 0, 0],
      [half, 0, 0],
      [half, 0, heightM],
      [-half, 0, heightM],
    ],
    m.hedge,
    { perU: 1 / (4 * heightM), perV: 0.98 / heightM, from: [-half, 0, heightM], isTwoSided: true },
  );
  return makeShape([face], { kind: 'none' });
}
