import { PLACE } from '../raster/memory.ts';
import { type Code, choose, i8x16, i16x8, i32, i32x4, v128, when } from '../wasm/instructions.ts';
import type { Local, ProgramFunction } from '../wasm/program.ts';
import { k, NONE, type PixelLook, type PixelRow } from './row.ts';

/** Columns and rows of texels of eight pixels, in two vectors each: see PER_COLUMN in surface.ts for how they are written. */
export interface Coordinates {
  readonly u0: Local;
  readonly u1: Local;
  readonly v0: Local;
  readonly v1: Local;
}

const { splat } = i32x4;
const LANES = [0, 1, 2, 3] as const;
/** Eight pixels at this step from one to the next, two texels, have all their texels within sixteen. */
const WIDE_STEP = 2 << 16;

/** Fetches the texels of eight pixels; addresses are computed four at a time, each texel is loaded individually. */
export class TexelFetch {
  /** Eight of 16 bits. */
  readonly texels: Local;
  readonly #f: ProgramFunction;
  readonly #row: PixelRow;
  readonly #at: Coordinates;
  readonly #look: PixelLook;
  readonly #index: Local;
  readonly #bytes: Local;
  readonly #mask: Local;
  readonly #rowMask: Local;

  constructor(f: ProgramFunction, look: PixelLook, row: PixelRow, at: Coordinates) {
    this.#f = f;
    this.#row = row;
    this.#at = at;
    this.#look = look;
    this.texels = f.v128();
    this.#index = f.v128();
    this.#bytes = f.v128();
    this.#mask = f.v128();
    this.#rowMask = f.v128();
  }

  prepare(): Code[] {
    const { bits } = this.#row;
    return [
      this.#mask.set(splat(i32.sub(i32.shl(k(1), bits.get), k(1)))),
      this.#rowMask.set(i32x4.shl(this.#mask.get, bits.get)),
    ];
  }

