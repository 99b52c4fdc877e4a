import { boxShadow } from '../ground/shadow-mask.ts';
import type { Face, Material, MovableFace } from '../raster/face.ts';
import type { FacePainter } from '../raster/face-painter.ts';
import type { SpanFn } from '../raster/surface.ts';
import type { Daylight } from '../sky/daylight.ts';
import type { Body } from '../world/body.ts';

/** Maximum shadow length, in heights. */
const LONGEST = 7;
/** Shadows of smaller objects are skipped, pixels. */
const SMALLEST_PX = 4;

type BoxShadow = Extract<Body['shape']['shadow'], { readonly kind: 'box' }>;

/** Shadows of moving objects on flat ground, in the frame of the body. One reused face. */
export class ShadowPainter {
  readonly #painter: FacePainter;
  readonly #boxFace: MovableFace;
  readonly #ballFace: MovableFace;
  /** End of the shadow of a height of 1 m. */
  #perHeightEast = 0;
  #perHeightNorth = 0;
  /** Length of a ball's shadow divided by its width. */
  #stretch = 1;

  /** @param whole fully solid @param round solid in a circle */
  constructor(painter: FacePainter, whole: Material, round: Material) {
    this.#painter = painter;
    this.#boxFace = flatFace(8, whole);
    this.#ballFace = flatFace(4, round);
  }

  begin({ towards }: Daylight): void {
    const length = Math.min(LONGEST, Math.hypot(towards.east, towards.north) / towards.up);
    this.#stretch = Math.hypot(1, length);
    const across = Math.hypot(towards.east, towards.north) || 1;
    this.#perHeightEast = (-towards.east / across) * length;
    this.#perHeightNorth = (-towards.north / across) * length;
  }

  /** Whether a body is large enough in the picture for a visible shadow. */
  isSeen({ eastM, northM, shape }: Body): boolean {
    return this.#painter.sizeAt(eastM, northM, 0, shape.radiusM * this.#stretch) >= SMALLEST_PX;
  }

  /** Whether the shadow of what is at this height of a body is large enough. */
  #isLarge({ eastM, northM }: Body, heightM: number, radiusM: number): boolean {
    const east = eastM + this.#perHeightEast * heightM;
    return this.#painter.sizeAt(east, northM + this.#perHeightNorth * heightM, 0, radiusM) >= SMALLEST_PX;
  }

  draw(body: Body, span: SpanFn): void {
    const { shadow } = body.shape;
    if (shadow.kind === 'none') return;
    const { cos, sin } = body;
    // Into the frame of the body.
    const x = this.#perHeightEast * cos + this.#perHeightNorth * sin;
    const y = this.#perHeightNorth * cos - this.#perHeightEast * sin;
    this.#painter.place(body.eastM, body.northM, 0, cos, sin);
    if (shadow.kind === 'box') this.#box(body, x * shadow.heightM, y * shadow.heightM, shadow, span);
    else if (this.#isLarge(body, shadow.upM, shadow.radiusM * this.#stretch)) {
      this.#ball(x * shadow.upM, y * shadow.upM, shadow.radiusM, span);
    }
  }

  /** Outline of a box shadow: base, shifted top, and the sides between them. */
  #box(body: Body, shiftX: number, shiftY: number, { halfX, halfY, heightM }: BoxShadow, span: SpanFn): void {
    const reachM = halfX + halfY + 0.5 * (Math.abs(shiftX) + Math.abs(shiftY));
    if (!this.#isLarge(body, heightM / 2, reachM)) return;
    boxShadow(this.#boxFace.corners, 3, halfX, halfY, shiftX, shiftY);
    this.#fill(this.#boxFace, span);
  }

  /** An ellipse along the light. */
  #ball(shiftX: number, shiftY: number, radiusM: number, span: SpanFn): void {
    const longM = radiusM * this.#stretch;
    const shift = Math.sqrt(shiftX * shiftX + shiftY * shiftY) || 1;
    const alongX = shiftX / shift;
    const alongY = shiftY / shift;
    const face = this.#ballFace;
    for (let corner = 0; corner < 4; corner += 1) {
      const along = corner === 0 || corner === 3 ? -longM : longM;
      const across = corner < 2 ? -radiusM : radiusM;
      face.corners[3 * corner] = shiftX + along * alongX - across * alongY;
      face.corners[3 * corner + 1] = shiftY + along * alongY + across * alongX;
    }
    face.uAxis[0] = alongX / (2 * longM);
    face.uAxis[1] = alongY / (2 * longM);
    face.vAxis[0] = -alongY / (2 * radiusM);
    face.vAxis[1] = alongX / (2 * radiusM);
    face.uStart = 0.5 - (face.uAxis[0] * shiftX + face.uAxis[1] * shiftY);
    face.vStart = 0.5 - (face.vAxis[0] * shiftX + face.vAxis[1] * shiftY);
    face.perU = 1 / (2 * longM);
    face.perV = 1 / (2 * radiusM);
    this.#fill(face, span);
  }

  #fill(face: Face, span: SpanFn): void {
    this.#painter.surface.texture = face.material.texture;
    if (this.#painter.aim(face)) this.#painter.fill(span);
  }
}

/** On the ground, with its normal up; corners are filled in later. */
function flatFace(corners: number, material: Material): MovableFace {
  return {
    corners: new Float64Array(3 * corners),
    normal: Float64Array.of(0, 0, 1),
    uAxis: new Float64Array(3),
    uStart: 0.5,
    vAxis: new Float64Array(3),
    vStart: 0.5,
    perU: 0,
    perV: 0,
    isTwoSided: false,
    material,
  };
}
