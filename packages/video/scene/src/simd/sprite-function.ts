import { type Code, choose, f64, forever, i32, leaveIf, when } from '../wasm/instructions.ts';
import { type Local, ProgramFunction } from '../wasm/program.ts';
import { faceLight, smokeLight } from './light.ts';
import { PixelLoop } from './pixel-loop.ts';
import { double, k, type PixelLook, type PixelRow, ratio, startRow, word } from './row.ts';
import { wordAt } from './state.ts';

const { add, ceil, div, fromI32, mul, sqrt, sub } = f64;
const middle = (place: Local): Code => add(fromI32(place.get), ratio(0.5));

/** Draws a round billboard at one depth, row by row: aimSpriteRow of surface.ts, and the pixels. */
export function spriteFunction(name: string, look: PixelLook): ProgramFunction {
  const f = new ProgramFunction(name, []);
  const row = startRow(f, f.i32());
  const { bits, chromaAt, isNear, lumaAt, y } = row;
  const pixels = new PixelLoop(f, { ...look, isUpright: true }, row);
  return f.write(
    y.set(word('firstRow')),
    bits.set(i32.sub(word('bits'), word('level'))),
    lumaAt.set(i32.load(i32.shl(word('level'), k(2)), wordAt('lumaAt'))),
    chromaAt.set(i32.load(i32.shl(word('level'), k(2)), wordAt('chromaAt'))),
    isNear.set(word('isNear')),
    ...(look.depth === 'smoke' ? smokeLight(look, row) : faceLight(look, row, word('left'))),
    pixels.prepare(),
    forever(
      leaveIf(i32.ge(y.get, word('endRow'))),
      ...aimRow(f, row),
      when(i32.gt(row.count.get, k(0)), [pixels.drawRow()]),
      y.set(i32.add(y.get, k(1))),
    ),
  );
}

/** Span of a row inside the circle and the picture. */
function aimRow(f: ProgramFunction, { count, du, dv, near, nearStep, ui, vi, x, y }: PixelRow): Code[] {
  const [down, half] = [f.f64(), f.f64()];
  const end = f.i32();
  const edge = (offset: Code): Code =>
    i32.fromF64(ceil(sub(add(add(double('spriteLeft'), double('radiusX')), offset), ratio(0.5))));
  const texel = (place: Local, from: 'spriteLeft' | 'spriteTop', step: 'du' | 'dv'): Code =>
    i32.fromF64(mul(sub(middle(place), double(from)), fromI32(word(step))));
  return [
    down.set(sub(div(sub(middle(y), double('spriteTop')), double('radiusY')), ratio(1))),
    half.set(mul(double('radiusX'), sqrt(sub(ratio(1), mul(down.get, down.get))))),
    x.set(edge(mul(half.get, ratio(-1)))),
    x.set(choose(x.get, k(0), i32.gt(x.get, k(0)))),
    end.set(edge(half.get)),
    end.set(choose(end.get, word('width'), i32.lt(end.get, word('width')))),
    count.set(i32.sub(end.get, x.get)),
    du.set(word('du')),
    dv.set(k(0)),
    near.set(word('near')),
    nearStep.set(k(0)),
    ui.set(texel(x, 'spriteLeft', 'du')),
    vi.set(texel(y, 'spriteTop', 'dv')),
  ];
}
