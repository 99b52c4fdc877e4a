import { type Corner, type Face, type Mapping, type Material, makeFace } from '../../raster/face.ts';
import { makeShape, type Shape } from '../body.ts';
import { rect } from '../box-faces.ts';

/** Metres of a storey and of a bay of windows; a tile of a wall has four by four of them. */
const STOREY_M = 3;
const BAYS_PER_TILE = 4;

interface BuildingSize {
  readonly lengthM: number;
  readonly widthM: number;
  readonly storeys: number;
}

interface BuildingMaterials {
  readonly wall: Material;
  /** Under the ridge, where there are no windows. */
  readonly gable: Material;
  readonly roof: Material;
}

/** A flat roof with a parapet's shadow, and what stands on it. */
export function flatRoofed(size: BuildingSize, { wall, roof, gable }: BuildingMaterials): Shape {
  const { lengthM, widthM, storeys } = size;
  const heightM = storeys * STOREY_M;
  const faces = [...walls(size, wall, heightM), level(lengthM, widthM, heightM, 0, 0, roof)];
  const kit =
    widthM > 9
      ? [
          ...rooftopKit(gable, -lengthM * 0.28, widthM * 0.1, heightM),
          ...rooftopKit(gable, lengthM * 0.3, -widthM * 0.18, heightM),
        ]
      : [];
  return makeShape(
    [...faces, ...kit],
    { kind: 'box', halfX: lengthM / 2, halfY: widthM / 2, heightM },
    { farFaces: faces },
  );
}

/** A ridge along the length, with eaves that reach over the walls. */
export function gableRoofed(size: BuildingSize, { wall, gable, roof }: BuildingMaterials): Shape {
  const { lengthM, widthM, storeys } = size;
  const eavesUp = storeys * STOREY_M - 0.3;
  const ridgeUp = eavesUp + widthM * 0.36;
  const faces = [
    ...walls(size, wall, eavesUp),
    ...gables(lengthM / 2, widthM / 2, eavesUp, ridgeUp, gable),
    ...slopes(lengthM, widthM, eavesUp, ridgeUp, roof),
  ];
  const chimney = box(lengthM * 0.22, widthM * 0.12, 0.35, ridgeUp - 0.9, ridgeUp + 0.7, gable);
  return makeShape(
    [...faces, ...chimney],
    { kind: 'box', halfX: lengthM / 2, halfY: widthM / 2, heightM: ridgeUp - 0.8 },
    { farFaces: faces },
  );
}

/** Four walls with whole windows: as many bays as fit. */
function walls({ lengthM, widthM }: BuildingSize, wall: Material, heightM: number): Face[] {
  const [x, y] = [lengthM / 2, widthM / 2];
  const mapping = (wallM: number, from: Corner): Mapping => ({
    perU: Math.max(1, Math.round(wallM / STOREY_M)) / wallM / BAYS_PER_TILE,
    perV: 1 / (BAYS_PER_TILE * STOREY_M),
    from,
  });
  return [
    makeFace(rect([x, y], [-x, y], 0, heightM), wall, mapping(lengthM, [x, y, heightM])),
    makeFace(rect([-x, y], [-x, -y], 0, heightM), wall, mapping(widthM, [-x, y, heightM])),
    makeFace(rect([-x, -y], [x, -y], 0, heightM), wall, mapping(lengthM, [-x, -y, heightM])),
    makeFace(rect([x, -y], [x, y], 0, heightM), wall, mapping(widthM, [x, -y, heightM])),
  ];
}

function gables(x: number, y: number, eavesUp: number, ridgeUp: number, material: Material): Face[] {
  const mapping = { perU: 0.25, perV: 0.25 };
  return [
    makeFace(
      [
        [x, -y, eavesUp],
        [x, y, eavesUp],
        [x, 0, ridgeUp],
      ],
      material,
      mapping,
    ),
    makeFace(
      [
        [-x, y, eavesUp],
        [-x, -y, eavesUp],
        [-x, 0, ridgeUp],
      ],
      material,
      mapping,
    ),
  ];
}

function slopes(lengthM: number, widthM: number, eavesUp: number, ridgeUp: number, roof: Material): Face[] {
  const over = 0.45;
  const x = lengthM / 2 + over;
  const y = widthM / 2 + over;
  const low = eavesUp - (over * (ridgeUp - eavesUp)) / (widthM / 2);
  const up = ridgeUp + 0.12;
  const mapping = { perU: 1 / 6, perV: 1 / 6 };
  return [
    makeFace(
      [
        [x, y, low],
        [-x, y, low],
        [-x, 0, up],
        [x, 0, up],
      ],
      roof,
      { ...mapping, along: [-1, 0, 0] },
    ),
    makeFace(
      [
        [-x, -y, low],
        [x, -y, low],
        [x, 0, up],
        [-x, 0, up],
      ],
      roof,
      { ...mapping, along: [1, 0, 0] },
    ),
  ];
}

function rooftopKit(material: Material, x: number, y: number, up: number): Face[] {
  return [...box(x, y, 1, up, up + 1.3, material), ...box(x + 3, y + 0.6, 0.6, up, up + 0.8, material)];
}

/** A box with a square base. */
function box(x: number, y: number, half: number, fromUp: number, toUp: number, material: Material): Face[] {
  const mapping = { perU: 0.3, perV: 0.3 };
  const [left, right, back, front] = [x - half, x + half, y - half, y + half];
  return [
    makeFace(rect([right, front], [left, front], fromUp, toUp), material, mapping),
    makeFace(rect([left, front], [left, back], fromUp, toUp), material, mapping),
    makeFace(rect([left, back], [right, back], fromUp, toUp), material, mapping),
    makeFace(rect([right, back], [right, front], fromUp, toUp), material, mapping),
    level(2 * half, 2 * half, toUp, x, y, material),
  ];
}

function level(lengthM: number, widthM: number, up: number, x: number, y: number, material: Material): Face {
  const [halfX, halfY] = [lengthM / 2, widthM / 2];
  return makeFace(
    [
      [x - halfX, y - halfY, up],
      [x + halfX, y - halfY, up],
      [x + halfX, y + halfY, up],
      [x - halfX, y + halfY, up],
    ],
    material,
    { perU: 1 / 8, perV: 1 / 8 },
  );
}
