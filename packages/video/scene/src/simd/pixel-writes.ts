import { PLACE } from '../raster/memory.ts';
import { type Code, i8x16, i16x8, i32, i32x4, v128, when } from '../wasm/instructions.ts';
import type { Local, ProgramFunction } from '../wasm/program.ts';
import { k, type PixelLook, type PixelRow } from './row.ts';
import { type Coordinates, weighed } from './texel-fetch.ts';

/** Write mask of eight pixels: 32 bits each, all set or none. */
export interface PixelMask {
  readonly low: Local;
  readonly high: Local;
}

/** The even elements of eight 32-bit numbers in two vectors, or of eight 16-bit numbers in one. */
const EVEN_OF_TWO = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const EVEN_OF_ONE = [0, 1, 4, 5, 8, 9, 12, 13, 0, 0, 0, 0, 0, 0, 0, 0];
/** Every second byte of eight. */
const FIRST_OF_PAIRS = [0, 2, 4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const SECOND_OF_PAIRS = [1, 3, 5, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const DARKEST = 16;
const { splat } = i32x4;

/** Lights the texels of eight pixels and writes the visible ones: without a mask, all of them. */
export class PixelWrites {
  readonly #f: ProgramFunction;
  readonly #row: PixelRow;
  readonly #look: PixelLook;
  readonly #texels: Local;
  readonly #gain: Local;
  readonly #base: Local;
  readonly #chromaGain: Local;
  readonly #chromaBase: Local;
  readonly #chromaMask: Local;
  readonly #chromaRows: Local;
  readonly #value: Local;
  readonly #index: Local;
  readonly #seenEven: Local;

  constructor(f: ProgramFunction, look: PixelLook, row: PixelRow, texels: Local) {
    this.#f = f;
    this.#row = row;
    this.#look = look;
    this.#texels = texels;
    this.#gain = f.v128();
    this.#base = f.v128();
    this.#chromaGain = f.v128();
    this.#chromaBase = f.v128();
    this.#chromaMask = f.v128();
    this.#chromaRows = f.v128();
    this.#value = f.v128();
    this.#index = f.v128();
    this.#seenEven = f.v128();
  }

  prepare(): Code[] {
    const { base, bits, blueBase, chromaGain, gain, redBase } = this.#row;
    const isSmoke = this.#look.depth === 'smoke';
    if (this.#look.target === 'counts') {
      return [this.#gain.set(isSmoke ? i16x8.splat(gain.get) : splat(gain.get)), this.#base.set(splat(base.get))];
    }
    const chromaBits = i32.sub(bits.get, k(1));
    return [
      this.#gain.set(i16x8.splat(gain.get)),
      this.#base.set(i16x8.splat(base.get)),
      this.#chromaGain.set(i16x8.splat(chromaGain.get)),
      this.#chromaBase.set(splat(i32.or(i32.and(blueBase.get, k(0xffff)), i32.shl(redBase.get, k(16))))),
      this.#chromaMask.set(splat(i32.sub(i32.shl(k(1), chromaBits), k(1)))),
      this.#chromaRows.set(i32x4.shl(this.#chromaMask.get, chromaBits)),
    ];
  }

  /** Texels of smoke are its density: 16 is none. */
  measureSmoke(): Code {
    const measure = i16x8.sub(this.#texels.get, i16x8.splat(k(DARKEST)));
    return this.#texels.set(i16x8.shru(i16x8.mul(measure, this.#gain.get), k(8)));
  }

  luma(out: Local, seen?: PixelMask): Code[] {
    const value =
      this.#look.depth === 'smoke'
        ? this.#thinned(i16x8.fromLowBytes(v128.load64(out.get, PLACE.luma)), this.#texels.get, this.#base.get)
        : i16x8.shru(i16x8.add(i16x8.mul(this.#texels.get, this.#gain.get), this.#base.get), k(8));
    const bytes = i8x16.narrowUnsigned(this.#value.get, this.#value.get);
    const masked = (mask: Code): Code =>
      v128.select(bytes, v128.load64(out.get, PLACE.luma), i8x16.narrowSigned(mask, mask));
    return [
      this.#value.set(value),
      v128.store64Lane(
        out.get,
        PLACE.luma,
        seen === undefined ? bytes : masked(i16x8.narrowSigned(seen.low.get, seen.high.get)),
        0,
      ),
    ];
  }

  /** Through smoke: shares of 256. */
  #thinned(old: Code, share: Code, own: Code): Code {
    const rest = i16x8.sub(i16x8.splat(k(256)), share);
    const sum = i16x8.add(i16x8.mul(old, rest), i16x8.mul(own, share));
    return i16x8.shru(i16x8.add(sum, i16x8.splat(k(128))), k(8));
  }

  /** The four pixels at even columns. */
  chroma(chromaOut: Local, seen: PixelMask | undefined, at: Coordinates): Code[] {
    const mask = i16x8.narrowSigned(this.#seenEven.get, this.#seenEven.get);
    const masked = (plane: number, value: Code): Code =>
      v128.select(value, v128.load32(chromaOut.get, plane), i8x16.narrowSigned(mask, mask));
    const write = (plane: number, value: Code): Code =>
      v128.store32Lane(chromaOut.get, plane, seen === undefined ? value : masked(plane, value), 0);
    const select =
      seen === undefined ? [] : [this.#seenEven.set(v128.shuffle(seen.low.get, seen.high.get, EVEN_OF_TWO))];
    if (this.#look.depth === 'smoke') return [...select, ...this.#smokeChroma(chromaOut, write)];
    return [
      ...select,
      ...this.#litColours(at),
      this.#value.set(i16x8.shru(this.#value.get, k(8))),
      this.#value.set(i8x16.narrowUnsigned(this.#value.get, this.#value.get)),
      write(PLACE.cb, v128.shuffle(this.#value.get, this.#value.get, FIRST_OF_PAIRS)),
      write(PLACE.cr, v128.shuffle(this.#value.get, this.#value.get, SECOND_OF_PAIRS)),
    ];
  }

  /** Cb and Cr of four pixels in turn, of 16 bits each. */
  #litColours({ u0, u1, v0, v1 }: Coordinates): Code[] {
    // A density texture has one colour everywhere.
    if (this.#look.source === 'measure') return [this.#value.set(this.#chromaBase.get)];
    const even = (a: Local, b: Local): Code => v128.shuffle(a.get, b.get, EVEN_OF_TWO);
    const nearest = this.#gather(
      v128.or(
        v128.and(i32x4.shr(even(v0, v1), k(10)), this.#chromaRows.get),
        v128.and(i32x4.shr(even(u0, u1), k(17)), this.#chromaMask.get),
      ),
      this.#value,
    );
    const fetch = this.#look.canBlend
      ? [when(this.#row.isNear.get, this.#blendedColours(even(u0, u1), even(v0, v1)), nearest)]
      : nearest;
    return [
      ...fetch,
      this.#value.set(i16x8.add(i16x8.mul(this.#value.get, this.#chromaGain.get), this.#chromaBase.get)),
    ];
  }

  /** Cb and Cr of four texels in turn. */
  #gather(places: Code, into: Local): Code[] {
    const colours = this.#look.source === 'ground' ? PLACE.groundColours : PLACE.colours;
    return [
      this.#index.set(i32x4.shl(i32x4.add(splat(this.#row.chromaAt.get), places), k(1))),
      ...[0, 1, 2, 3].map((lane) =>
        into.set(v128.load16Lane(i32x4.lane(this.#index.get, lane), colours, into.get, lane)),
      ),
      into.set(i16x8.fromLowBytes(into.get)),
    ];
  }

  /** Between the colours of four texels, each of which covers two by two of luma. */
  #blendedColours(evenU: Code, evenV: Code): Code[] {
    const f = this.#f;
    const { bits } = this.#row;
    const [u, v, shareU, shareV, right, upper] = [f.v128(), f.v128(), f.v128(), f.v128(), f.v128(), f.v128()];
    const both = (share: Local): Code => share.set(v128.or(share.get, i32x4.shl(share.get, k(16))));
    const columns = (further: 0 | 1): Code =>
      v128.and(i32x4.add(i32x4.shr(u.get, k(17)), splat(k(further))), this.#chromaMask.get);
    const rows = (further: 0 | 1): Code => {
      const here = v128.and(i32x4.shr(v.get, k(10)), this.#chromaRows.get);
      const next = splat(i32.shl(k(further), i32.sub(bits.get, k(1))));
      return further === 0 ? here : v128.and(i32x4.add(here, next), this.#chromaRows.get);
    };
    const across = (below: 0 | 1): Code[] => [
      ...this.#gather(v128.or(rows(below), columns(0)), this.#value),
      ...this.#gather(v128.or(rows(below), columns(1)), right),
      this.#value.set(weighed(this.#value.get, right.get, shareU)),
    ];
    return [
      // Between the middles of texels.
      u.set(i32x4.add(evenU, splat(k(-(1 << 16))))),
      v.set(i32x4.sub(evenV, splat(i32.shl(k(1 << 8), bits.get)))),
      shareU.set(v128.and(i32x4.shr(u.get, k(9)), splat(k(255)))),
      shareV.set(v128.and(i32x4.shr(v.get, i32.add(bits.get, k(1))), splat(k(255)))),
      both(shareU),
      both(shareV),
      ...across(0),
      upper.set(this.#value.get),
      ...across(1),
      this.#value.set(weighed(upper.get, this.#value.get, shareV)),
    ];
  }

  #smokeChroma(chromaOut: Local, write: (plane: number, value: Code) => Code): Code[] {
    const { blueBase, redBase } = this.#row;
    const shares = this.#index;
    const through = (plane: number, own: Local): Code[] => [
      this.#value.set(
        this.#thinned(i16x8.fromLowBytes(v128.load32(chromaOut.get, plane)), shares.get, i16x8.splat(own.get)),
      ),
      write(plane, i8x16.narrowUnsigned(this.#value.get, this.#value.get)),
    ];
    return [
      shares.set(v128.shuffle(this.#texels.get, this.#texels.get, EVEN_OF_ONE)),
      ...through(PLACE.cb, blueBase),
      ...through(PLACE.cr, redBase),
    ];
  }

  counts(out: Local, seen?: PixelMask): Code[] {
    const address = i32.shl(out.get, k(1));
    const masked = ({ low, high }: PixelMask): Code =>
      v128.select(this.#value.get, v128.load(address, PLACE.counts), i16x8.narrowSigned(low.get, high.get));
    return [
      this.#value.set(i16x8.narrowUnsigned(this.#warmth(address, 'low'), this.#warmth(address, 'high'))),
      v128.store(address, seen === undefined ? this.#value.get : masked(seen), PLACE.counts),
    ];
  }

  #warmth(address: Code, half: 'low' | 'high'): Code {
    const isSigned = this.#look.source === 'ground';
    const unsignedHalf = half === 'low' ? i32x4.fromLow : i32x4.fromHigh;
    const signedHalf = half === 'low' ? i32x4.fromLowSigned : i32x4.fromHighSigned;
    const texels = (isSigned ? signedHalf : unsignedHalf)(this.#texels.get);
    if (this.#look.depth !== 'smoke')
      return i32x4.shr(i32x4.add(i32x4.mul(texels, this.#gain.get), this.#base.get), k(8));
    const old = unsignedHalf(v128.load(address, PLACE.counts));
    return i32x4.add(old, i32x4.shr(i32x4.mul(i32x4.sub(this.#base.get, old), texels), k(8)));
  }
}
