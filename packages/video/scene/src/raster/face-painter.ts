import { type CameraView, NEAR_M } from '../camera/camera-view.ts';
import type { Face } from './face.ts';
import { doublesAt, HIGHEST, PLACE } from './memory.ts';
import { PLANE, type SpanFn, type SpanKernels, type SpriteFn, type Surface } from './surface.ts';
import type { TouchedTiles } from './touched-tiles.ts';

const MOST_CORNERS = 24;
/** Faces of fewer rows are drawn with the simple kernel. */
const PLAIN_ROWS = 4;
/** The first pixel whose centre is at or after a position; always an integer other than -0. */
const firstFrom = (place: number): number => Math.ceil(place - 0.5) | 0;

/** Closer to its plane than this, metres, a face is a line. */
const EDGE_ON_M = 1e-4;

/**
 * Projects faces: from the frame of their body to that of the camera, clipped to the view, then span by span. Call
 * order: `place`, then for every face `aim`, light, `fill`.
 */
export class FacePainter {
  readonly surface: Surface;
  /** Notes where faces and sprites are drawn, until the next picture. */
  touched: TouchedTiles | undefined;
  #view!: CameraView;
  #beginFace: SpanKernels['beginFace'];
  /** From the frame of the body to that of the camera. */
  readonly #turn = new Float64Array(9);
  #shiftX = 0.5;
  #shiftY = 0.5;
  #shiftZ = 0.5;
  /** The camera in the frame of the body. */
  #eyeX = 0.5;
  #eyeY = 0.5;
  #eyeUp = 0.5;
  #cornersIn = new Float64Array(3 * MOST_CORNERS);
  #cornersOut = new Float64Array(3 * MOST_CORNERS);
  #count = 0;
  readonly #screen = new Float64Array(2 * MOST_CORNERS);
  /** Where the two sides of the polygon cross the middle of each row. */
  readonly #sideA = doublesAt(PLACE.sideA, HIGHEST);
  readonly #sideB = doublesAt(PLACE.sideB, HIGHEST);
  /** Lengths of the normals of the four sides of the view, for spheres. */
  #sideX = 1;
  #sideY = 1;

  constructor(surface: Surface) {
    this.surface = surface;
  }

  begin(view: CameraView, { beginFace, beginPicture }: Pick<SpanKernels, 'beginFace' | 'beginPicture'>): void {
    this.#view = view;
    this.touched = undefined;
    this.#beginFace = beginFace;
    beginPicture?.(this.surface);
    this.#sideX = Math.hypot(view.focalX, view.centreX);
    this.#sideY = Math.hypot(view.focalY, view.centreY);
    this.place(0, 0, 0, 1, 0);
  }

  /**
   * Sets the body of the next faces.
   * @param cos, sin of its heading, anticlockwise from East
   */
  place(eastM: number, northM: number, upM: number, cos: number, sin: number): void {
    const { axes } = this.#view;
    const east = eastM - this.#view.eastM;
    const north = northM - this.#view.northM;
    const up = upM - this.#view.upM;
    const turn = this.#turn;
    for (let row = 0; row < 9; row += 3) {
      const a = axes[row]!;
      const b = axes[row + 1]!;
      turn[row] = a * cos + b * sin;
      turn[row + 1] = b * cos - a * sin;
      turn[row + 2] = axes[row + 2]!;
    }
    this.#shiftX = axes[0]! * east + axes[1]! * north + axes[2]! * up;
    this.#shiftY = axes[3]! * east + axes[4]! * north + axes[5]! * up;
    this.#shiftZ = axes[6]! * east + axes[7]! * north + axes[8]! * up;
    this.#eyeX = -(east * cos + north * sin);
    this.#eyeY = -(north * cos - east * sin);
    this.#eyeUp = -up;
  }

