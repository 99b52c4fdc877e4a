import { BLEND_BELOW, SMOKE_BLEND_BELOW } from '../src/raster/perspective.ts';
import { GROUND, PLANES, TEXELS } from '../src/raster/planes.ts';
import { chromaBase, RARE_COLOUR_SPANS, spread } from '../src/raster/rare-colour-spans.ts';
import { baseOf, RARE_THERMAL_SPANS, solid } from '../src/raster/rare-thermal-spans.ts';
import {
  aimSpriteRow,
  inverseDepthNow,
  nextSegment,
  type SpanFn,
  type SpanKernels,
  type SpriteFn,
  type Surface,
  startSpan,
  startSprite,
} from '../src/raster/surface.ts';

const { cb, counts, cr, depth, luma } = PLANES;

/** A pixel of a face. One reused object. */
const PIXEL = {
  /** Its place in the planes. */
  at: 0,
  /** Its place in the planes of chroma; undefined for those that have none: three of four. */
  chroma: 0 as number | undefined,
  near: 0,
  /** Places of what the texture has for it. */
  texel: 0,
  colour: 0,
  ui: 0,
  vi: 0,
};

type Paint = (pixel: typeof PIXEL) => void;

/**
 * Operation of a kernel on each pixel of a segment, or of a sprite. @param steep step of the sky where the segment
 * begins
 */
type Painter = (s: Surface, steep: number) => Paint;

