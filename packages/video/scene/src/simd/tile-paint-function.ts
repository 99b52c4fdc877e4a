import { TILE_BITS } from '../raster/ground-texels.ts';
import { PLACE } from '../raster/memory.ts';
import { type Code, forever, i8x16, i16x8, i32, i32x4, leaveIf, v128 } from '../wasm/instructions.ts';
import { type Local, ProgramFunction } from '../wasm/program.ts';
import { FIRST_FOUR, k, NEXT_FOUR, NONE, type PixelLook, type PixelRow, startRow } from './row.ts';
import { type Coordinates, TexelFetch } from './texel-fetch.ts';

const GROUP = 8;
/** Headroom for light. */
const LIGHTEST = 225;
const DARKEST = 16;
const { splat } = i32x4;

/** Painted plane, eight texels at a time. */
type TilePlane = 'luma' | 'heat' | 'colours';

/** In this order. */
const PARAMETERS = [
  ...(['start', 'firstColumn', 'endColumn', 'firstRow', 'endRow'] as const),
  ...(['u', 'v', 'uRight', 'vRight', 'uDown', 'vDown'] as const),
  ...(['bits', 'lumaAt', 'chromaAt', 'unevenness', 'isBlended'] as const),
] as const;
type PaintFunction = ProgramFunction<(typeof PARAMETERS)[number]>;

/**
 * Paints a rectangle of a ground tile. Parameters: start of the tile, in texels of its pool; first
 * column, end, first row, end; u and v there, their steps per column, then per row; log2 size and start of the
 * texture's mip level, and start of its chroma; its unevenness; whether texels are blended.
 */
export function paintFunction(name: string, paint: TilePlane): ProgramFunction {
  return new PaintWriter(new ProgramFunction(name, PARAMETERS), paint).write();
}

class PaintWriter {
  readonly #f: PaintFunction;
  readonly #paint: TilePlane;
  readonly #p: PaintFunction['parameters'];
  readonly #row: PixelRow;
  readonly #at: Coordinates;
  readonly #fetch: TexelFetch;
  readonly #seen: { readonly low: Local; readonly high: Local };
  readonly #left: Local;
  readonly #place: Local;
  readonly #value: Local;
  readonly #uneven: Local;
  readonly #index: Local;

  constructor(f: PaintFunction, paint: TilePlane) {
    this.#f = f;
    this.#paint = paint;
    this.#p = f.parameters;
    this.#row = startRow(f, f.i32());
    this.#at = { u0: f.v128(), u1: f.v128(), v0: f.v128(), v1: f.v128() };
    const target: PixelLook['target'] = paint === 'heat' ? 'counts' : 'colour';
    const look: PixelLook = { target, source: 'things', depth: 'none', hasGaps: true, canBlend: paint === 'luma' };
    this.#fetch = new TexelFetch(f, look, this.#row, this.#at);
    this.#seen = { low: f.v128(), high: f.v128() };
    this.#left = f.i32();
    this.#place = f.i32();
    this.#value = f.v128();
    this.#uneven = f.v128();
    this.#index = f.v128();
  }

