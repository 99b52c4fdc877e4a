import { crc32, deflateSync } from 'node:zlib';

interface ArchiveTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: Buffer;
}

interface ArchiveOptions {
  /** Tile type by number, as in the header; absent: PNG. */
  readonly tileType?: number;
  readonly bounds?: readonly [west: number, south: number, east: number, north: number];
  readonly metadata?: object;
}

const HEADER_BYTES = 127;
const PNG = 2;
const UNPACKED = 1;
const WORLD = [-180, -85, 180, 85] as const;

/** A small PMTiles archive, version 3, uncompressed, with all tiles in one directory. */
export function tileArchive(tiles: readonly ArchiveTile[], options: ArchiveOptions = {}): Buffer {
  const { bounds = WORLD, metadata = {}, tileType = PNG } = options;
  const sorted = tiles.map((tile) => ({ ...tile, id: tileId(tile) })).sort((a, b) => a.id - b.id);
  const directory = directoryOf(sorted);
  const about = Buffer.from(JSON.stringify(metadata));
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  const aboutAt = HEADER_BYTES + directory.length;
  const dataAt = aboutAt + about.length;
  const sections = [HEADER_BYTES, directory.length, aboutAt, about.length, dataAt, 0, dataAt, data.length];
  const counts = [tiles.length, tiles.length, tiles.length];
  [...sections, ...counts].forEach((value, index) => {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  });
  const zooms = tiles.map(({ z }) => z);
  header.set([1, UNPACKED, UNPACKED, tileType, Math.min(...zooms), Math.max(...zooms)], 96);
  bounds.forEach((deg, index) => {
    header.writeInt32LE(Math.round(deg * 1e7), 102 + 4 * index);
  });
  return Buffer.concat([header, directory, about, data]);
}

/** Ids (as differences), run lengths, lengths, and offsets: 0 if a tile follows the previous one. */
function directoryOf(tiles: readonly { readonly id: number; readonly bytes: Buffer }[]): Buffer {
  const columns = [
    tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0)),
    tiles.map(() => 1),
    tiles.map(({ bytes }) => bytes.length),
    tiles.map((_, index) => (index === 0 ? 1 : 0)),
  ];
  return Buffer.from([tiles.length, ...columns.flat()].flatMap(varint));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

/** Number of tiles of the lower levels, plus the position on the Hilbert curve of this one. */
function tileId({ x, y, z }: ArchiveTile): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, below] = [(column & side) > 0 ? 1 : 0, (row & side) > 0 ? 1 : 0];
    id += side * side * ((3 * right) ^ below);
    if (below === 0) {
      if (right === 1) [column, row] = [side - 1 - (column & (side - 1)), side - 1 - (row & (side - 1))];
      [column, row] = [row, column];
    }
  }
  return id;
}

/** A tile in one colour, as PNG. */
export function plainTile(red: number, green: number, blue: number, sizePx = 256): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: sizePx }, () => [red, green, blue]).flat()]);
  const rows = Buffer.concat(Array.from({ length: sizePx }, () => row));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
