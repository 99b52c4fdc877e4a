import type { MapArchiveFault, MapArchiveTiles } from '@kitestring/station-contract/station/map-archive.ts';

/** Length of the header. Source: PMTiles specification, version 3. */
export const HEADER_BYTES = 127;
const VERSION = 3;
const MAGIC = 'PMTiles';
/** Degrees are whole numbers of ten-millionths. */
const PER_DEG = 1e7;
/** More levels than any map has. */
const ZOOM_LIMIT = 30;

const TILE_TYPES: Readonly<Record<number, MapArchiveTiles['type']>> = {
  1: 'vector',
  2: 'png',
  3: 'jpeg',
  4: 'webp',
  5: 'avif',
};
/** None and gzip: supported by browsers. */
const COMPRESSIONS: readonly number[] = [1, 2];
/** Position of each section's offset, followed by its length: root directory, metadata, leaf directories, tiles. */
const SECTIONS_AT = [8, 24, 40, 56] as const;

type HeaderReading =
  | { readonly tiles: MapArchiveTiles }
  | { readonly fault: MapArchiveFault; readonly message: string };

/**
 * Facts from the header of an archive, or the reason why it cannot be shown.
 * @param size of the whole file, bytes
 */
export function readPmtilesHeader(header: Buffer, size: number): HeaderReading {
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return { fault: 'not_pmtiles', message: 'the file is no PMTiles archive' };
  }
  const version = header.readUInt8(MAGIC.length);
  if (version !== VERSION) {
    return { fault: 'version', message: `the archive is PMTiles ${version}, only ${VERSION} is read` };
  }
  const end = Math.max(...SECTIONS_AT.map((at) => uint64(header, at) + uint64(header, at + 8)));
  if (end > size) return { fault: 'cut_off', message: `the file is truncated: ${size} of ${end} bytes` };
  return readTiles(header, size);
}

function readTiles(header: Buffer, size: number): HeaderReading {
  const [inner, compression, tileType, zoomMin, zoomMax] = header.subarray(97, 102);
  const type = TILE_TYPES[tileType ?? 0];
  if (type === undefined) return { fault: 'unsupported', message: `tiles of type ${tileType} cannot be shown` };
  const packing = [inner ?? 0, compression ?? 0].find((each) => !COMPRESSIONS.includes(each));
  if (packing !== undefined) {
    return { fault: 'unsupported', message: `compression ${packing} cannot be read, only none (1) and gzip (2)` };
  }
  const [west, south, east, north] = [102, 106, 110, 114].map((at) => header.readInt32LE(at) / PER_DEG) as [
    number,
    number,
    number,
    number,
  ];
  const isInWorld = west >= -180 && east <= 180 && south >= -90 && north <= 90 && west <= east && south <= north;
  if (!isInWorld) {
    return { fault: 'outside_world', message: `the bounds are outside the world: ${[west, south, east, north]}` };
  }
  const [zoom_min = 0, zoom_max = 0] = [zoomMin, zoomMax];
  if (zoom_min > zoom_max || zoom_max > ZOOM_LIMIT) {
    return { fault: 'unsupported', message: `zoom levels from ${zoom_min} to ${zoom_max} are none of a map` };
  }
  return { tiles: { size, type, zoom_min, zoom_max, west, south, east, north } };
}

const uint64 = (header: Buffer, at: number): number => Number(header.readBigUInt64LE(at));
