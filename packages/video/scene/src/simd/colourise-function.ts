import { PLACE } from '../raster/memory.ts';
import { type Code, forever, i16x8, i32, leaveIf, v128, when } from '../wasm/instructions.ts';
import { ProgramFunction } from '../wasm/program.ts';
import { k } from './row.ts';

const GROUP = 8;
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const EVEN = [0, 2, 4, 6] as const;

/**
 * Converts a row of counts to colours by tables. Parameters: row, width, and start of the row in the noise table.
 * Writes beyond the last pixel of a row are overwritten by the next row.
 */
export function colouriseFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['y', 'width', 'noise']);
  const { y, width, noise } = f.parameters;
  const [x, out, chromaOut, isEven] = [f.i32(), f.i32(), f.i32(), f.i32()];
  const [counts, bytes] = [f.v128(), f.v128()];
  const noiseAt = i32.shl(i32.add(noise.get, x.get), k(1));
  const look = (lanes: readonly number[], table: number): Code[] =>
    lanes.map((lane, index) => bytes.set(v128.load8Lane(i16x8.lane(counts.get, lane), table, bytes.get, index)));
  const chroma = ([table, plane]: readonly [number, number]): Code[] => [
    ...look(EVEN, table),
    v128.store32Lane(chromaOut.get, plane, bytes.get, 0),
  ];
  return f.write(
    isEven.set(i32.eqz(i32.and(y.get, k(1)))),
    out.set(i32.mul(y.get, width.get)),
    chromaOut.set(i32.mul(i32.shr(y.get, k(1)), i32.shr(width.get, k(1)))),
    x.set(k(0)),
    forever(
      leaveIf(i32.ge(x.get, width.get)),
      counts.set(i16x8.add(v128.load(i32.shl(out.get, k(1)), PLACE.counts), v128.load(noiseAt, PLACE.noise))),
      ...look(EIGHT, PLACE.lumaOfCount),
      v128.store64Lane(out.get, PLACE.luma, bytes.get, 0),
      when(isEven.get, [...chroma([PLACE.cbOfCount, PLACE.cb]), ...chroma([PLACE.crOfCount, PLACE.cr])]),
      x.set(i32.add(x.get, k(GROUP))),
      out.set(i32.add(out.get, k(GROUP))),
      chromaOut.set(i32.add(chromaOut.get, k(GROUP / 2))),
    ),
  );
}
