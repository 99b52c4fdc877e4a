import { PLACE } from '../raster/memory.ts';
import {
  BLEND_BELOW,
  BLUR,
  FOG_STEPS,
  LEAST_INVERSE_DEPTH,
  LEVEL_CHANGE,
  LONG_SEGMENT,
  SEGMENT,
  WHOLE,
} from '../raster/perspective.ts';
import { DEPTH_ONE } from '../raster/planes.ts';
import { PER_COLUMN, PER_ROW } from '../raster/surface.ts';
import { type Code, choose, f64, forever, i32, i32x4, leaveIf, v128, when } from '../wasm/instructions.ts';
import { type Local, ProgramFunction } from '../wasm/program.ts';
import { faceLight, skyLight } from './light.ts';
import { PixelLoop } from './pixel-loop.ts';
import { double, k, type PixelLook, type PixelRow, ratio, startRow, word } from './row.ts';
import { wordAt } from './state.ts';

export interface SpanLook extends PixelLook {
  readonly isSky: boolean;
}

const { add, div, fromI32, lt, max, min, mul, sub } = f64;
const smaller = (a: Code, b: Code): Code => choose(a, b, i32.lt(a, b));

/** Draws a span from `start` up to `end` in row `y`: startSpan and nextSegment of surface.ts, and the pixels. */
export function spanFunction(name: string, look: SpanLook): ProgramFunction {
  const f = new ProgramFunction(name, ['y', 'start', 'end']);
  const { y, start, end } = f.parameters;
  return f.write(...new SpanWriter(f, look, { y, start, end }).code());
}

/** Draws the rows of a face from `first` up to, not including, `last`: FacePainter's spans in one call. */
export function rowsFunction(name: string, look: SpanLook): ProgramFunction {
  const f = new ProgramFunction(name, ['y', 'last']);
  const { y, last } = f.parameters;
  const [start, end] = [f.i32(), f.i32()];
  const [left, right] = [f.f64(), f.f64()];
  const side = (place: number): Code => f64.load(i32.shl(y.get, k(3)), place);
  const pixelFrom = (place: Local): Code => i32.fromF64(f64.ceil(sub(place.get, ratio(0.5))));
  const span = new SpanWriter(f, look, { y, start, end }).code();
  const hidden = new HiddenRow(f, { y, start, end });
  return f.write(
    forever(
      leaveIf(i32.ge(y.get, last.get)),
      left.set(min(side(PLACE.sideA), side(PLACE.sideB))),
      right.set(max(side(PLACE.sideA), side(PLACE.sideB))),
      start.set(pixelFrom(left)),
      start.set(choose(start.get, k(0), i32.gt(start.get, k(0)))),
      end.set(smaller(pixelFrom(right), word('width'))),
      when(
        i32.lt(start.get, end.get),
        look.depth === 'solid' ? [...hidden.measure(), when(hidden.isSeen, span)] : span,
      ),
      y.set(i32.add(y.get, k(1))),
    ),
  );
}

/** Variables that select the pixels. */
interface PixelSpan {
  readonly y: Local;
  readonly start: Local;
  readonly end: Local;
}

/** Most by which the steps of depth from pixel to pixel fall short of the plane: each is cut to a whole number. */
const CUT = LONG_SEGMENT + 2;

/** Finds rows hidden by nearer objects: a third of those of the town, which then need no perspective. */
class HiddenRow {
  readonly #span: PixelSpan;
  /** Upper bound of the depths of the row. */
  readonly #nearest: Local;
  readonly #at: Local;
  readonly #stop: Local;

  constructor(f: ProgramFunction, span: PixelSpan) {
    this.#span = span;
    this.#nearest = f.i32();
    this.#at = f.i32();
    this.#stop = f.i32();
  }

