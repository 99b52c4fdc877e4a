import { DEPTH_ONE, inverseDepthAt, TEXELS } from '../raster/planes.ts';
import { aimSpriteRow, mipLevel, PLANE, type SpanFn, type SpriteFn, type Surface } from '../raster/surface.ts';
import type { Texture } from '../texture/texture-pool.ts';

/** Objects with more samples than this along a side are sampled at every second pixel, or fewer. */
const MOST_SAMPLES = 200;
/** The renderer interpolates depths along a row: absolute and relative error. */
const DEPTH_ERROR = 256;
const RELATIVE_ERROR = 0.002;
/** Smoke that hides less of what is behind it counts as clear air. */
const LEAST_OPACITY = 0.1;
const CLEAR = 1 << 14;

/** The part of a picture to count in, pixels of the rendered planes. */
interface PictureArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Visible pixels of one object, in the rendered planes. */
export interface SampledPixels {
  /** Edges, pixels; right and bottom are behind the last one. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly visiblePx: number;
  readonly visibleShare: number;
}

/**
 * Pixels that an object covers, compared with the depths of the picture that was rendered last. Call order: `begin`,
 * draw with `solid`, `sprite` or `smoke`, then `seen`.
 */
export class PixelSamples {
  #near = new Int32Array(0);
  #far = new Int32Array(0);
  #width = 0;
  #step = 1;
  #left = 0;
  #right = -1;
  #top = 0;
  #bottom = -1;

  /** @param width, height of the rendered planes; @param extentPx rough size of the object */
  begin(width: number, height: number, extentPx: number): void {
    if (this.#near.length < width * height) {
      this.#near = new Int32Array(width * height);
      this.#far = new Int32Array(width * height);
    }
    this.#width = width;
    this.#step = Math.max(1, Math.ceil(Math.min(extentPx, width) / MOST_SAMPLES));
    this.#left = width;
    this.#top = height;
    this.#right = -1;
    this.#bottom = -1;
  }

