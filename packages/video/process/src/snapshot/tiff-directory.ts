import type { ExifEntry } from './exif-values.ts';

const ENTRY_BYTES = 12;
/** A value up to this size is stored in its entry, a longer one after the directory. */
const INLINE_BYTES = 4;

/** Size of a directory with its values. */
export function directoryBytes(entries: readonly ExifEntry[]): number {
  return 2 + ENTRY_BYTES * entries.length + 4 + entries.reduce((sum, entry) => sum + outsideBytes(entry), 0);
}

/** One directory of TIFF 6.0, big-endian. @param offset from the start of the TIFF header */
export function writeDirectory(entries: readonly ExifEntry[], offset: number): Buffer {
  const directory = Buffer.alloc(directoryBytes(entries));
  directory.writeUInt16BE(entries.length, 0);
  let outside = 2 + ENTRY_BYTES * entries.length + 4;
  // Sorted by tag: readers may search.
  const sorted = [...entries].sort((one, other) => one.tag - other.tag);
  sorted.forEach((entry, index) => {
    const { tag, value } = entry;
    const at = 2 + ENTRY_BYTES * index;
    directory.writeUInt16BE(tag, at);
    directory.writeUInt16BE(value.type, at + 2);
    directory.writeUInt32BE(value.count, at + 4);
    if (outsideBytes(entry) === 0) value.bytes.copy(directory, at + 8);
    else {
      directory.writeUInt32BE(offset + outside, at + 8);
      value.bytes.copy(directory, outside);
      outside += outsideBytes(entry);
    }
  });
  return directory;
}

/** Values start at even offsets. */
function outsideBytes({ value: { bytes } }: ExifEntry): number {
  return bytes.length <= INLINE_BYTES ? 0 : bytes.length + (bytes.length % 2);
}
