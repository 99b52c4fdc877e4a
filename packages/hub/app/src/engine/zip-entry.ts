import { inflateRawSync } from 'node:zlib';

/** Signatures of PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads one file of a ZIP archive without encryption and ZIP64, such as a wheel.
 * @param sizeMax maximum size of the file in bytes
 * @throws Error when it is missing or larger, or the archive is damaged
 */
export function zipEntry(archive: Buffer, name: string, sizeMax: number): Buffer {
  const end = archive.lastIndexOf(uint32(DIRECTORY_END));
  if (end < 0 || end + DIRECTORY_END_BYTES > archive.length) throw new Error('it is not a ZIP archive');
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameBytes = archive.readUInt16LE(at + 28);
    if (archive.toString('utf8', at + 46, at + 46 + nameBytes) === name) return unpack(archive, at, sizeMax);
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`there is no ${name} in it`);
}

function unpack(archive: Buffer, entry: number, sizeMax: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const packedBytes = archive.readUInt32LE(entry + 20);
  const size = archive.readUInt32LE(entry + 24);
  const header = archive.readUInt32LE(entry + 42);
  if (size > sizeMax) throw new Error(`the file has ${size} bytes; ${sizeMax} are allowed`);
  if (archive.readUInt32LE(header) !== LOCAL_HEADER) throw new Error('the archive is damaged');
  const begin = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(begin, begin + packedBytes);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`compression ${method} is not supported`);
  return inflateRawSync(packed, { maxOutputLength: size + 1 });
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
