import { TILE_BITS } from '../raster/ground-texels.ts';
import { PLACE } from '../raster/memory.ts';
import { type Code, forever, i8x16, i16x8, i32, i32x4, leaveIf, v128, when } from '../wasm/instructions.ts';
import { type Local, ProgramFunction } from '../wasm/program.ts';
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

/** Remaining light, of 256, by density of the shadow, of 256, and mask, 0 to 255. */
const shadeLeft = (mask: Code, density: Local): Code =>
  i16x8.sub(i16x8.splat(k(256)), i16x8.shru(i16x8.mul(mask, i16x8.splat(density.get)), k(8)));

/** Luma in the shade. Parameters: start of a tile, number of texels, density of the shadow of 256. */
export function shadeLumaFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['start', 'count', 'density']);
  const { start, count, density } = f.parameters;
  const at = f.i32();
  const [mask, dark] = [f.v128(), f.v128()];
  const address = i32.add(start.get, at.get);
  return f.write(
    at.set(k(0)),
    forever(
      leaveIf(i32.ge(at.get, count.get)),
      mask.set(v128.load64(at.get, PLACE.shadowMask)),
      when(v128.any(mask.get), [
        dark.set(i16x8.fromLowBytes(v128.load64(address, PLACE.groundTexels))),
        dark.set(i16x8.mul(dark.get, shadeLeft(i16x8.fromLowBytes(mask.get), density))),
        dark.set(i16x8.shru(i16x8.add(dark.get, i16x8.splat(k(128))), k(8))),
        v128.store64Lane(address, PLACE.groundTexels, i8x16.narrowUnsigned(dark.get, dark.get), 0),
      ]),
      at.set(i32.add(at.get, k(GROUP))),
    ),
  );
}

/** Each of four numbers twice, for Cb and Cr: the lower ones of eight, or the upper ones. */
const LOW_TWICE = [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7];
const HIGH_TWICE = LOW_TWICE.map((byte) => byte + 8);

/** Colours fade in the shade. Parameters: start of a tile, number of colours, their loss of 256 in full shade. */
export function shadeColoursFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['start', 'count', 'loss']);
  const { start, count, loss } = f.parameters;
  const at = f.i32();
  const [left, old, low, high] = [f.v128(), f.v128(), f.v128(), f.v128()];
  const width = 1 << (TILE_BITS - 1);
  // The first of two rows and columns of the mask: see the resolution of chroma.
  const maskAt = i32.add(i32.shl(i32.and(at.get, k(-width)), k(2)), i32.shl(i32.and(at.get, k(width - 1)), k(1)));
  const address = i32.shl(i32.add(start.get, at.get), k(1));
  const faded = (bytes: Code, vivid: Code): Code => {
    const grey = i16x8.shl(i16x8.sub(i16x8.splat(k(256)), vivid), k(7));
    return i16x8.shru(i16x8.add(i16x8.mul(bytes, vivid), grey), k(8));
  };
  return f.write(
    at.set(k(0)),
    forever(
      leaveIf(i32.ge(at.get, count.get)),
      left.set(v128.and(v128.load(maskAt, PLACE.shadowMask), i16x8.splat(k(255)))),
      when(v128.any(left.get), [
        left.set(shadeLeft(left.get, loss)),
        old.set(v128.load(address, PLACE.groundColours)),
        low.set(faded(i16x8.fromLowBytes(old.get), v128.shuffle(left.get, left.get, LOW_TWICE))),
        high.set(faded(i16x8.fromHighBytes(old.get), v128.shuffle(left.get, left.get, HIGH_TWICE))),
        v128.store(address, i8x16.narrowUnsigned(low.get, high.get), PLACE.groundColours),
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
