import { TILE_BITS } from '../raster/ground-texels.ts';
import { PLACE } from '../raster/memory.ts';
import { type Code, forever, i8x16, i16x8, i32, i32x4, leaveIf, v128, when } from '../wasm/instructions.ts';
import { ProgramFunction } from '../wasm/program.ts';
import { FIRST_FOUR, k, NEXT_FOUR } from './row.ts';

const GROUP = 8;
const { splat } = i32x4;

/**
 * Luma of the next mip level: means of four texels. Parameters: start of a level, start of the next, width of the
 * next.
 */
export function halveLumaFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['from', 'to', 'size']);
  const { from, to, size } = f.parameters;
  const [row, column, upper, out] = [f.i32(), f.i32(), f.i32(), f.i32()];
  const pairs = (address: Code): Code => i16x8.addPairsOfBytes(v128.load(address, PLACE.groundTexels));
  const sum = i16x8.add(pairs(upper.get), pairs(i32.add(upper.get, i32.shl(size.get, k(1)))));
  const mean = f.v128();
  return f.write(
    row.set(k(0)),
    upper.set(from.get),
    out.set(to.get),
    forever(
      leaveIf(i32.ge(row.get, size.get)),
      column.set(k(0)),
      forever(
        leaveIf(i32.ge(column.get, size.get)),
        mean.set(i16x8.shru(i16x8.add(sum, i16x8.splat(k(2))), k(2))),
        v128.store64Lane(out.get, PLACE.groundTexels, i8x16.narrowUnsigned(mean.get, mean.get), 0),
        upper.set(i32.add(upper.get, k(2 * GROUP))),
        out.set(i32.add(out.get, k(GROUP))),
        column.set(i32.add(column.get, k(GROUP))),
      ),
      // Skips the row below, which is done.
      upper.set(i32.add(upper.get, i32.shl(size.get, k(1)))),
      row.set(i32.add(row.get, k(1))),
    ),
  );
}

/** Cb and Cr of two colours, so that neighbours can be added. */
const BY_KIND = [0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15];

/** As `halveLumaFunction`, for colours: four of the next level at a time. */
export function halveColoursFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['from', 'to', 'size']);
  const { from, to, size } = f.parameters;
  const [row, column, upper, out] = [f.i32(), f.i32(), f.i32(), f.i32()];
  const colours = f.v128();
  const pairs = (address: Code): Code[] => [
    colours.set(v128.load(i32.shl(address, k(1)), PLACE.groundColours)),
    colours.set(i16x8.addPairsOfBytes(v128.shuffle(colours.get, colours.get, BY_KIND))),
  ];
  const sum = f.v128();
  return f.write(
    row.set(k(0)),
    upper.set(from.get),
    out.set(to.get),
    forever(
      leaveIf(i32.ge(row.get, size.get)),
      column.set(k(0)),
      forever(
        leaveIf(i32.ge(column.get, size.get)),
        ...pairs(upper.get),
        sum.set(colours.get),
        ...pairs(i32.add(upper.get, i32.shl(size.get, k(1)))),
        sum.set(i16x8.shru(i16x8.add(i16x8.add(sum.get, colours.get), i16x8.splat(k(2))), k(2))),
        v128.store64Lane(i32.shl(out.get, k(1)), PLACE.groundColours, i8x16.narrowUnsigned(sum.get, sum.get), 0),
        upper.set(i32.add(upper.get, k(GROUP))),
        out.set(i32.add(out.get, k(GROUP / 2))),
        column.set(i32.add(column.get, k(GROUP / 2))),
      ),
      upper.set(i32.add(upper.get, i32.shl(size.get, k(1)))),
      row.set(i32.add(row.get, k(1))),
    ),
  );
}

/** Luma in the shade. Parameters: start of a tile, number of texels, remaining light of 256. */
export function shadeLumaFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['start', 'count', 'bright']);
  const { start, count, bright } = f.parameters;
  const at = f.i32();
  const [mask, old, dark] = [f.v128(), f.v128(), f.v128()];
  const address = i32.add(start.get, at.get);
  return f.write(
    at.set(k(0)),
    forever(
      leaveIf(i32.ge(at.get, count.get)),
      mask.set(v128.load64(at.get, PLACE.shadowMask)),
      when(v128.any(mask.get), [
        old.set(v128.load64(address, PLACE.groundTexels)),
        dark.set(i16x8.mul(i16x8.fromLowBytes(old.get), i16x8.splat(bright.get))),
        dark.set(i16x8.shru(i16x8.add(dark.get, i16x8.splat(k(128))), k(8))),
        v128.store64Lane(
          address,
          PLACE.groundTexels,
          v128.select(i8x16.narrowUnsigned(dark.get, dark.get), old.get, mask.get),
          0,
        ),
      ]),
      at.set(i32.add(at.get, k(GROUP))),
    ),
  );
}

