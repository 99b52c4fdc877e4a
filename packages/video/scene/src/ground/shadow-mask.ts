import type { Texture } from '../texture/texture-pool.ts';
import { mix } from '../texture/tile-noise.ts';
import type { Body } from '../world/body.ts';
import { type TexelGrid, TILE_SIZE } from './ground-tile.ts';
import type { SunShade } from './sun-shade.ts';
import { shadowMask } from './tile-painter.ts';

/** An object that casts a shadow, in the frame of the grid. */
interface Caster {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
  readonly shadow: Body['shape']['shadow'];
  readonly heightM: number;
  /** Without the height. */
  readonly radiusM: number;
}

const SHADED = 255;
/** The sun's disc, seen from the Earth: edges of shadows are as blurred as they are far from what casts them. */
const SUN_RAD = 0.0093;
/** Below this many texels of the disc per texel of the ground they are blended: single ones would show. */
const SOFT_BELOW = 0.7;
/** Maximum number of corners of a box shadow's outline; some may coincide. */
const BOX_CORNERS = 8;

/** Ground in the shadow of static objects, per tile. */
export class ShadowMask {
  /** By row and column of a texel: 0 in the sun, 255 where none of it is seen. */
  readonly #values = shadowMask;
  readonly #casters: readonly Caster[];
  readonly #round: Texture;
  readonly #roundTexels: Uint8Array;
  readonly #corners = new Float64Array(2 * BOX_CORNERS);
  readonly #edges = new Float64Array(3 * BOX_CORNERS);
  readonly #cos: number;
  readonly #sin: number;
  #isEmpty = true;
  /** A circle around each shadow for the last sun: middle and square of the radius. */
  readonly #circles: Float64Array;
  #circled: SunShade | undefined;

  /** @param round mask of a disc, from its texels */
  constructor(bodies: readonly Body[], cos: number, sin: number, round: Texture, roundTexels: Uint8Array) {
    this.#casters = bodies.flatMap((body) => casters(body, cos, sin));
    this.#circles = new Float64Array(3 * this.#casters.length);
    this.#cos = cos;
    this.#sin = sin;
    this.#round = round;
    this.#roundTexels = roundTexels;
  }

  /** @returns false without any shadow */
  set(grid: TexelGrid, shade: SunShade): boolean {
    this.#values.fill(0);
    this.#isEmpty = true;
    if (shade.density === 0) return false;
    const sideM = TILE_SIZE * grid.stepM;
    const bottom = grid.top - sideM;
    const right = grid.left + sideM;
    for (const caster of this.#casters) {
      const x = caster.x + 0.5 * shade.perHeightX * caster.heightM;
      const y = caster.y + 0.5 * shade.perHeightY * caster.heightM;
      const reachM = caster.radiusM * shade.stretch + 0.5 * shade.stretch * caster.heightM;
      if (reachM < grid.stepM) continue;
      if (x + reachM < grid.left || x - reachM > right || y + reachM < bottom || y - reachM > grid.top) continue;
      this.#isEmpty = false;
      if (caster.shadow.kind === 'box') this.#box(caster, caster.shadow, shade, grid);
      else if (caster.shadow.kind === 'ball') this.#ball(caster, caster.shadow, shade, grid);
    }
    return !this.#isEmpty;
  }

  #box(caster: Caster, box: { halfX: number; halfY: number; heightM: number }, shade: SunShade, grid: TexelGrid): void {
    const { cos, sin } = caster;
    const shiftX = box.heightM * (shade.perHeightX * cos + shade.perHeightY * sin);
    const shiftY = box.heightM * (shade.perHeightY * cos - shade.perHeightX * sin);
    boxShadow(this.#corners, 2, box.halfX, box.halfY, shiftX, shiftY);
    for (let at = 0; at < 2 * BOX_CORNERS; at += 2) {
      const x = this.#corners[at]!;
      const y = this.#corners[at + 1]!;
      this.#corners[at] = (caster.x + x * cos - y * sin - grid.left) / grid.stepM;
      this.#corners[at + 1] = (grid.top - caster.y - x * sin - y * cos) / grid.stepM;
    }
    // In the middle of its height; its edge is never sharper than a texel.
    this.#fill(Math.max(1, (SUN_RAD * 0.5 * box.heightM * shade.stretch) / grid.stepM));
  }