function paintRow(s: Surface, y: number, [start, end]: readonly [number, number], isSprite: boolean, paint: Paint) {
  const { du, level, texture, width } = s;
  const [dv, nearStep] = isSprite ? [0, 0] : [s.dv, s.nearStep];
  const bits = texture.bits - level;
  const mask = (1 << bits) - 1;
  let { near, ui, vi } = s;
  for (let x = start; x < end; x += 1) {
    PIXEL.at = y * width + x;
    PIXEL.chroma = ((x | y) & 1) === 0 ? (y >> 1) * (width >> 1) + (x >> 1) : undefined;
    PIXEL.texel = Number(texture.lumaAt[level]) + (((vi >> 8) & (mask << bits)) | ((ui >> 16) & mask));
    const [half, rows] = [mask >> 1, (mask >> 1) << (bits - 1)];
    PIXEL.colour = Number(texture.chromaAt[level]) + (((vi >> 10) & rows) | ((ui >> 17) & half));
    Object.assign(PIXEL, { near, ui, vi });
    paint(PIXEL);
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

const span =
  (painter: Painter): SpanFn =>
  (s, y, start, end) => {
    startSpan(s, y, start, end);
    for (let x = start; x < end; ) {
      const steep = Math.min(255, (inverseDepthNow() * s.skySteps) | 0);
      const stop = x + nextSegment(s, x, end);
      paintRow(s, y, [x, stop], false, painter(s, steep));
      x = stop;
    }
  };

const sprite =
  (painter: Painter, blendBelow = BLEND_BELOW): SpriteFn =>
  (s) => {
    startSprite(s, blendBelow);
    const paint = painter(s, 0);
    for (let y = s.spriteFirst; y < s.spriteLast; y += 1) {
      if (aimSpriteRow(s, y)) paintRow(s, y, [s.rowStart, s.rowEnd], true, paint);
    }
  };

/** Paints where nothing nearer is, and hides what is further. */
const inFront =
  (paint: Paint): Paint =>
  (pixel) => {
    if (pixel.near <= Number(depth[pixel.at])) return;
    depth[pixel.at] = pixel.near;
    paint(pixel);
  };

/** Paints where the texture has no gap. */
const whereSolid =
  (s: Surface, paint: Paint): Paint =>
  (pixel) => {
    const texel = s.isNear === 1 ? blended(s, TEXELS.luma, pixel, true) : TEXELS.luma[pixel.texel];
    if (texel !== 0) paint(pixel);
  };

/** As `whereSolid`, for heat, which is never blended. */
const whereWarm =
  (paint: Paint): Paint =>
  (pixel) => {
    if (TEXELS.heat[pixel.texel] !== 0) paint(pixel);
  };

/** Between two numbers below 256, by a share of 256. */
const mixed = (from = 0, to = 0, share = 0): number => (Math.imul(from, 256 - share) + Math.imul(to, share)) >> 8;

/** Luma of the four texels around a pixel, between their middles; 0 where half of them by weight are gaps. */
function blended({ texture }: Surface, texels: Uint8Array, { ui, vi }: typeof PIXEL, hasGaps = false): number {
  const { bits } = texture;
  const [width, mask] = [1 << bits, (1 << bits) - 1];
  const [u, v] = [(ui - (1 << 15)) | 0, (vi - (width << 7)) | 0];
  const [column, row] = [(u >> 16) & mask, (v >> 8) & (mask << bits)];
  const right = (column + 1) & mask;
  const at = Number(texture.lumaAt[0]);
  const below = (row + width) & (mask << bits);
  const four = [row + column, row + right, below + column, below + right].map((place) => Number(texels[at + place]));
  const between = (value: (texel: number) => number): number => {
    const [a, b, c, d] = four.map(value);
    const [shareU, shareV] = [(u >> 8) & 255, (v >> bits) & 255];
    return mixed(mixed(a, b, shareU), mixed(c, d, shareU), shareV);
  };
  if (!hasGaps) return between((texel) => texel);
  const lightest = Math.max(...four);
  return between((texel) => (texel === 0 ? 0 : 255)) > 127 ? between((texel) => (texel === 0 ? lightest : texel)) : 0;
}

/** Cb and Cr of the four texels around a pixel, each with room above it. */
function blendedColour({ texture }: Surface, colours: Uint16Array, { ui, vi }: typeof PIXEL): number {
  const bits = texture.bits - 1;
  const [width, mask] = [1 << bits, (1 << bits) - 1];
  const [u, v] = [(ui - (1 << 16)) | 0, (vi - (1 << (8 + texture.bits))) | 0];
  const [column, row] = [(u >> 17) & mask, (v >> 10) & (mask << bits)];
  const right = (column + 1) & mask;
  const below = (row + width) & (mask << bits);
  const at = Number(texture.chromaAt[0]);
  const between = (shift: number): number => {
    const byte = (place: number) => (Number(colours[at + place]) >> shift) & 255;
    const across = (from: number) => mixed(byte(from + column), byte(from + right), (u >> 9) & 255);
    return mixed(across(row), across(below), (v >> (texture.bits + 1)) & 255);
  };
  return between(0) | (between(8) << 16);
}

type Texels = Pick<typeof TEXELS, 'luma' | 'chroma'>;

/** Texels with the light and the haze of a segment: single ones are blended where they would show. */
function lit(s: Surface, texels: Texels, hasGaps = false): Paint {
  const gain = Math.imul(s.gain, s.left) >> 8;
  const base = Math.imul(s.haze.luma, 256 - s.left) + 128;
  const chromaGain = Math.imul(s.chromaGain, s.left) >> 8;
  const colourBase = chromaBase(s, chromaGain);
  const isBlended = s.isNear === 1;
  return (pixel) => {
    const texel = isBlended ? blended(s, texels.luma, pixel, hasGaps) : Number(texels.luma[pixel.texel]);
    luma[pixel.at] = (base + Math.imul(texel, gain)) >> 8;
    if (pixel.chroma === undefined) return;
    const plain = isBlended ? blendedColour(s, texels.chroma, pixel) : spread(Number(texels.chroma[pixel.colour]));
    const colour = (colourBase + Math.imul(plain, chromaGain)) | 0;
    cb[pixel.chroma] = colour >> 8;
    cr[pixel.chroma] = colour >> 24;
  };
}

/** Clouds on a plane above; the haze takes the place of the gradient of the sky. */
function sky({ blendCb, blendCr, blendLuma, gain, haze, skyClear }: Surface, steep: number): Paint {
  const clear = Number(skyClear[steep]);
  const base = ((haze.luma << 8) + Math.imul(blendLuma - haze.luma, clear) + 128) | 0;
  const white = Math.imul(gain, Math.max(0, clear - 24)) >> 8;
  return ({ at, chroma, texel }) => {
    luma[at] = (base + Math.imul(Number(TEXELS.luma[texel]) - 16, white)) >> 8;
    if (chroma === undefined) return;
    cb[chroma] = haze.cb + (Math.imul(blendCb - haze.cb, clear) >> 8);
    cr[chroma] = haze.cr + (Math.imul(blendCr - haze.cr, clear) >> 8);
  };
}

/** Density is the luma of the texture: 16 is transparent, 235 is the densest. */
function smoke(s: Surface): Paint {
  const { blendCb, blendCr, blendLuma, density } = s;
  return (pixel) => {
    const { at, chroma, near, texel } = pixel;
    if (near <= Number(depth[at])) return;
    const thick = s.isNear === 1 ? blended(s, TEXELS.luma, pixel) : Number(TEXELS.luma[texel]);
    const share = Math.imul(thick - 16, density) >> 8;
    const blend = (plane: Uint8Array, place: number, colour: number) => {
      const old = Number(plane[place]);
      plane[place] = old + ((Math.imul(colour - old, share) + 128) >> 8);
    };
    blend(luma, at, blendLuma);
    if (chroma === undefined) return;
    blend(cb, chroma, blendCb);
    blend(cr, chroma, blendCr);
  };
}

const leaves: Painter = (s) => whereSolid(s, inFront(lit(s, TEXELS, true)));

/** The picture in colour, by loops that can be read: what the vector code is compared with. */
export const COLOUR_KERNELS: SpanKernels = {
  ...RARE_COLOUR_SPANS,
  ground: span((s) => lit(s, GROUND)),
  cover: span((s) => whereSolid(s, lit(s, TEXELS, true))),
  solid: span((s) => inFront(lit(s, TEXELS))),
  cutout: span(leaves),
  sky: span(sky),
  leaves: sprite(leaves),
  smoke: sprite(smoke, SMOKE_BLEND_BELOW),
};

/** The heat of texels as counts of temperature, with the air before it. */
function warm(s: Surface, heat: Uint8Array | Int16Array): Paint {
  const base = baseOf(s);
  const gain = Math.imul(s.heatGain, s.left) >> 8;
  return ({ at, texel }) => {
    counts[at] = (base + Math.imul(Number(heat[texel]), gain)) >> 8;
  };
}

/** A cold sky, warmer towards the horizon and where there are clouds. */
function thermalSky({ heatGain, skyCounts }: Surface, steep: number): Paint {
  const base = (Number(skyCounts[steep]) << 8) + 128;
  return ({ at, texel }) => {
    counts[at] = (base + Math.imul(Number(TEXELS.luma[texel]) - 16, heatGain)) >> 8;
  };
}

/** Smoke lets most of the thermal radiation through. */
function thermalSmoke({ blendCounts, density }: Surface): Paint {
  return ({ at, near, texel }) => {
    const thick = Number(TEXELS.luma[texel]) - 16;
    if (thick <= 0 || near <= Number(depth[at])) return;
    const old = Number(counts[at]);
    counts[at] = old + (Math.imul(blendCounts - old, Math.imul(thick, density) >> 8) >> 8);
  };
}

const thermalLeaves: Painter = (s) => whereWarm(inFront(warm(s, TEXELS.heat)));

/** The thermal picture, likewise: the same faces, drawn as counts of temperature. */
export const THERMAL_KERNELS: SpanKernels = {
  ...RARE_THERMAL_SPANS,
  ground: span((s) => warm(s, GROUND.heat)),
  cover: span((s) => whereWarm(warm(s, TEXELS.heat))),
  solid,
  cutout: span(thermalLeaves),
  sky: span(thermalSky),
  leaves: sprite(thermalLeaves),
  smoke: sprite(thermalSmoke),
};

/** Position in a row, in 1/65,536 of a pixel, and how it changes from part to part: as in the table of the shutter. */
export interface RowShift {
  readonly columns: readonly [first: number, step: number, bend: number];
  readonly rows: readonly [first: number, step: number];
}

/** A pixel of a row that is shifted by parts of a pixel: between four. @param part which part of the row it is in; @param noise to add */
export function shiftedPixel(
  pixelAt: (right: number, down: number) => number,
  { columns, rows }: RowShift,
  part: number,
  noise: number,
): number {
  const across = columns[0] + part * columns[1] + ((part * (part - 1)) / 2) * columns[2];
  const along = rows[0] + part * rows[1];
  const [x, y] = [across >> 16, along >> 16];
  const [right, down] = [(across >> 8) & 255, (along >> 8) & 255];
  const both = (right * down + 128) >> 8;
  const sum =
    pixelAt(x, y) * (256 - right - down + both) +
    pixelAt(x + 1, y) * (right - both) +
    pixelAt(x, y + 1) * (down - both) +
    pixelAt(x + 1, y + 1) * both;
  return Math.max(16, Math.min(235, ((sum + 128) >> 8) + noise));
}