/** Colours fade in the shade. Parameters: start of a tile, number of colours, remaining chroma of 256. */
export function shadeColoursFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['start', 'count', 'vivid']);
  const { start, count, vivid } = f.parameters;
  const at = f.i32();
  const [mask, old, low, high] = [f.v128(), f.v128(), f.v128(), f.v128()];
  const width = 1 << (TILE_BITS - 1);
  // The first of two rows and columns of the mask: see the resolution of chroma.
  const maskAt = i32.add(i32.shl(i32.and(at.get, k(-width)), k(2)), i32.shl(i32.and(at.get, k(width - 1)), k(1)));
  const address = i32.shl(i32.add(start.get, at.get), k(1));
  const faded = (bytes: Code): Code => {
    const grey = i32.mul(i32.sub(k(256), vivid.get), k(128));
    return i16x8.shru(i16x8.add(i16x8.mul(bytes, i16x8.splat(vivid.get)), i16x8.splat(grey)), k(8));
  };
  return f.write(
    at.set(k(0)),
    forever(
      leaveIf(i32.ge(at.get, count.get)),
      mask.set(i16x8.shr(i16x8.shl(v128.load(maskAt, PLACE.shadowMask), k(8)), k(8))),
      when(v128.any(mask.get), [
        old.set(v128.load(address, PLACE.groundColours)),
        low.set(faded(i16x8.fromLowBytes(old.get))),
        high.set(faded(i16x8.fromHighBytes(old.get))),
        v128.store(
          address,
          v128.select(i8x16.narrowUnsigned(low.get, high.get), old.get, mask.get),
          PLACE.groundColours,
        ),
      ]),
      at.set(i32.add(at.get, k(GROUP))),
    ),
  );
}

/** Distance of the points of unevenness, texels; unit 1/128. */
const APART_BITS = 3;
const POINTS = (1 << (TILE_BITS - APART_BITS)) + 1;
const POINT_BITS = 7;

/** Light and dark patches of a tile: between points that are there, linear. */
export function unevenFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, []);
  const [row, column, left, right, place] = [f.i32(), f.i32(), f.i32(), f.i32(), f.i32()];
  const share = i32.and(row.get, k((1 << APART_BITS) - 1));
  // Weights of the row of points above and the one below, in 1/8.
  const pointAt = (further: number): Code => {
    const upper = i32.add(i32.mul(i32.shr(row.get, k(APART_BITS)), k(POINTS)), i32.add(column.get, k(further)));
    const load = (index: Code): Code => i32.signedLoad16(i32.shl(index, k(1)), PLACE.unevenPoints);
    const rest = i32.sub(k(1 << APART_BITS), share);
    return i32.add(i32.mul(load(upper), rest), i32.mul(load(i32.add(upper, k(POINTS))), share));
  };
  const between = (lanes: Code): Code =>
    i32x4.shr(
      i32x4.add(splat(i32.shl(left.get, k(APART_BITS))), i32x4.mul(splat(i32.sub(right.get, left.get)), lanes)),
      k(POINT_BITS + 2 * APART_BITS),
    );
  const eight = f.v128();
  return f.write(
    row.set(k(0)),
    place.set(k(0)),
    forever(
      leaveIf(i32.ge(row.get, k(1 << TILE_BITS))),
      column.set(k(0)),
      right.set(pointAt(0)),
      forever(
        leaveIf(i32.ge(column.get, k(POINTS - 1))),
        left.set(right.get),
        right.set(pointAt(1)),
        eight.set(i16x8.narrowSigned(between(FIRST_FOUR), between(NEXT_FOUR))),
        v128.store64Lane(place.get, PLACE.uneven, i8x16.narrowSigned(eight.get, eight.get), 0),
        place.set(i32.add(place.get, k(GROUP))),
        column.set(i32.add(column.get, k(1))),
      ),
      row.set(i32.add(row.get, k(1))),
    ),
  );
}
