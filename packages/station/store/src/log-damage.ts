import { copyFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { onDisk } from '@kitestring/base/store-fault.ts';
import { removeDatabase } from '@kitestring/os/data-folder.ts';

/*
 * SQLite reads a write-ahead log up to the first frame with a wrong checksum, and ignores the rest: after a kill that
 * is right, because the rest was never acknowledged. Valid commits after it mean that the log was damaged later.
 * Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */

/** A write-ahead log with damage before valid commits, or none where there must be one. */
export interface LogDamage {
  /** Acknowledged writes after the damage, which are lost; absent where it is not known how many. */
  readonly lostCommits?: number;
  /** Path of an unmodified copy of the log; absent where there is no log. */
  readonly copy?: string;
}

/** The loss, for operators. */
export const lossText = ({ copy, lostCommits }: LogDamage): string =>
  copy === undefined
    ? 'it was not closed, and its write-ahead log is missing, as in a copy of the file alone'
    : lostCommits === undefined
      ? 'its file was missing, and only its write-ahead log was there'
      : `${lostCommits} writes are lost behind damage in its write-ahead log`;

const HEADER_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** Bytes of the header that say whether a database has a write-ahead log: one in memory has none. */
const WRITE_VERSION_AT = 18;
/** SQLite uses this size where none is set. */
const PAGE_BYTES = 4096;
/** Header magic: the lowest bit gives the byte order of the checksums. */
const MAGIC = 0x377f0682;

/**
 * Detects damage in the log beside a database, and copies a damaged log: opening the database truncates it. Must not
 * be open elsewhere. @throws StoreFault when the copy cannot be made
 */
export function keepDamagedLog(database: string, nowMs: number): Required<LogDamage> | undefined {
  const path = `${database}-wal`;
  if (!existsSync(path)) return undefined;
  const lostCommits = commitsBehindDamage(onDisk(path, () => readFileSync(path)));
  if (lostCommits === 0) return undefined;
  const copy = newCopy(database, nowMs);
  onDisk(copy, () => copyFileSync(path, copy));
  return { lostCommits, copy };
}

/**
 * Puts a log aside whose database is missing: SQLite would mix its pages into the next database of that name. @throws
 * StoreFault
 */
export function keepOrphanedLog(database: string, nowMs: number): LogDamage | undefined {
  if ((statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const copy = newCopy(database, nowMs);
  onDisk(copy, () => renameSync(`${database}-wal`, copy));
  return { copy };
}

const newCopy = (database: string, nowMs: number): string =>
  `${copies(database)}${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Deletes the copies of damaged logs beside a database. */
export const removeDamagedLogs = (database: string): void => onDisk(database, () => removeDatabase(copies(database)));

const copies = (database: string): string => `${database}-wal.damaged-`;

/** Number of commits of this log after the first invalid frame; all of them where its header is invalid. */
export function commitsBehindDamage(log: Uint8Array): number {
  if (log.length < HEADER_BYTES) return 0;
  const view = new DataView(log.buffer, log.byteOffset, log.length);
  const hasHeader = isValidHeader(view);
  const frameBytes = FRAME_HEAD_BYTES + (hasHeader ? view.getUint32(8) : PAGE_BYTES);
  const saltsAt = hasHeader ? 16 : HEADER_BYTES + 8;
  // The first invalid frame may be cut off by a kill.
  const invalid = hasHeader ? 1 : 0;
  let at = HEADER_BYTES + ([...validFrames(log)].length + invalid) * frameBytes;
  let behind = 0;
  for (; at + frameBytes <= log.length; at += frameBytes) {
    const isOfThisLog = view.getBigUint64(at + 8) === view.getBigUint64(saltsAt);
    if (isOfThisLog && view.getUint32(at) !== 0 && view.getUint32(at + 4) !== 0) behind += 1;
  }
  return behind;
}

const isValidHeader = (view: DataView): boolean =>
  (view.getUint32(0) & ~1) >>> 0 === MAGIC &&
  isSum(view, 24, checksum(view, 0, 24, [0, 0], (view.getUint32(0) & 1) === 0));

/** A frame of a log: the content of a page. */
interface LogFrame {
  /** Counted from 1. */
  readonly page: number;
  /** Size of the database in pages where the frame ends a commit, else 0. */
  readonly pagesAfterCommit: number;
  readonly content: Uint8Array;
}

/** The frames that SQLite would read, in order: those before the first invalid one. */
function* validFrames(log: Uint8Array): Generator<LogFrame> {
  if (log.length < HEADER_BYTES) return;
  const view = new DataView(log.buffer, log.byteOffset, log.length);
  if (!isValidHeader(view)) return;
  const isLittleEndian = (view.getUint32(0) & 1) === 0;
  let sum: Sum = checksum(view, 0, 24, [0, 0], isLittleEndian);
  const pageBytes = view.getUint32(8);
  for (let at = HEADER_BYTES; at + FRAME_HEAD_BYTES + pageBytes <= log.length; at += FRAME_HEAD_BYTES + pageBytes) {
    const head = checksum(view, at, 8, sum, isLittleEndian);
    sum = checksum(view, at + FRAME_HEAD_BYTES, pageBytes, head, isLittleEndian);
    if (view.getBigUint64(at + 8) !== view.getBigUint64(16) || !isSum(view, at + 16, sum)) return;
    const content = log.subarray(at + FRAME_HEAD_BYTES, at + FRAME_HEAD_BYTES + pageBytes);
    yield { page: view.getUint32(at), pagesAfterCommit: view.getUint32(at + 4), content };
  }
}

/** The content of a database with all that its log holds. @throws what the disk says */
export function readContent(path: string): Uint8Array {
  const log = `${path}-wal`;
  const [file, frames] = onDisk(path, () => [
    readFileSync(path),
    existsSync(log) ? readFileSync(log) : Buffer.alloc(0),
  ]);
  const pages = new Map<number, Uint8Array>();
  let uncommitted = new Map<number, Uint8Array>();
  let pageCount = 0;
  for (const { content, page, pagesAfterCommit } of validFrames(frames)) {
    uncommitted.set(page, content);
    if (pagesAfterCommit === 0) continue;
    for (const [number, bytes] of uncommitted) pages.set(number, bytes);
    uncommitted = new Map();
    pageCount = pagesAfterCommit;
  }
  const [first] = pages.values();
  const whole = Buffer.alloc(first === undefined ? file.length : pageCount * first.length);
  file.copy(whole);
  for (const [number, bytes] of pages) if (number <= pageCount) whole.set(bytes, (number - 1) * bytes.length);
  return whole.fill(1, WRITE_VERSION_AT, WRITE_VERSION_AT + 2);
}

type Sum = readonly [number, number];

function checksum(view: DataView, from: number, length: number, [first, second]: Sum, isLittleEndian: boolean): Sum {
  let [a, b] = [first, second];
  for (let at = from; at < from + length; at += 8) {
    a = (a + view.getUint32(at, isLittleEndian) + b) >>> 0;
    b = (b + view.getUint32(at + 4, isLittleEndian) + a) >>> 0;
  }
  return [a, b];
}

const isSum = (view: DataView, at: number, [a, b]: Sum): boolean =>
  view.getUint32(at) === a && view.getUint32(at + 4) === b;