  /**
   * Fills the polygon in `#corners`, in texels: convex, so that each row is one span.
   * @param blur width of its edge
   */
  #fill(blur: number): void {
    const edges = this.#setEdges();
    if (edges === 0) return;
    const corners = this.#corners;
    const half = blur / 2;
    let highest = Number.POSITIVE_INFINITY;
    let lowest = Number.NEGATIVE_INFINITY;
    for (let at = 1; at < 2 * BOX_CORNERS; at += 2) {
      highest = Math.min(highest, corners[at]!);
      lowest = Math.max(lowest, corners[at]!);
    }
    const last = Math.min(TILE_SIZE - 1, Math.floor(lowest + half));
    for (let row = Math.max(0, Math.ceil(highest - half)); row <= last; row += 1) {
      let [start, end, fullStart, fullEnd] = [0, TILE_SIZE, 0, TILE_SIZE];
      for (let edge = 0; edge < 3 * edges; edge += 3) {
        // Distance outwards of the edge: `across` times the column plus `rest`.
        const across = this.#edges[edge]!;
        const rest = this.#edges[edge + 1]! * row + this.#edges[edge + 2]!;
        if (Math.abs(across) < 1e-9) {
          if (rest > half) end = 0;
          if (rest > -half) fullEnd = 0;
        } else if (across > 0) {
          end = Math.min(end, Math.floor((half - rest) / across) + 1);
          fullEnd = Math.min(fullEnd, Math.floor((-half - rest) / across) + 1);
        } else {
          start = Math.max(start, Math.ceil((half - rest) / across));
          fullStart = Math.max(fullStart, Math.ceil((-half - rest) / across));
        }
      }
      if (start >= end) continue;
      const first = row * TILE_SIZE;
      if (fullStart >= fullEnd) {
        this.#soften(row, start, end, edges, blur);
        continue;
      }
      this.#soften(row, start, fullStart, edges, blur);
      this.#values.fill(SHADED, first + fullStart, first + fullEnd);
      this.#soften(row, fullEnd, end, edges, blur);
    }
  }

  /** The edge of a shadow in one row. */
  #soften(row: number, start: number, end: number, edges: number, blur: number): void {
    for (let column = start; column < end; column += 1) {
      let out = Number.NEGATIVE_INFINITY;
      for (let edge = 0; edge < 3 * edges; edge += 3) {
        const of = this.#edges[edge]! * column + this.#edges[edge + 1]! * row + this.#edges[edge + 2]!;
        if (of > out) out = of;
      }
      const share = (SHADED * Math.min(1, Math.max(0, 0.5 - out / blur))) | 0;
      const at = row * TILE_SIZE + column;
      if (share > this.#values[at]!) this.#values[at] = share;
    }
  }

  /** Lines through the sides of the polygon; with outward normals of length 1. @returns how many there are */
  #setEdges(): number {
    const corners = this.#corners;
    let area = 0;
    for (let at = 0; at < 2 * BOX_CORNERS; at += 2) {
      const next = at + 2 === 2 * BOX_CORNERS ? 0 : at + 2;
      area += corners[at]! * corners[next + 1]! - corners[next]! * corners[at + 1]!;
    }
    const outwards = area < 0 ? -1 : 1;
    let edges = 0;
    for (let at = 0; at < 2 * BOX_CORNERS; at += 2) {
      const next = at + 2 === 2 * BOX_CORNERS ? 0 : at + 2;
      const alongX = corners[next]! - corners[at]!;
      const alongY = corners[next + 1]! - corners[at + 1]!;
      const length = Math.hypot(alongX, alongY);
      if (length < 1e-6) continue;
      const [x, y] = [(outwards * alongY) / length, (-outwards * alongX) / length];
      this.#edges[3 * edges] = x;
      this.#edges[3 * edges + 1] = y;
      this.#edges[3 * edges + 2] = -x * corners[at]! - y * corners[at + 1]!;
      edges += 1;
    }
    return edges;
  }

  /** An ellipse along the light, with an irregular edge. */
  #ball(caster: Caster, ball: { radiusM: number; upM: number }, shade: SunShade, grid: TexelGrid): void {
    const x = caster.x + ball.upM * shade.perHeightX;
    const y = caster.y + ball.upM * shade.perHeightY;
    const length = Math.hypot(shade.perHeightX, shade.perHeightY) || 1;
    const longM = ball.radiusM * shade.stretch;
    const alongX = shade.perHeightX / length;
    const alongY = shade.perHeightY / length;
    const halfX = Math.hypot(longM * alongX, ball.radiusM * alongY);
    const halfY = Math.hypot(longM * alongY, ball.radiusM * alongX);
    const first = Math.max(0, Math.ceil((grid.top - y - halfY) / grid.stepM));
    const last = Math.min(TILE_SIZE - 1, Math.floor((grid.top - y + halfY) / grid.stepM));
    const start = Math.max(0, Math.ceil((x - halfX - grid.left) / grid.stepM));
    const end = Math.min(TILE_SIZE - 1, Math.floor((x + halfX - grid.left) / grid.stepM));
    const { bits } = this.#round;
    const level = Math.max(0, Math.min(bits - 2, Math.floor(Math.log2(((1 << bits) * grid.stepM) / ball.radiusM) - 1)));
    const size = 1 << (bits - level);
    const at = this.#round.lumaAt[level]!;
    const perU = size / (2 * longM);
    const perV = size / (2 * ball.radiusM);
    const isSoft = Math.max(perU, perV) * grid.stepM < SOFT_BELOW;
    for (let row = first; row <= last; row += 1) {
      const dy = grid.top - row * grid.stepM - y;
      for (let column = start; column <= end; column += 1) {
        const dx = grid.left + column * grid.stepM - x;
        const atU = size / 2 + (dx * alongX + dy * alongY) * perU;
        const atV = size / 2 + (dy * alongX - dx * alongY) * perV;
        if (isSoft) {
          const share = this.#softAt(at, size, atU - 0.5, atV - 0.5);
          const place = row * TILE_SIZE + column;
          if (share > this.#values[place]!) this.#values[place] = share;
          continue;
        }
        const [u, v] = [atU | 0, atV | 0];
        if (u < 0 || v < 0 || u >= size || v >= size) continue;
        if (this.#roundTexels[at + v * size + u] !== 0) this.#values[row * TILE_SIZE + column] = SHADED;
      }
    }
  }

  /** Share of the shadow between four texels of the disc. */
  #softAt(at: number, size: number, u: number, v: number): number {
    const [column, row] = [Math.floor(u), Math.floor(v)];
    if (column < 0 || row < 0 || column >= size - 1 || row >= size - 1) return 0;
    const texels = this.#roundTexels;
    const upper = at + row * size + column;
    const solid = (place: number): number => (texels[place] === 0 ? 0 : SHADED);
    const a = mix(solid(upper), solid(upper + 1), u - column);
    const b = mix(solid(upper + size), solid(upper + size + 1), u - column);
    return mix(a, b, v - row) | 0;
  }

  /** Whether a point of the ground is in the shadow of a static object. */
  isShaded(eastM: number, northM: number, shade: SunShade): boolean {
    const x = eastM * this.#cos + northM * this.#sin;
    const y = northM * this.#cos - eastM * this.#sin;
    this.#circle(shade);
    const circles = this.#circles;
    for (let index = 0, at = 0; index < this.#casters.length; index += 1, at += 3) {
      const dx = x - circles[at]!;
      const dy = y - circles[at + 1]!;
      if (dx * dx + dy * dy >= circles[at + 2]!) continue;
      const caster = this.#casters[index] as Caster;
      if (isIn(caster, x - caster.x, y - caster.y, shade)) return true;
    }
    return false;
  }

  /** The sun hardly ever moves between two pictures. */
  #circle(shade: SunShade): void {
    const last = this.#circled;
    if (last?.perHeightX === shade.perHeightX && last.perHeightY === shade.perHeightY) return;
    this.#circled = shade;
    for (const [index, { heightM, radiusM, x, y }] of this.#casters.entries()) {
      this.#circles[3 * index] = x + 0.5 * shade.perHeightX * heightM;
      this.#circles[3 * index + 1] = y + 0.5 * shade.perHeightY * heightM;
      this.#circles[3 * index + 2] = (radiusM * shade.stretch + 0.5 * shade.stretch * heightM) ** 2;
    }
  }
}

