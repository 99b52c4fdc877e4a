import { PLACE } from '../raster/memory.ts';
import { type Code, forever, i8x16, i16x8, i32, i32x4, leaveIf, v128 } from '../wasm/instructions.ts';
import { type Local, ProgramFunction } from '../wasm/program.ts';
import { k } from './row.ts';

/** Bytes of one list of the table: sixteen samples. */
export const LIST_BYTES = 64;
/** Columns, their first and second differences; rows and their difference: in 1/65,536 of a pixel, from segment to segment. */
export const LISTS = 5;
const QUAD_BYTES = 16;
/** Bytes of a segment, in planes of bytes and of counts alike. */
export const SEGMENT_BYTES = 16;
const LANES = [0, 1, 2, 3] as const;

interface ShutterPlanes {
  /** Source and target, bytes. */
  readonly planes: readonly (readonly [from: number, to: number])[];
  readonly kind: 'bytes' | 'counts';
}

/**
 * Mean of a row's samples: each is the picture shifted by a whole number of pixels. Parameters: first byte of the
 * source and of the target row; bytes of the row; source stride in bytes; quads of samples; log2 of their number;
 * start of the row in the noise table. The table advances to the end of the row. Writes beyond the last pixel of a row
 * are overwritten by the next row.
 */
export function shutterFunction(name: string, { planes, kind }: ShutterPlanes): ProgramFunction {
  const f = new ProgramFunction(name, ['from', 'to', 'length', 'stride', 'quads', 'bits', 'noise']);
  const { from, to, length, stride, quads, bits, noise } = f.parameters;
  const [x, quad, list, at] = [f.i32(), f.i32(), f.i32(), f.i32()];
  const [columns, rows, places, bytes] = [f.v128(), f.v128(), f.v128(), f.v128()];
  const sums = planes.map(() => [f.v128(), f.v128()] as const);
  const listAt = (index: number) => PLACE.shutter + index * LIST_BYTES;
  const load = (index: number): Code => v128.load(list.get, listAt(index));
  const isBytes = kind === 'bytes';
  const [add, low, high] = isBytes
    ? [i16x8.add, i16x8.fromLowBytes, i16x8.fromHighBytes]
    : [i32x4.add, i32x4.fromLow, i32x4.fromHigh];
  const rounded = (sum: Local): Code => {
    const half = i32.shr(i32.shl(k(1), bits.get), k(1));
    return isBytes
      ? i16x8.shru(i16x8.add(sum.get, i16x8.splat(half)), bits.get)
      : i32x4.shr(i32x4.add(sum.get, i32x4.splat(half)), bits.get);
  };
  const noiseAt = i32.shl(i32.add(noise.get, x.get), k(1));
  const noisy = (sum: Local, part: 0 | 1): Code => i16x8.add(rounded(sum), v128.load(noiseAt, PLACE.grain + 16 * part));
  const packed = ([first, second]: readonly [Local, Local]): Code =>
    isBytes
      ? inVideoRange(i8x16.narrowUnsigned(noisy(first, 0), noisy(second, 1)))
      : i16x8.narrowUnsigned(rounded(first), rounded(second));
  const sample = (lane: number): Code[] => [
    at.set(i32.add(i32.add(from.get, x.get), i32x4.lane(places.get, lane))),
    ...planes.flatMap(([source], index) => {
      const [first, second] = sums[index] as readonly [Local, Local];
      return [
        bytes.set(v128.load(at.get, source)),
        first.set(add(first.get, low(bytes.get))),
        second.set(add(second.get, high(bytes.get))),
      ];
    }),
  ];
  const whole = (value: Local): Code => i32x4.shr(value.get, k(16));
  const nothing = sixteen(0);
  return f.write(
    x.set(k(0)),
    forever(
      leaveIf(i32.ge(x.get, length.get)),
      ...sums.flat().map((sum) => sum.set(nothing)),
      quad.set(k(0)),
      forever(
        leaveIf(i32.ge(quad.get, quads.get)),
        list.set(i32.mul(quad.get, k(QUAD_BYTES))),
        columns.set(load(0)),
        rows.set(load(3)),
        places.set(i32x4.shl(whole(columns), k(isBytes ? 0 : 1))),
        places.set(i32x4.add(i32x4.mul(whole(rows), i32x4.splat(stride.get)), places.get)),
        v128.store(list.get, i32x4.add(columns.get, load(1)), listAt(0)),
        v128.store(list.get, i32x4.add(load(1), load(2)), listAt(1)),
        v128.store(list.get, i32x4.add(rows.get, load(4)), listAt(3)),
        ...LANES.flatMap(sample),
        quad.set(i32.add(quad.get, k(1))),
      ),
      ...planes.map(([, target], index) =>
        v128.store(i32.add(to.get, x.get), packed(sums[index] as readonly [Local, Local]), target),
      ),
      x.set(i32.add(x.get, k(SEGMENT_BYTES))),
    ),
  );
}

const sixteen = (value: number): Code => v128.const(new Array<number>(16).fill(value));
/** The limited range of video. */
export const BLACK = sixteen(16);
export const WHITE = sixteen(235);
const inVideoRange = (bytes: Code): Code => i8x16.max(i8x16.min(bytes, WHITE), BLACK);