  /** A row of a face: its nearest and its farthest depth at each sample. */
  readonly solid: SpanFn = (_, y, start, end) => {
    if (y % this.#step !== 0) return;
    const first = Math.ceil(start / this.#step) * this.#step;
    for (let x = first; x < end; x += this.#step) {
      this.#mark(y * this.#width + x, (inverseDepth(x, y) * DEPTH_ONE) | 0);
    }
    this.#reach(y, first, end);
  };

  /** The same of a face that is transparent where its texture is clear. */
  readonly cutout: SpanFn = ({ texture }, y, start, end) => {
    if (y % this.#step !== 0) return;
    const first = Math.ceil(start / this.#step) * this.#step;
    for (let x = first; x < end; x += this.#step) {
      const near = inverseDepth(x, y);
      if (isSolid(texture, x, y, near)) this.#mark(y * this.#width + x, (near * DEPTH_ONE) | 0);
    }
    this.#reach(y, first, end);
  };

  /** A round billboard at one depth. */
  readonly sprite: SpriteFn = (surface) => {
    const depth = (PLANE[0]! * DEPTH_ONE) | 0;
    this.#eachRow(surface, (y, first, end) => {
      for (let x = first; x < end; x += this.#step) this.#mark(y * this.#width + x, depth);
    });
  };

  /** A cloud of smoke: how much of the light from behind passes all of them. The surface has its density and texture. */
  readonly smoke: SpriteFn = (surface) => {
    const depth = (PLANE[0]! * DEPTH_ONE) | 0;
    const { bits, lumaAt } = surface.texture;
    const size = 1 << bits;
    const base = lumaAt[0]!;
    const { spriteLeft, spriteRadiusX, spriteRadiusY, spriteTop } = surface;
    this.#eachRow(surface, (y, first, end) => {
      const v = Math.floor(((y + 0.5 - spriteTop) / (2 * spriteRadiusY)) * size) & (size - 1);
      for (let x = first; x < end; x += this.#step) {
        const pixel = y * this.#width + x;
        if (this.#near[pixel] === 0) this.#near[pixel] = CLEAR;
        if (inverseDepthAt(pixel) >= depth) continue;
        const u = Math.floor(((x + 0.5 - spriteLeft) / (2 * spriteRadiusX)) * size) & (size - 1);
        const share = Math.max(0, TEXELS.luma[base + v * size + u]! - 16) * surface.density;
        this.#near[pixel] = Math.round(this.#near[pixel]! * (1 - share / 65_536));
      }
    });
  };

  /** Which samples are visible; forgets them. @param visit called for each visible one; undefined: none is */
  seen(area: PictureArea, isSmoke: boolean, visit?: (x: number, y: number) => void): SampledPixels | undefined {
    const step = this.#step;
    const counts = { visible: 0, hidden: 0, gaps: 0 };
    const edges = { left: area.left + area.width, top: area.top + area.height, right: 0, bottom: 0 };
    for (let y = this.#top; y <= this.#bottom; y += step) {
      for (let x = this.#left; x <= this.#right; x += step) {
        const pixel = y * this.#width + x;
        const state = isSmoke ? this.#smokeAt(pixel) : this.#bodyAt(pixel);
        this.#near[pixel] = 0;
        const isInside = x >= area.left && x < area.left + area.width && y >= area.top && y < area.top + area.height;
        if (state === undefined || !isInside) continue;
        counts[state] += 1;
        if (state !== 'visible') continue;
        edges.left = Math.min(edges.left, x);
        edges.top = Math.min(edges.top, y);
        edges.right = Math.max(edges.right, x);
        edges.bottom = Math.max(edges.bottom, y);
        visit?.(x, y);
      }
    }
    const { gaps, hidden, visible } = counts;
    if (visible === 0) return undefined;
    // A shape with gaps, such as a person on a billboard, hides as much of itself as it shows of the rest.
    const solidShare = visible / (visible + gaps);
    const half = (step - 1) / 2;
    return {
      left: edges.left - half,
      top: edges.top - half,
      right: edges.right + 1 + half,
      bottom: edges.bottom + 1 + half,
      visiblePx: visible * step * step,
      visibleShare: visible / (visible + hidden * solidShare),
    };
  }

  #eachRow(surface: Surface, row: (y: number, first: number, end: number) => void): void {
    const step = this.#step;
    for (let y = Math.ceil(surface.spriteFirst / step) * step; y < surface.spriteLast; y += step) {
      if (!aimSpriteRow(surface, y)) continue;
      const first = Math.ceil(surface.rowStart / step) * step;
      row(y, first, surface.rowEnd);
      this.#reach(y, first, surface.rowEnd);
    }
  }

  #mark(pixel: number, depth: number): void {
    const near = this.#near[pixel]!;
    if (depth > near) this.#near[pixel] = depth;
    if (near === 0 || depth < this.#far[pixel]!) this.#far[pixel] = depth;
  }

  #reach(y: number, first: number, end: number): void {
    if (first >= end) return;
    const last = first + Math.floor((end - 1 - first) / this.#step) * this.#step;
    if (first < this.#left) this.#left = first;
    if (last > this.#right) this.#right = last;
    if (y < this.#top) this.#top = y;
    if (y > this.#bottom) this.#bottom = y;
  }

  #bodyAt(pixel: number): 'visible' | 'hidden' | 'gaps' | undefined {
    const near = this.#near[pixel]!;
    if (near === 0) return undefined;
    const shown = inverseDepthAt(pixel);
    if (shown > near + DEPTH_ERROR + near * RELATIVE_ERROR) return 'hidden';
    const far = this.#far[pixel]!;
    return shown < far - DEPTH_ERROR - far * RELATIVE_ERROR ? 'gaps' : 'visible';
  }

  #smokeAt(pixel: number): 'visible' | undefined {
    const passed = this.#near[pixel]!;
    return passed !== 0 && passed < CLEAR * (1 - LEAST_OPACITY) ? 'visible' : undefined;
  }
}

const inverseDepth = (x: number, y: number): number => PLANE[0]! + PLANE[1]! * (x + 0.5) + PLANE[2]! * (y + 0.5);

function isSolid({ bits, lumaAt }: Texture, x: number, y: number, near: number): boolean {
  const level = mipLevel(PLANE[9]! / near ** 3, bits);
  const size = 1 << (bits - level);
  const u = (PLANE[3]! + PLANE[4]! * (x + 0.5) + PLANE[5]! * (y + 0.5)) / near;
  const v = (PLANE[6]! + PLANE[7]! * (x + 0.5) + PLANE[8]! * (y + 0.5)) / near;
  const column = Math.floor(u * size) & (size - 1);
  const row = Math.floor(v * size) & (size - 1);
  return TEXELS.luma[lumaAt[level]! + row * size + column] !== 0;
}
