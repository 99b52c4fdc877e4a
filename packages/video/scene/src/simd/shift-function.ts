import { PLACE } from '../raster/memory.ts';
import { type Code, forever, i8x16, i16x8, i32, leaveIf, v128 } from '../wasm/instructions.ts';
import { type Local, ProgramFunction } from '../wasm/program.ts';
import { k } from './row.ts';
import { BLACK, LIST_BYTES, SEGMENT_BYTES, WHITE } from './shutter-function.ts';

const PARAMETERS = ['from', 'to', 'length', 'stride', 'part', 'noise'] as const;
type ShiftFunction = ProgramFunction<(typeof PARAMETERS)[number]>;

/** Source and target of a plane, bytes. */
type ShiftedPlane = readonly [from: number, to: number];

const HALF_BYTES = SEGMENT_BYTES / 2;

/**
 * Shifts a row by parts of a pixel, between four pixels. Parameters: first byte of the source and of the target row; bytes of
 * the row; source stride in bytes; bytes of a part, all of which are shifted as its middle is; start of the row in the noise
 * table. The first sample of the shutter's table says by how much, from part to part. Writes beyond the last pixel of a row
 * are overwritten by the next row.
 * @param hasNoise false: none is added, as by day
 */
export function shiftFunction(name: string, planes: readonly ShiftedPlane[], hasNoise: boolean): ProgramFunction {
  const f = new ProgramFunction(name, PARAMETERS);
  return f.write(...new ShiftWriter(f, planes, hasNoise).code());
}

class ShiftWriter {
  readonly #planes: readonly ShiftedPlane[];
  readonly #hasNoise: boolean;
  readonly #p: ShiftFunction['parameters'];
  /** Columns, their first and second differences; rows and their difference: in 1/65,536 of a pixel, from part to part. */
  readonly #lists: readonly [Local, Local, Local, Local, Local];
  readonly #x: Local;
  readonly #stop: Local;
  /** Offsets of the upper left of the four pixels and of the one below it, from the first byte of a part. */
  readonly #upper: Local;
  readonly #lower: Local;
  /** Weights of 256: of the pixels to the right, of those below, and of the one that is both. */
  readonly #right: Local;
  readonly #down: Local;
  readonly #both: Local;
  readonly #shares: readonly Local[];
  readonly #low: Local;
  readonly #high: Local;
  /** Constants, made once: the compiler would make one in place of its use for each segment. */
  readonly #half: Local;
  readonly #black: Local;
  readonly #white: Local;

  constructor(f: ShiftFunction, planes: readonly ShiftedPlane[], hasNoise: boolean) {
    this.#planes = planes;
    this.#hasNoise = hasNoise;
    this.#p = f.parameters;
    this.#lists = [f.i32(), f.i32(), f.i32(), f.i32(), f.i32()];
    [this.#x, this.#stop, this.#upper, this.#lower] = [f.i32(), f.i32(), f.i32(), f.i32()];
    [this.#right, this.#down, this.#both] = [f.i32(), f.i32(), f.i32()];
    this.#shares = [f.v128(), f.v128(), f.v128(), f.v128()];
    [this.#low, this.#high] = [f.v128(), f.v128()];
    [this.#half, this.#black, this.#white] = [f.v128(), f.v128(), f.v128()];
  }

  code(): Code[] {
    const x = this.#x;
    return [
      ...this.#lists.map((list, index) => list.set(i32.load(k(0), PLACE.shutter + index * LIST_BYTES))),
      this.#half.set(i16x8.splat(k(128))),
      this.#black.set(BLACK),
      this.#white.set(WHITE),
      x.set(k(0)),
      forever(
        leaveIf(i32.ge(x.get, this.#p.length.get)),
        ...this.#place(),
        ...this.#share(),
        this.#stop.set(i32.add(x.get, this.#p.part.get)),
        forever(
          leaveIf(i32.ge(x.get, this.#stop.get)),
          ...this.#planes.flatMap((plane) => this.#segment(plane)),
          x.set(i32.add(x.get, k(SEGMENT_BYTES))),
        ),
        ...this.#advance(),
      ),
    ];
  }

  #place(): Code[] {
    const [columns, , , rows] = this.#lists;
    const whole = (value: Local): Code => i32.shr(value.get, k(16));
    return [
      this.#upper.set(i32.add(i32.add(this.#p.from.get, whole(columns)), i32.mul(whole(rows), this.#p.stride.get))),
      this.#lower.set(i32.add(this.#upper.get, this.#p.stride.get)),
    ];
  }

  #share(): Code[] {
    const [columns, , , rows] = this.#lists;
    const share = (value: Local): Code => i32.and(i32.shr(value.get, k(8)), k(255));
    const [right, down, both] = [this.#right.get, this.#down.get, this.#both.get];
    const shares = [
      i32.add(i32.sub(i32.sub(k(256), right), down), both),
      i32.sub(right, both),
      i32.sub(down, both),
      both,
    ];
    return [
      this.#right.set(share(columns)),
      this.#down.set(share(rows)),
      this.#both.set(i32.shr(i32.add(i32.mul(right, down), k(128)), k(8))),
      ...shares.map((value, index) => (this.#shares[index] as Local).set(i16x8.splat(value))),
    ];
  }

  #segment([source, target]: ShiftedPlane): Code[] {
    const bytes = i8x16.narrowUnsigned(this.#noisy(this.#low, 0), this.#noisy(this.#high, 1));
    const inRange = i8x16.max(i8x16.min(bytes, this.#white.get), this.#black.get);
    return [
      this.#low.set(this.#mean(source)),
      this.#high.set(this.#mean(source + HALF_BYTES)),
      v128.store(i32.add(this.#p.to.get, this.#x.get), inRange, target),
    ];
  }

  /** Mean of four pixels by their shares, for eight pixels. */
  #mean(source: number): Code {
    const pixels = [this.#upper, this.#lower].flatMap((row) =>
      [0, 1].map((right) => v128.loadEightBytes(i32.add(row.get, this.#x.get), source + right)),
    );
    return pixels.reduce(
      (sum, pixel, index) => i16x8.add(sum, i16x8.mul(pixel, (this.#shares[index] as Local).get)),
      this.#half.get,
    );
  }

  #noisy(sum: Local, half: 0 | 1): Code {
    const mean = i16x8.shru(sum.get, k(8));
    if (!this.#hasNoise) return mean;
    const noiseAt = i32.shl(i32.add(this.#p.noise.get, this.#x.get), k(1));
    return i16x8.add(mean, v128.load(noiseAt, PLACE.grain + SEGMENT_BYTES * half));
  }

  #advance(): Code[] {
    const [columns, columnStep, columnBend, rows, rowStep] = this.#lists;
    return [
      columns.set(i32.add(columns.get, columnStep.get)),
      columnStep.set(i32.add(columnStep.get, columnBend.get)),
      rows.set(i32.add(rows.get, rowStep.get)),
    ];
  }
}
