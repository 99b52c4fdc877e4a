// The program of Node's package ends with 32 MB that only a debugger of C++ reads: symbols and debugging information. The system loads what the
// segments of the file name (https://refspecs.linuxfoundation.org/elf/elf.pdf, "Program Header"), and they lie before. Plain JavaScript that
// Node 20 understands.
import { execFile } from 'node:child_process';
import { copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const HEADER_BYTES = 64;
/** Of a file with 64 bits, little-endian: https://refspecs.linuxfoundation.org/elf/elf.pdf, with the offsets of ELF-64. */
const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
const SEGMENTS_AT = 32;
const SECTIONS_AT = 40;
const SEGMENT_BYTES_AT = 54;
const SEGMENT_COUNT_AT = 56;
const SECTION_COUNT_AT = 60;
const SECTION_NAMES_AT = 62;
/** In a segment: where it begins in the file, and how long it is there. */
const OFFSET_AT = 8;
const LENGTH_AT = 32;
/** Less is not worth another file. */
const WORTH_BYTES = 2 ** 20;
const RUNS_WITHIN_MS = 30_000;

/** Removes them from a program, which may be running: a smaller copy takes its place once it has been seen to run. @returns bytes removed */
export async function removeDebugSymbols(program) {
  await removeLeftCopies(program);
  const spare = await debugSymbolBytes(program);
  if (spare < WORTH_BYTES) return 0;
  const copy = `${program}.${process.pid}`;
  try {
    await copyFile(program, copy);
    await cut(copy);
    await promisify(execFile)(copy, ['--version'], { timeout: RUNS_WITHIN_MS });
    await rename(copy, program);
    return spare;
  } finally {
    await rm(copy, { force: true });
  }
}

/** Of processes that ended while they made one. */
async function removeLeftCopies(program) {
  const folder = path.dirname(program);
  for (const name of await readdir(folder)) {
    const [, pid] = name.match(/^node\.(\d+)$/) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** @returns bytes behind what is loaded; 0 where they have been removed, and of any other file */
export async function debugSymbolBytes(program) {
  const file = await open(program, 'r');
  try {
    const { size } = await file.stat();
    const loaded = await loadedBytes(file);
    return loaded === undefined ? 0 : Math.max(0, size - loaded);
  } finally {
    await file.close();
  }
}

async function cut(copy) {
  const file = await open(copy, 'r+');
  try {
    await file.truncate(await loadedBytes(file));
    await file.write(Buffer.alloc(8), 0, 8, SECTIONS_AT);
    for (const at of [SECTION_COUNT_AT, SECTION_NAMES_AT]) await file.write(Buffer.alloc(2), 0, 2, at);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** To the end of the last segment. @returns undefined when it is no such file */
async function loadedBytes(file) {
  const { buffer: header, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  if (bytesRead < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const [begin, each, count] = [
    Number(header.readBigUInt64LE(SEGMENTS_AT)),
    header.readUInt16LE(SEGMENT_BYTES_AT),
    header.readUInt16LE(SEGMENT_COUNT_AT),
  ];
  const { buffer: segments, bytesRead: read } = await file.read(Buffer.alloc(each * count), 0, each * count, begin);
  if (count === 0 || read < each * count || each < LENGTH_AT + 8) return undefined;
  const ends = Array.from({ length: count }, (_, index) => {
    const number = (at) => Number(segments.readBigUInt64LE(index * each + at));
    return number(OFFSET_AT) + number(LENGTH_AT);
  });
  return Math.max(begin + each * count, ...ends);
}