  /** Radius in pixels of a sphere; 0 when it is out of sight. */
  sizeAt(eastM: number, northM: number, upM: number, radiusM: number): number {
    const { axes, centreX, centreY, focalX, focalY } = this.#view;
    const east = eastM - this.#view.eastM;
    const north = northM - this.#view.northM;
    const up = upM - this.#view.upM;
    const z = axes[6]! * east + axes[7]! * north + axes[8]! * up;
    if (z < -radiusM) return 0;
    const across = Math.abs(axes[0]! * east + axes[1]! * north + axes[2]! * up);
    if (across * focalX - z * centreX > radiusM * this.#sideX) return 0;
    const along = Math.abs(axes[3]! * east + axes[4]! * north + axes[5]! * up);
    if (along * focalY - z * centreY > radiusM * this.#sideY) return 0;
    return (radiusM * focalX) / Math.max(z, radiusM * 0.5, NEAR_M);
  }

  /** Prepares a face for filling; its texture must be set. False when it is invisible. */
  aim(face: Face): boolean {
    const { normal, corners } = face;
    const nx = normal[0]!;
    const ny = normal[1]!;
    const nu = normal[2]!;
    const height = nx * (this.#eyeX - corners[0]!) + ny * (this.#eyeY - corners[1]!) + nu * (this.#eyeUp - corners[2]!);
    if (height < EDGE_ON_M && !(face.isTwoSided && height < -EDGE_ON_M)) return false;
    if (!this.#clip(corners)) return false;
    this.#slope(face, nx, ny, nu, height);
    return true;
  }

  /** Transforms the corners to the frame of the camera, clipped at the sides of the view. */
  #clip(corners: Float64Array): boolean {
    const t = this.#turn;
    const { focalX, focalY, centreX, centreY } = this.#view;
    let points = this.#cornersIn;
    let anyOut = 0;
    let allOut = 31;
    const count = corners.length / 3;
    for (let index = 0; index < count; index += 1) {
      const px = corners[3 * index]!;
      const py = corners[3 * index + 1]!;
      const pu = corners[3 * index + 2]!;
      const x = this.#shiftX + t[0]! * px + t[1]! * py + t[2]! * pu;
      const y = this.#shiftY + t[3]! * px + t[4]! * py + t[5]! * pu;
      const z = this.#shiftZ + t[6]! * px + t[7]! * py + t[8]! * pu;
      points[3 * index] = x;
      points[3 * index + 1] = y;
      points[3 * index + 2] = z;
      const wide = centreX * z;
      const high = centreY * z;
      const out =
        (z < NEAR_M ? 1 : 0) |
        (x * focalX < -wide ? 2 : 0) |
        (x * focalX > wide ? 4 : 0) |
        (y * focalY < -high ? 8 : 0) |
        (y * focalY > high ? 16 : 0);
      anyOut |= out;
      allOut &= out;
    }
    this.#count = count;
    if (allOut !== 0) return false;
    if (anyOut === 0) return true;
    if (anyOut & 1) this.#cut(0, 0, 1, -NEAR_M);
    if (anyOut & 2) this.#cut(focalX, 0, centreX, 0);
    if (anyOut & 4) this.#cut(-focalX, 0, centreX, 0);
    if (anyOut & 8) this.#cut(0, focalY, centreY, 0);
    if (anyOut & 16) this.#cut(0, -focalY, centreY, 0);
    points = this.#cornersIn;
    return this.#count >= 3;
  }

  /** Clips at a plane. Source: Sutherland and Hodgman. */
  #cut(a: number, b: number, c: number, d: number): void {
    const from = this.#cornersIn;
    const to = this.#cornersOut;
    const count = this.#count;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const here = 3 * index;
      const next = index + 1 === count ? 0 : here + 3;
      const x = from[here]!;
      const y = from[here + 1]!;
      const z = from[here + 2]!;
      const nextX = from[next]!;
      const nextY = from[next + 1]!;
      const nextZ = from[next + 2]!;
      const inside = a * x + b * y + c * z + d;
      const nextInside = a * nextX + b * nextY + c * nextZ + d;
      if (inside >= 0) {
        to[kept] = x;
        to[kept + 1] = y;
        to[kept + 2] = z;
        kept += 3;
      }
      if (inside >= 0 !== nextInside >= 0) {
        const share = inside / (inside - nextInside);
        to[kept] = x + (nextX - x) * share;
        to[kept + 1] = y + (nextY - y) * share;
        to[kept + 2] = z + (nextZ - z) * share;
        kept += 3;
      }
    }
    this.#cornersIn = to;
    this.#cornersOut = from;
    this.#count = kept / 3;
  }

  /**
   * Inverse depth and texture coordinates of a plane are linear in the picture. Computed from the plane itself, not
   * from the clipped corners, so that a large face is as exact as a small one.
   */
  #slope(face: Face, nx: number, ny: number, nu: number, height: number): void {
    const { focalX, focalY, centreX, centreY } = this.#view;
    const t = this.#turn;
    const s = this.surface;
    const scale = -1 / height;
    const right = (t[0]! * nx + t[1]! * ny + t[2]! * nu) * scale;
    const down = (t[3]! * nx + t[4]! * ny + t[5]! * nu) * scale;
    const ahead = (t[6]! * nx + t[7]! * ny + t[8]! * nu) * scale;
    const izdx = right / focalX;
    const izdy = down / focalY;
    const iz0 = ahead - izdx * centreX - izdy * centreY;
    const { uAxis, vAxis } = face;
    const uEye = face.uStart + this.#atEye(uAxis);
    const vEye = face.vStart + this.#atEye(vAxis);
    const ux = uAxis[0]!;
    const uy = uAxis[1]!;
    const uu = uAxis[2]!;
    const uzdx = uEye * izdx + (t[0]! * ux + t[1]! * uy + t[2]! * uu) / focalX;
    const uzdy = uEye * izdy + (t[3]! * ux + t[4]! * uy + t[5]! * uu) / focalY;
    const uAhead = uEye * ahead + t[6]! * ux + t[7]! * uy + t[8]! * uu;
    const uz0 = uAhead + uEye * (iz0 - ahead) - (uzdx - uEye * izdx) * centreX - (uzdy - uEye * izdy) * centreY;
    const vx = vAxis[0]!;
    const vy = vAxis[1]!;
    const vu = vAxis[2]!;
    const vzdx = vEye * izdx + (t[0]! * vx + t[1]! * vy + t[2]! * vu) / focalX;
    const vzdy = vEye * izdy + (t[3]! * vx + t[4]! * vy + t[5]! * vu) / focalY;
    const vAhead = vEye * ahead + t[6]! * vx + t[7]! * vy + t[8]! * vu;
    const vz0 = vAhead + vEye * (iz0 - ahead) - (vzdx - vEye * izdx) * centreX - (vzdy - vEye * izdy) * centreY;
    const texels = 1 << (2 * s.texture.bits);
    PLANE[0] = iz0;
    PLANE[1] = izdx;
    PLANE[2] = izdy;
    PLANE[3] = uz0;
    PLANE[4] = uzdx;
    PLANE[5] = uzdy;
    PLANE[6] = vz0;
    PLANE[7] = vzdx;
    PLANE[8] = vzdy;
    PLANE[9] = (face.perU * face.perV * texels) / (focalX * focalY * Math.abs(height));
  }