  /** Advances to the first four pixels that may be visible. */
  measure(): Code[] {
    const { end, start, y } = this.#span;
    const inverseDepth = (x: Local): Code =>
      add(add(double(0), mul(double(1), fromI32(x.get))), mul(double(2), add(fromI32(y.get), ratio(0.5))));
    const first = i32.mul(y.get, word('width'));
    const place = (x: Local): Code => i32.shl(i32.add(first, x.get), k(2));
    const isAnySeen = v128.any(i32x4.gt(i32x4.splat(this.#nearest.get), v128.load(this.#at.get, PLACE.depth)));
    const most = max(ratio(LEAST_INVERSE_DEPTH), max(inverseDepth(start), inverseDepth(end)));
    return [
      this.#nearest.set(i32.add(word('ground'), i32.add(i32.fromF64(mul(most, ratio(DEPTH_ONE))), k(CUT)))),
      this.#at.set(place(start)),
      this.#stop.set(place(end)),
      forever(
        leaveIf(i32.ge(this.#at.get, this.#stop.get)),
        leaveIf(isAnySeen),
        this.#at.set(i32.add(this.#at.get, k(16))),
      ),
    ];
  }

  get isSeen(): Code {
    return i32.lt(this.#at.get, this.#stop.get);
  }
}

class SpanWriter {
  readonly #f: ProgramFunction;
  readonly #look: SpanLook;
  readonly #row: PixelRow;
  readonly #start: Local;
  readonly #end: Local;
  /** Inverse depth, texture coordinates times it, and depth and coordinates themselves: where the next segment begins. */
  readonly #iz: Local;
  readonly #uz: Local;
  readonly #vz: Local;
  readonly #z: Local;
  readonly #u: Local;
  readonly #v: Local;
  readonly #segment: Local;
  readonly #isWhole: Local;

  constructor(f: ProgramFunction, look: SpanLook, { y, start, end }: PixelSpan) {
    this.#f = f;
    this.#look = look;
    this.#row = startRow(f, y);
    this.#start = start;
    this.#end = end;
    this.#iz = f.f64();
    this.#uz = f.f64();
    this.#vz = f.f64();
    this.#z = f.f64();
    this.#u = f.f64();
    this.#v = f.f64();
    this.#segment = f.i32();
    this.#isWhole = f.i32();
  }

  code(): Code[] {
    const { count, x } = this.#row;
    const steep = this.#f.i32();
    const pixels = new PixelLoop(this.#f, this.#look, this.#row);
    const segment: Code[] = [
      leaveIf(i32.ge(x.get, this.#end.get)),
      ...this.#measureSegment(),
      ...(this.#look.isSky ? [steep.set(smaller(i32.fromF64(mul(this.#iz.get, double('skySteps'))), k(255)))] : []),
      ...this.#stepSegment(),
      ...(this.#look.isSky ? skyLight(this.#look, this.#row, steep) : []),
      pixels.prepare(),
      pixels.drawRow(),
      x.set(i32.add(x.get, count.get)),
    ];
    return [...this.#begin(), x.set(this.#start.get), forever(...segment)];
  }

  #begin(): Code[] {
    const { y } = this.#row;
    const middle = (place: Local): Code => add(fromI32(place.get), ratio(0.5));
    const linear = (first: number): Code =>
      add(add(double(first), mul(double(first + 1), middle(this.#start))), mul(double(first + 2), middle(y)));
    return [
      this.#iz.set(max(ratio(LEAST_INVERSE_DEPTH), linear(0))),
      this.#uz.set(linear(3)),
      this.#vz.set(linear(6)),
      ...this.#divide(),
      ...this.#chooseLength(),
    ];
  }

  #divide(): Code[] {
    return [
      this.#z.set(div(ratio(1), this.#iz.get)),
      this.#u.set(mul(this.#uz.get, this.#z.get)),
      this.#v.set(mul(this.#vz.get, this.#z.get)),
    ];
  }

  #chooseLength(): Code[] {
    const [change, least] = [this.#f.f64(), this.#f.f64()];
    const pixels = i32.sub(this.#end.get, this.#start.get);
    const changesLess = (factor: number): Code =>
      lt(mul(change.get, ratio(LONG_SEGMENT)), mul(ratio(factor), least.get));
    return [
      change.set(f64.abs(double(1))),
      least.set(min(this.#iz.get, add(this.#iz.get, mul(double(1), fromI32(pixels))))),
      this.#segment.set(
        choose(
          k(LONG_SEGMENT),
          choose(k(LONG_SEGMENT / 4), k(SEGMENT), changesLess(4 * LEVEL_CHANGE)),
          changesLess(LEVEL_CHANGE),
        ),
      ),
      this.#isWhole.set(
        i32.and(
          i32.le(pixels, k(LONG_SEGMENT)),
          lt(mul(mul(change.get, fromI32(pixels)), fromI32(pixels)), mul(ratio(WHOLE), least.get)),
        ),
      ),
    ];
  }

  /** Number of pixels of the next segment. */
  #measureSegment(): Code[] {
    const { count, x } = this.#row;
    const most = this.#f.i32();
    return [
      count.set(i32.sub(this.#end.get, x.get)),
      when(i32.eqz(this.#isWhole.get), [
        most.set(i32.sub(this.#segment.get, i32.and(x.get, i32.sub(this.#segment.get, k(1))))),
        count.set(smaller(most.get, count.get)),
      ]),
    ];
  }

  #stepSegment(): Code[] {
    const f = this.#f;
    const { count, near, nearStep } = this.#row;
    const [zStart, uStart, vStart, middle] = [f.f64(), f.f64(), f.f64(), f.f64()];
    const advance = (value: Local, step: number): Code =>
      value.set(add(value.get, mul(double(step), fromI32(count.get))));
    return [
      zStart.set(this.#z.get),
      uStart.set(this.#u.get),
      vStart.set(this.#v.get),
      near.set(i32.add(word('ground'), i32.fromF64(mul(this.#iz.get, ratio(DEPTH_ONE))))),
      nearStep.set(i32.fromF64(mul(double(1), ratio(DEPTH_ONE)))),
      advance(this.#iz, 1),
      this.#iz.set(max(ratio(LEAST_INVERSE_DEPTH), this.#iz.get)),
      advance(this.#uz, 4),
      advance(this.#vz, 7),
      ...this.#divide(),
      middle.set(mul(ratio(0.5), add(zStart.get, this.#z.get))),
      ...this.#setLevel(middle),
      ...this.#setCoordinates(uStart, vStart),
      ...(this.#look.isSky ? [] : this.#setLight(middle)),
    ];
  }

  #setLevel(middle: Local): Code[] {
    const { bits, chromaAt, isNear, lumaAt } = this.#row;
    const area = this.#f.f64();
    const level = this.#f.i32();
    const wanted = i32.fromF64(min(mul(area.get, ratio(BLUR)), ratio(1e9)));
    return [
      area.set(mul(mul(mul(double('footprint'), middle.get), middle.get), middle.get)),
      isNear.set(lt(area.get, ratio(BLEND_BELOW))),
      level.set(i32.shr(i32.sub(k(32), i32.clz(wanted)), k(1))),
      level.set(smaller(level.get, i32.sub(word('bits'), k(1)))),
      bits.set(i32.sub(word('bits'), level.get)),
      lumaAt.set(i32.load(i32.shl(level.get, k(2)), wordAt('lumaAt'))),
      chromaAt.set(i32.load(i32.shl(level.get, k(2)), wordAt('chromaAt'))),
    ];
  }

  #setCoordinates(uStart: Local, vStart: Local): Code[] {
    const { bits, count, du, dv, ui, vi } = this.#row;
    const [per, share] = [this.#f.f64(), this.#f.f64()];
    const perPixel = (from: Local, to: Local): Code => i32.fromF64(mul(mul(sub(to.get, from.get), per.get), share.get));
    return [
      share.set(div(ratio(1), fromI32(count.get))),
      per.set(fromI32(i32.shl(k(PER_COLUMN), bits.get))),
      ui.set(i32.fromF64(mul(uStart.get, per.get))),
      du.set(perPixel(uStart, this.#u)),
      per.set(fromI32(i32.shl(k(PER_ROW), i32.shl(bits.get, k(1))))),
      vi.set(i32.fromF64(mul(vStart.get, per.get))),
      dv.set(perPixel(vStart, this.#v)),
    ];
  }

  #setLight(middle: Local): Code[] {
    const left = this.#f.i32();
    const step = smaller(i32.fromF64(mul(middle.get, double('stepsPerM'))), k(FOG_STEPS - 1));
    return [left.set(i32.load(i32.shl(step, k(2)), PLACE.haze)), ...faceLight(this.#look, this.#row, left.get)];
  }
}
