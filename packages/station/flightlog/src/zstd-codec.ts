import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Codec } from './codec.ts';

const compress = promisify(zstdCompress);

/** Level 3 is zstd's own choice; higher ones save a tenth of the space for several times the work. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 3 };

/** zstd of Node: compresses on another thread. */
export const ZSTD: Codec = {
  name: 'zstd',
  compress: (bytes) => compress(bytes, { params: PARAMS }),
  decompress: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(size, 1) }),
  crc32: (bytes, before = 0) => crc32(bytes, before),
};