/** @param dx, dy from the caster */
function isIn({ cos, sin, shadow }: Caster, dx: number, dy: number, shade: SunShade): boolean {
  if (shadow.kind === 'none') return false;
  if (shadow.kind === 'ball') {
    const x = dx - shadow.upM * shade.perHeightX;
    const y = dy - shadow.upM * shade.perHeightY;
    return x * x + y * y < shadow.radiusM * shadow.radiusM;
  }
  // Some part of the ray towards the sun is inside the box.
  const { halfX, halfY, heightM } = shadow;
  const x = dx * cos + dy * sin;
  const y = dy * cos - dx * sin;
  const shiftX = heightM * (shade.perHeightX * cos + shade.perHeightY * sin);
  const shiftY = heightM * (shade.perHeightY * cos - shade.perHeightX * sin);
  const [lowX, highX] = sharesInside(x, shiftX, halfX);
  const [lowY, highY] = sharesInside(y, shiftY, halfY);
  return Math.max(lowX, lowY, 0) < Math.min(highX, highY, 1);
}

/** Interval of the shift in which a point is within `half` of the centre. */
function sharesInside(place: number, shift: number, half: number): readonly [number, number] {
  if (Math.abs(shift) < 1e-9) return Math.abs(place) < half ? [0, 1] : [1, 0];
  const a = (place - half) / shift;
  const b = (place + half) / shift;
  return a < b ? [a, b] : [b, a];
}

