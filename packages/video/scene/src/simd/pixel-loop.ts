import { PLACE } from '../raster/memory.ts';
import { type Code, forever, i32, i32x4, leaveIf, v128, when } from '../wasm/instructions.ts';
import type { Local, ProgramFunction } from '../wasm/program.ts';
import { type PixelMask, PixelWrites } from './pixel-writes.ts';
import { FIRST_FOUR, four, k, NEXT_FOUR, NONE, type PixelLook, type PixelRow, word } from './row.ts';
import { type Coordinates, TexelFetch } from './texel-fetch.ts';

const ALL = four(-1, -1, -1, -1);
const GROUP = 8;
const { splat } = i32x4;

/**
 * Draws the pixels of a row, eight at a time: pixels of a partial group outside the row are rewritten unchanged. On
 * even rows, groups of a colour picture start at even columns, so that every second pixel has its chroma.
 */
export class PixelLoop {
  readonly #look: PixelLook;
  readonly #row: PixelRow;
  readonly #at: Coordinates;
  readonly #uStep: Local;
  readonly #vStep: Local;
  readonly #near: { readonly low: Local; readonly high: Local; readonly step: Local };
  readonly #far: { readonly low: Local; readonly high: Local };
  readonly #seen: PixelMask;
  readonly #out: Local;
  readonly #chromaOut: Local;
  readonly #left: Local;
  /** Pixels at the begin of the first group that do not belong to the row: 0 or 1. */
  readonly #skip: Local;
  readonly #isEven: Local;
  readonly #fetch: TexelFetch;
  readonly #writes: PixelWrites;

  constructor(f: ProgramFunction, look: PixelLook, row: PixelRow) {
    this.#look = look;
    this.#row = row;
    this.#at = { u0: f.v128(), u1: f.v128(), v0: f.v128(), v1: f.v128() };
    this.#uStep = f.v128();
    this.#vStep = f.v128();
    this.#near = { low: f.v128(), high: f.v128(), step: f.v128() };
    this.#far = { low: f.v128(), high: f.v128() };
    this.#seen = { low: f.v128(), high: f.v128() };
    this.#out = f.i32();
    this.#chromaOut = f.i32();
    this.#left = f.i32();
    this.#skip = f.i32();
    this.#isEven = f.i32();
    this.#fetch = new TexelFetch(f, look, row, this.#at);
    this.#writes = new PixelWrites(f, look, row, this.#fetch.texels);
  }

