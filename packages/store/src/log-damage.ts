import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { removeDatabase } from './data-folder.ts';
import { onDisk } from './store-fault.ts';

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
    : `${lostCommits} writes are lost behind damage in its write-ahead log`;

const HEADER_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
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
  const copy = `${copiesOf(database)}${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  onDisk(copy, () => copyFileSync(path, copy));
  return { lostCommits, copy };
}

/** Deletes the copies of damaged logs beside a database. */
export const removeDamagedLogs = (database: string): void => onDisk(database, () => removeDatabase(copiesOf(database)));

const copiesOf = (database: string): string => `${database}-wal.damaged-`;

/** Number of commits of this log after the first invalid frame; all of them where its header is invalid. */
export function commitsBehindDamage(log: Uint8Array): number {
  if (log.length < HEADER_BYTES) return 0;
  const view = new DataView(log.buffer, log.byteOffset, log.length);
  const isLittleEndian = (view.getUint32(0) & 1) === 0;
  let sum: Sum = checksum(view, 0, 24, [0, 0], isLittleEndian);
  if ((view.getUint32(0) & ~1) >>> 0 !== MAGIC || !isSum(view, 24, sum)) return commitsOfFirstLog(view);
  const frameBytes = FRAME_HEAD_BYTES + view.getUint32(8);
  let isWhole = true;
  let behind = 0;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const isOfThisLog = view.getBigUint64(at + 8) === view.getBigUint64(16);
    if (isWhole) {
      sum = checksum(
        view,
        at + FRAME_HEAD_BYTES,
        frameBytes - FRAME_HEAD_BYTES,
        checksum(view, at, 8, sum, isLittleEndian),
        isLittleEndian,
      );
      isWhole = isOfThisLog && isSum(view, at + 16, sum);
      // The first invalid frame may be cut off by a kill.
    } else if (isOfThisLog && view.getUint32(at + 4) !== 0) behind += 1;
  }
  return behind;
}

/** Commits of the frames that belong to the log of the first one: without a header SQLite ignores them all. */
function commitsOfFirstLog(view: DataView): number {
  const frameBytes = FRAME_HEAD_BYTES + PAGE_BYTES;
  let commits = 0;
  for (let at = HEADER_BYTES; at + frameBytes <= view.byteLength; at += frameBytes) {
    const isOfThisLog = view.getBigUint64(at + 8) === view.getBigUint64(HEADER_BYTES + 8);
    if (isOfThisLog && view.getUint32(at) !== 0 && view.getUint32(at + 4) !== 0) commits += 1;
  }
  return commits;
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