function casters(body: Body, cos: number, sin: number): Caster[] {
  const { shadow } = body.shape;
  if (shadow.kind === 'none') return [];
  return [
    {
      x: body.eastM * cos + body.northM * sin,
      y: body.northM * cos - body.eastM * sin,
      cos: body.cos * cos + body.sin * sin,
      sin: body.sin * cos - body.cos * sin,
      shadow,
      heightM: shadow.kind === 'box' ? shadow.heightM : 2 * shadow.upM,
      radiusM: shadow.kind === 'box' ? Math.hypot(shadow.halfX, shadow.halfY) : shadow.radiusM,
    },
  ];
}

/**
 * Outline of a box shadow: base, shifted top, and the sides between them.
 * @param out x and y of eight corners, with stride `step`
 */
export function boxShadow(
  out: Float64Array,
  step: number,
  halfX: number,
  halfY: number,
  shiftX: number,
  shiftY: number,
): void {
  for (let side = 0; side < 4; side += 1) {
    // Corners anticlockwise from the front right one; the outward normals of the sides are x, y, -x, -y.
    const facing = side === 0 ? shiftX : side === 1 ? shiftY : side === 2 ? -shiftX : -shiftY;
    const share = facing > 0 ? 1 : 0;
    for (let end = 0; end < 2; end += 1) {
      const corner = (side + end) & 3;
      const at = step * (2 * side + end);
      out[at] = (corner === 0 || corner === 1 ? halfX : -halfX) + share * shiftX;
      out[at + 1] = (corner === 1 || corner === 2 ? halfY : -halfY) + share * shiftY;
    }
  }
}