  get #hasDepth(): boolean {
    return this.#look.depth !== 'none';
  }

  get #isColour(): boolean {
    return this.#look.target === 'colour';
  }

  /** Needed after each change of light or mip level, before the next row. */
  prepare(): Code {
    return [...this.#fetch.prepare(), ...this.#writes.prepare()];
  }

  drawRow(): Code {
    const draw = this.#draw();
    const isAnySeen = v128.any(v128.or(this.#seen.low.get, this.#seen.high.get));
    const loop = forever(
      leaveIf(i32.le(this.#left.get, k(0))),
      ...(this.#hasDepth ? [...this.#see(), when(isAnySeen, draw)] : draw),
      ...this.#advance(),
    );
    return [...this.#start(), loop];
  }

  #start(): Code[] {
    const { count, du, dv, near, nearStep, ui, vi, x, y } = this.#row;
    const skip = this.#skip;
    const firstX = i32.sub(x.get, skip.get);
    const spread = (first: Local, step: Local): Code =>
      i32x4.add(splat(first.get), i32x4.mul(FIRST_FOUR, splat(step.get)));
    const back = (first: Local, step: Local): Code => first.set(i32.sub(first.get, i32.mul(skip.get, step.get)));
    return [
      this.#isEven.set(i32.eqz(i32.and(y.get, k(1)))),
      skip.set(this.#isColour ? i32.and(this.#isEven.get, x.get) : k(0)),
      this.#out.set(i32.add(i32.mul(y.get, word('width')), firstX)),
      this.#chromaOut.set(i32.add(i32.mul(i32.shr(y.get, k(1)), i32.shr(word('width'), k(1))), i32.shr(firstX, k(1)))),
      this.#left.set(i32.add(count.get, skip.get)),
      back(ui, du),
      back(vi, dv),
      back(near, nearStep),
      this.#at.u0.set(spread(ui, du)),
      this.#at.v0.set(spread(vi, dv)),
      this.#near.low.set(spread(near, nearStep)),
      this.#uStep.set(splat(i32.shl(du.get, k(2)))),
      this.#vStep.set(splat(i32.shl(dv.get, k(2)))),
      this.#near.step.set(splat(i32.shl(nearStep.get, k(2)))),
    ];
  }

  /** Whether some pixels of the group are not in the row: those at its ends. */
  get #isPartial(): Code {
    return i32.or(this.#skip.get, i32.lt(this.#left.get, k(GROUP)));
  }

  /** Which pixels of a partial group are in the row. */
  #limit(): Code[] {
    return [
      this.#seen.low.set(
        v128.and(
          i32x4.gt(FIRST_FOUR, splat(i32.sub(this.#skip.get, k(1)))),
          i32x4.gt(splat(this.#left.get), FIRST_FOUR),
        ),
      ),
      this.#seen.high.set(i32x4.gt(splat(this.#left.get), NEXT_FOUR)),
      this.#skip.set(k(0)),
    ];
  }

  #limitToRow(): Code[] {
    return [this.#seen.low.set(ALL), this.#seen.high.set(ALL), when(this.#isPartial, this.#limit())];
  }

  /** Which pixels of the group are in the row and visible. */
  #see(): Code[] {
    const { low, high } = this.#seen;
    const address = i32.shl(this.#out.get, k(2));
    return [
      ...this.#limitToRow(),
      this.#near.high.set(i32x4.add(this.#near.low.get, this.#near.step.get)),
      this.#far.low.set(v128.load(address, PLACE.depth)),
      this.#far.high.set(v128.load(address, PLACE.depth + 16)),
      low.set(v128.and(low.get, i32x4.gt(this.#near.low.get, this.#far.low.get))),
      high.set(v128.and(high.get, i32x4.gt(this.#near.high.get, this.#far.high.get))),
    ];
  }

  #draw(): Code[] {
    const { u0, u1, v0, v1 } = this.#at;
    return [
      u1.set(i32x4.add(u0.get, this.#uStep.get)),
      v1.set(i32x4.add(v0.get, this.#vStep.get)),
      ...this.#fetch.fetch(),
      ...(this.#look.hasGaps && !this.#hasDepth ? this.#limitToRow() : []),
      ...(this.#look.hasGaps ? this.#leaveGaps() : []),
      ...(this.#look.depth === 'solid' ? this.#hide() : []),
      ...(this.#look.depth === 'smoke'
        ? [this.#writes.measureSmoke(), when(v128.any(this.#fetch.texels.get), this.#write(this.#seen))]
        : this.#writeTexels()),
    ];
  }

  #writeTexels(): Code[] {
    return [
      ...(this.#hasDepth || this.#look.hasGaps
        ? this.#write(this.#seen)
        : // Long rows, nearly all of them whole groups, which need no masks.
          [when(this.#isPartial, [...this.#limit(), ...this.#write(this.#seen)], this.#write())]),
    ];
  }

  #write(seen?: PixelMask): Code[] {
    if (!this.#isColour) return this.#writes.counts(this.#out, seen);
    return [
      ...this.#writes.luma(this.#out, seen),
      when(this.#isEven.get, this.#writes.chroma(this.#chromaOut, seen, this.#at)),
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

  #hide(): Code[] {
    const address = i32.shl(this.#out.get, k(2));
    const nearer = (half: 'low' | 'high'): Code =>
      v128.select(this.#near[half].get, this.#far[half].get, this.#seen[half].get);
    return [v128.store(address, nearer('low'), PLACE.depth), v128.store(address, nearer('high'), PLACE.depth + 16)];
  }

  #advance(): Code[] {
    const eight = (place: Local, step: Local): Code => place.set(i32x4.add(place.get, i32x4.shl(step.get, k(1))));
    return [
      eight(this.#at.u0, this.#uStep),
      eight(this.#at.v0, this.#vStep),
      ...(this.#hasDepth ? [eight(this.#near.low, this.#near.step)] : []),
      this.#out.set(i32.add(this.#out.get, k(GROUP))),
      this.#chromaOut.set(i32.add(this.#chromaOut.get, k(GROUP / 2))),
      this.#left.set(i32.sub(this.#left.get, k(GROUP))),
    ];
  }
}
