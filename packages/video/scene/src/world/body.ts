import type { Face, Material } from '../raster/face.ts';

/** The colour that a neutral texture gets. */
export interface Paint {
  /** 1 leaves it as bright as it is. */
  readonly gain: number;
  readonly cb: number;
  readonly cr: number;
}

export const UNPAINTED: Paint = { gain: 1, cb: 0, cr: 0 };

/** A picture that always turns to the camera. Place in the frame of its body. */
export interface Sprite {
  readonly x: number;
  readonly y: number;
  readonly up: number;
  readonly radiusM: number;
  readonly material: Material;
  readonly gain: number;
}

/** The shadow of a body is that of a box, or of a ball on a stem. */
type Shadow =
  | { readonly kind: 'none' }
  | { readonly kind: 'box'; readonly halfX: number; readonly halfY: number; readonly heightM: number }
  | { readonly kind: 'ball'; readonly radiusM: number; readonly upM: number };

/** Things that detectors look for. */
export type BodyKind = 'person' | 'vehicle';

/** The shape of a thing, in metres: x ahead, y to the left, up. Many bodies can have one shape. */
export interface Shape {
  /** A ball around all of it. */
  readonly midUpM: number;
  readonly radiusM: number;
  readonly faces: readonly Face[];
  /** Simplified shape for small sizes in the picture. */
  readonly farFaces: readonly Face[];
  readonly sprites: readonly Sprite[];
  readonly farSprites: readonly Sprite[];
  readonly shadow: Shadow;
  /** Absent for buildings, plants and small parts. */
  readonly kind?: BodyKind;
}

/** A thing at a place. Moving things are moved by writing to it. */
export interface Body {
  eastM: number;
  northM: number;
  upM: number;
  /** Heading, anticlockwise from East. */
  cos: number;
  sin: number;
  readonly shape: Shape;
  readonly paint: Paint;
}

/** A shape that looks the same near and far. */
export function makeShape(
  faces: readonly Face[],
  shadow: Shadow,
  more: Partial<Pick<Shape, 'farFaces' | 'sprites' | 'farSprites' | 'kind'>> = {},
): Shape {
  const sprites = more.sprites ?? [];
  const { midUpM, radiusM } = ballAround(faces, sprites);
  return {
    midUpM,
    radiusM,
    faces,
    farFaces: more.farFaces ?? faces,
    sprites,
    farSprites: more.farSprites ?? sprites,
    shadow,
    ...(more.kind !== undefined && { kind: more.kind }),
  };
}

function ballAround(faces: readonly Face[], sprites: readonly Sprite[]): { midUpM: number; radiusM: number } {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { corners } of faces) {
    for (let index = 2; index < corners.length; index += 3) {
      lowest = Math.min(lowest, corners[index]!);
      highest = Math.max(highest, corners[index]!);
    }
  }
  for (const { up, radiusM } of sprites) {
    lowest = Math.min(lowest, up - radiusM);
    highest = Math.max(highest, up + radiusM);
  }
  const midUpM = (lowest + highest) / 2;
  let radiusM = 0;
  for (const { corners } of faces) {
    for (let index = 0; index < corners.length; index += 3) {
      const [x = 0, y = 0, up = 0] = corners.subarray(index, index + 3);
      radiusM = Math.max(radiusM, Math.hypot(x, y, up - midUpM));
    }
  }
  for (const sprite of sprites) {
    radiusM = Math.max(radiusM, Math.hypot(sprite.x, sprite.y, sprite.up - midUpM) + 1.5 * sprite.radiusM);
  }
  return { midUpM, radiusM };
}

/** A body that stands on the ground. */
export function standingAt(shape: Shape, eastM: number, northM: number, headingRad: number, paint = UNPAINTED): Body {
  return { eastM, northM, upM: 0, cos: Math.cos(headingRad), sin: Math.sin(headingRad), shape, paint };
}