  fetch(): Code[] {
    const { canBlend, source, target } = this.#look;
    if (source === 'ground' && target === 'counts') return this.#groundHeat();
    return canBlend ? [when(this.#row.isNear.get, this.#blended(), this.#nearest())] : this.#nearest();
  }

  get #place(): number {
    const { source, target } = this.#look;
    if (source === 'ground') return PLACE.groundTexels;
    return source === 'things' && target === 'counts' ? PLACE.heatTexels : PLACE.texels;
  }

  #nearest(): Code[] {
    if (this.#look.isUpright !== true) return this.#scattered();
    return [when(i32.le(this.#row.du.get, k(WIDE_STEP)), this.#besideOneAnother(), this.#scattered())];
  }

  /** Texels of one row that are near one another come with one load. Pixels outside the row of the picture get any. */
  #besideOneAnother(): Code[] {
    const { u0, u1 } = this.#at;
    const { lumaAt, vi } = this.#row;
    const first = this.#f.i32();
    const number = (u: Local): Code => i32x4.sub(i32x4.shr(u.get, k(16)), splat(first.get));
    const rowAt = i32.and(i32.shr(vi.get, k(8)), i32x4.lane(this.#rowMask.get, 0));
    return [
      first.set(i32.shr(i32x4.lane(u0.get, 0), k(16))),
      first.set(choose(first.get, k(0), i32.gt(first.get, k(0)))),
      this.#bytes.set(v128.load(i32.add(i32.add(lumaAt.get, first.get), rowAt), this.#place)),
      this.#index.set(i16x8.narrowSigned(number(u0), number(u1))),
      this.#bytes.set(i8x16.swizzle(this.#bytes.get, i8x16.narrowUnsigned(this.#index.get, this.#index.get))),
      this.texels.set(i16x8.fromLowBytes(this.#bytes.get)),
    ];
  }

  #scattered(): Code[] {
    const { u0, u1, v0, v1 } = this.#at;
    return [
      ...this.#gather(v128.or(this.#rows(v0), this.#columns(u0)), 0),
      ...this.#gather(v128.or(this.#rows(v1), this.#columns(u1)), 4),
      this.texels.set(i16x8.fromLowBytes(this.#bytes.get)),
    ];
  }

  #columns(u: Local, further = 0): Code {
    const column = i32x4.shr(u.get, k(16));
    return v128.and(further === 0 ? column : i32x4.add(column, splat(k(further))), this.#mask.get);
  }

  #rows(v: Local): Code {
    return v128.and(i32x4.shr(v.get, k(8)), this.#rowMask.get);
  }

  /** Bytes of four texels. */
  #gather(places: Code, firstLane: 0 | 4): Code[] {
    const bytes = this.#bytes;
    const { lumaAt } = this.#row;
    return [
      this.#index.set(places),
      ...LANES.map((lane) => {
        const address = i32.add(lumaAt.get, i32x4.lane(this.#index.get, lane));
        return bytes.set(v128.load8Lane(address, this.#place, bytes.get, firstLane + lane));
      }),
    ];
  }

  /** Between four texels of the sharpest level. */
  #blended(): Code[] {
    const f = this.#f;
    const { bits } = this.#row;
    const moved = { u0: f.v128(), u1: f.v128(), v0: f.v128(), v1: f.v128() };
    const [shareU, shareV] = [f.v128(), f.v128()];
    const share = (a: Local, b: Local, shift: Code): Code => {
      const part = (from: Local) => v128.and(i32x4.shr(from.get, shift), splat(k(255)));
      return i16x8.narrowUnsigned(part(a), part(b));
    };
    // Between the middles of texels.
    const halfColumn = splat(k(-(1 << 15)));
    const halfRow = splat(i32.sub(k(0), i32.shl(k(1 << 7), bits.get)));
    return [
      moved.u0.set(i32x4.add(this.#at.u0.get, halfColumn)),
      moved.u1.set(i32x4.add(this.#at.u1.get, halfColumn)),
      moved.v0.set(i32x4.add(this.#at.v0.get, halfRow)),
      moved.v1.set(i32x4.add(this.#at.v1.get, halfRow)),
      shareU.set(share(moved.u0, moved.u1, k(8))),
      shareV.set(share(moved.v0, moved.v1, bits.get)),
      ...(this.#look.hasGaps ? this.#besideGaps(moved, shareU, shareV) : this.#between(moved, shareU, shareV)),
    ];
  }

  #between(moved: Coordinates, shareU: Local, shareV: Local): Code[] {
    const upper = this.#f.v128();
    return [
      ...this.#across(moved, false, shareU),
      upper.set(this.texels.get),
      ...this.#across(moved, true, shareU),
      this.texels.set(weighed(upper.get, this.texels.get, shareV)),
    ];
  }

  /** A gap has a smooth edge, where half of the four texels by weight are gaps; it gives its colour to none. */
  #besideGaps(moved: Coordinates, shareU: Local, shareV: Local): Code[] {
    const f = this.#f;
    const four = [f.v128(), f.v128(), f.v128(), f.v128()] as const;
    const [lightest, cover] = [f.v128(), f.v128()];
    const isSolid = (texel: Local): Code => i16x8.ne(texel.get, NONE);
    const share = (texel: Local): Code => v128.and(isSolid(texel), i16x8.splat(k(255)));
    const filled = (texel: Local): Code => v128.select(texel.get, lightest.get, isSolid(texel));
    const mix = (value: (texel: Local) => Code): Code =>
      weighed(weighed(value(four[0]), value(four[1]), shareU), weighed(value(four[2]), value(four[3]), shareU), shareV);
    const load = (texel: Local, isBelow: boolean, further: 0 | 1): Code[] => [
      ...this.#eight(moved, isBelow, further),
      texel.set(i16x8.fromLowBytes(this.#bytes.get)),
    ];
    return [
      ...load(four[0], false, 0),
      ...load(four[1], false, 1),
      ...load(four[2], true, 0),
      ...load(four[3], true, 1),
      lightest.set(i16x8.max(i16x8.max(four[0].get, four[1].get), i16x8.max(four[2].get, four[3].get))),
      cover.set(i16x8.gt(mix(share), i16x8.splat(k(127)))),
      this.texels.set(v128.and(mix(filled), cover.get)),
    ];
  }

  /** Bytes of eight texels, or of those below them, or to their right. */
  #eight({ u0, u1, v0, v1 }: Coordinates, isBelow: boolean, further: 0 | 1): Code[] {
    const row = (v: Local): Code => {
      const here = this.#rows(v);
      if (!isBelow) return here;
      return v128.and(i32x4.add(here, splat(i32.shl(k(1), this.#row.bits.get))), this.#rowMask.get);
    };
    return [
      ...this.#gather(v128.or(row(v0), this.#columns(u0, further)), 0),
      ...this.#gather(v128.or(row(v1), this.#columns(u1, further)), 4),
    ];
  }

  /** Between two texels of a row, or of the row below. */
  #across(moved: Coordinates, isBelow: boolean, share: Local): Code[] {
    return [
      ...this.#eight(moved, isBelow, 0),
      this.texels.set(i16x8.fromLowBytes(this.#bytes.get)),
      ...this.#eight(moved, isBelow, 1),
      this.texels.set(weighed(this.texels.get, i16x8.fromLowBytes(this.#bytes.get), share)),
    ];
  }

  /** Heat of the ground is signed and has two bytes. */
  #groundHeat(): Code[] {
    const { u0, u1, v0, v1 } = this.#at;
    const half = (u: Local, v: Local, firstLane: 0 | 4): Code[] => [
      this.#index.set(
        i32x4.shl(i32x4.add(splat(this.#row.lumaAt.get), v128.or(this.#rows(v), this.#columns(u))), k(1)),
      ),
      ...LANES.map((lane) =>
        this.texels.set(
          v128.load16Lane(i32x4.lane(this.#index.get, lane), PLACE.groundHeat, this.texels.get, firstLane + lane),
        ),
      ),
    ];
    return [...half(u0, v0, 0), ...half(u1, v1, 4)];
  }
}

/** Between two vectors of numbers below 256, by a share of 256. */
export function weighed(from: Code, to: Code, share: Local): Code {
  const rest = i16x8.sub(i16x8.splat(k(256)), share.get);
  return i16x8.shru(i16x8.add(i16x8.mul(from, rest), i16x8.mul(to, share.get)), k(8));
}