  write(): ProgramFunction {
    const { bits, endRow, firstRow, isBlended, lumaAt, u, uDown, v, vDown } = this.#p;
    const { y } = this.#row;
    return this.#f.write(
      this.#row.bits.set(bits.get),
      this.#row.lumaAt.set(lumaAt.get),
      this.#row.isNear.set(isBlended.get),
      ...this.#fetch.prepare(),
      y.set(firstRow.get),
      forever(
        leaveIf(i32.ge(y.get, endRow.get)),
        ...this.#drawRow(),
        u.set(i32.add(u.get, uDown.get)),
        v.set(i32.add(v.get, vDown.get)),
        y.set(i32.add(y.get, k(1))),
      ),
    );
  }

  /** Log2 of the texels of a row. */
  get #widthBits(): number {
    return this.#paint === 'colours' ? TILE_BITS - 1 : TILE_BITS;
  }

  #drawRow(): Code[] {
    const { endColumn, firstColumn, start, u, uRight, v, vRight } = this.#p;
    const { u0, u1, v0, v1 } = this.#at;
    const spread = (first: Local, step: Local): Code =>
      i32x4.add(splat(first.get), i32x4.mul(FIRST_FOUR, splat(step.get)));
    const further = (from: Local, step: Local, pixels: number): Code =>
      i32x4.add(from.get, splat(i32.mul(step.get, k(pixels))));
    return [
      this.#place.set(i32.add(i32.add(start.get, i32.shl(this.#row.y.get, k(this.#widthBits))), firstColumn.get)),
      this.#left.set(i32.sub(endColumn.get, firstColumn.get)),
      u0.set(spread(u, uRight)),
      v0.set(spread(v, vRight)),
      forever(
        leaveIf(i32.le(this.#left.get, k(0))),
        this.#seen.low.set(i32x4.gt(splat(this.#left.get), FIRST_FOUR)),
        this.#seen.high.set(i32x4.gt(splat(this.#left.get), NEXT_FOUR)),
        u1.set(further(u0, uRight, 4)),
        v1.set(further(v0, vRight, 4)),
        ...this.#fetch.fetch(),
        ...this.#leaveGaps(),
        ...this.#roughen(),
        ...this.#store(),
        u0.set(further(u0, uRight, GROUP)),
        v0.set(further(v0, vRight, GROUP)),
        this.#place.set(i32.add(this.#place.get, k(GROUP))),
        this.#left.set(i32.sub(this.#left.get, k(GROUP))),
      ),
    ];
  }

  #leaveGaps(): Code[] {
    const { low, high } = this.#seen;
    const { texels } = this.#fetch;
    return [
      low.set(v128.and(low.get, i32x4.ne(i32x4.fromLow(texels.get), NONE))),
      high.set(v128.and(high.get, i32x4.ne(i32x4.fromHigh(texels.get), NONE))),
    ];
  }

  /** Light and dark patches, of 16 bits. */
  #roughen(): Code[] {
    const offset = i32.sub(this.#place.get, this.#p.start.get);
    const shift = { luma: 8, heat: 9, colours: 10 }[this.#paint];
    const patches = this.#paint === 'colours' ? this.#everySecond(offset) : v128.load64(offset, PLACE.uneven);
    const wide = this.#paint === 'colours' ? patches : i16x8.fromLowSignedBytes(patches);
    return [this.#uneven.set(i16x8.shr(i16x8.mul(wide, i16x8.splat(this.#p.unevenness.get)), k(shift)))];
  }

  /** Patches have the resolution of luma: of two rows and columns the first. */
  #everySecond(offset: Code): Code {
    const address = i32.add(i32.shl(offset, k(1)), i32.shl(this.#row.y.get, k(TILE_BITS)));
    return i16x8.shr(i16x8.shl(v128.load(address, PLACE.uneven), k(8)), k(8));
  }

  #store(): Code[] {
    const mask = i16x8.narrowSigned(this.#seen.low.get, this.#seen.high.get);
    const { texels } = this.#fetch;
    const rough = i16x8.add(texels.get, this.#uneven.get);
    if (this.#paint === 'heat') {
      const address = i32.shl(this.#place.get, k(1));
      const old = v128.load(address, PLACE.groundHeat);
      return [v128.store(address, v128.select(rough, old, mask), PLACE.groundHeat)];
    }
    if (this.#paint === 'colours') return this.#storeColours(mask);
    const limited = i16x8.max(i16x8.min(rough, i16x8.splat(k(LIGHTEST))), i16x8.splat(k(DARKEST)));
    return [
      this.#value.set(limited),
      v128.store64Lane(
        this.#place.get,
        PLACE.groundTexels,
        v128.select(
          i8x16.narrowUnsigned(this.#value.get, this.#value.get),
          v128.load64(this.#place.get, PLACE.groundTexels),
          i8x16.narrowSigned(mask, mask),
        ),
        0,
      ),
    ];
  }

  /** Dry patches are a little more yellow: less of Cb, more of Cr. */
  #storeColours(mask: Code): Code[] {
    const { u0, u1, v0, v1 } = this.#at;
    const { mask: columns, rows } = colourRows(this.#p.bits);
    const address = i32.shl(this.#place.get, k(1));
    const four = (u: Local, v: Local, firstLane: 0 | 4): Code[] => [
      this.#index.set(
        i32x4.shl(
          i32x4.add(
            splat(this.#p.chromaAt.get),
            v128.or(v128.and(i32x4.shr(v.get, k(10)), rows), v128.and(i32x4.shr(u.get, k(17)), columns)),
          ),
          k(1),
        ),
      ),
      ...[0, 1, 2, 3].map((lane) =>
        this.#value.set(
          v128.load16Lane(i32x4.lane(this.#index.get, lane), PLACE.colours, this.#value.get, firstLane + lane),
        ),
      ),
    ];
    const dry = i16x8.sub(i16x8.shl(this.#uneven.get, k(8)), this.#uneven.get);
    return [
      ...four(u0, v0, 0),
      ...four(u1, v1, 4),
      v128.store(
        address,
        v128.select(i16x8.add(this.#value.get, dry), v128.load(address, PLACE.groundColours), mask),
        PLACE.groundColours,
      ),
    ];
  }
}

function colourRows(bits: Local): { mask: Code; rows: Code } {
  const chromaBits = i32.sub(bits.get, k(1));
  const mask = splat(i32.sub(i32.shl(k(1), chromaBits), k(1)));
  return { mask, rows: i32x4.shl(mask, chromaBits) };
}