  #atEye(axis: Float64Array): number {
    return axis[0]! * this.#eyeX + axis[1]! * this.#eyeY + axis[2]! * this.#eyeUp;
  }

  /**
   * Fills the prepared face: all pixels whose centre is inside.
   * @param small kernel for a face of a few rows
   */
  fill(large: SpanFn, small = large): void {
    const { focalX, focalY, centreX, centreY, width, height } = this.#view;
    const points = this.#cornersIn;
    const screen = this.#screen;
    let highest = height;
    let lowest = 0;
    let leftmost = width;
    let rightmost = 0;
    for (let index = 0; index < this.#count; index += 1) {
      const z = points[3 * index + 2]!;
      const x = centreX + (points[3 * index]! * focalX) / z;
      screen[2 * index] = x;
      if (x < leftmost) leftmost = x;
      if (x > rightmost) rightmost = x;
      const y = centreY + (points[3 * index + 1]! * focalY) / z;
      screen[2 * index + 1] = y;
      if (y < highest) highest = y;
      if (y > lowest) lowest = y;
    }
    const first = Math.max(0, firstFrom(highest));
    const last = Math.min(height, firstFrom(lowest));
    if (first >= last) return;
    this.touched?.add(leftmost, first, rightmost, last);
    this.#markSides(first, last);
    const span = last - first <= PLAIN_ROWS ? small : large;
    this.#beginFace?.(this.surface);
    if (span.rows !== undefined) {
      span.rows(first, last);
      return;
    }
    for (let row = first; row < last; row += 1) {
      const a = this.#sideA[row]!;
      const b = this.#sideB[row]!;
      const start = Math.max(0, firstFrom(a < b ? a : b));
      const end = Math.min(width, firstFrom(a < b ? b : a));
      if (start < end) span(this.surface, row, start, end);
    }
  }

  #markSides(first: number, last: number): void {
    const screen = this.#screen;
    const count = this.#count;
    for (let index = 0; index < count; index += 1) {
      const next = index + 1 === count ? 0 : index + 1;
      const x = screen[2 * index]!;
      const y = screen[2 * index + 1]!;
      const nextX = screen[2 * next]!;
      const nextY = screen[2 * next + 1]!;
      if (y < nextY) this.#markSide(this.#sideA, x, y, nextX, nextY, first, last);
      else if (y > nextY) this.#markSide(this.#sideB, nextX, nextY, x, y, first, last);
    }
  }

  #markSide(side: Float64Array, x: number, y: number, toX: number, toY: number, first: number, last: number): void {
    const start = Math.max(first, firstFrom(y));
    const end = Math.min(last, firstFrom(toY));
    const slope = (toX - x) / (toY - y);
    let across = x + (start + 0.5 - y) * slope;
    for (let row = start; row < end; row += 1) {
      side[row] = across;
      across += slope;
    }
  }

  /** Draws a round billboard around a point of the body. Its texture must be set. */
  sprite(x: number, y: number, up: number, radiusM: number, draw: SpriteFn): void {
    const t = this.#turn;
    const { focalX, focalY, centreX, centreY, width, height } = this.#view;
    const z = this.#shiftZ + t[6]! * x + t[7]! * y + t[8]! * up;
    if (z < NEAR_M + radiusM * 0.3) return;
    const camX = this.#shiftX + t[0]! * x + t[1]! * y + t[2]! * up;
    const camY = this.#shiftY + t[3]! * x + t[4]! * y + t[5]! * up;
    const s = this.surface;
    PLANE[0] = 1 / z;
    s.spriteRadiusX = (radiusM * focalX) / z;
    s.spriteRadiusY = (radiusM * focalY) / z;
    s.spriteLeft = centreX + (camX * focalX) / z - s.spriteRadiusX;
    s.spriteTop = centreY + (camY * focalY) / z - s.spriteRadiusY;
    if (s.spriteLeft >= width || s.spriteLeft + 2 * s.spriteRadiusX <= 0) return;
    s.spriteFirst = Math.max(0, firstFrom(s.spriteTop));
    s.spriteLast = Math.min(height, firstFrom(s.spriteTop + 2 * s.spriteRadiusY));
    if (s.spriteFirst >= s.spriteLast) return;
    this.touched?.add(s.spriteLeft, s.spriteFirst, s.spriteLeft + 2 * s.spriteRadiusX, s.spriteLast);
    draw(s);
  }
}
