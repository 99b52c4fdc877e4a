import { hash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import type { JournalRecord } from '@kitestring/hub-contract/record.ts';
import { type JournalSegmentHead, segmentSignedText, segmentText } from '@kitestring/hub-contract/segment.ts';
import type { DatabaseRow } from '@kitestring/station-store/database-connection.ts';

/** Uncompressed bytes of a segment: its compressed body stays below the limit of a message. */
const SEALED_TEXT_BYTES = 512 * 1024;

/** A sealed segment as stored in the journal. Only its body may be discarded later. */
export interface SealedSegment {
  readonly first: number;
  readonly last: number;
  readonly t0: number;
  readonly t1: number;
  readonly hasEvent: boolean;
  readonly previous: string;
  readonly bodyHash: string;
  readonly hash: string;
  readonly signature: string;
  /** Absent when it was discarded: a declared gap. */
  readonly body?: Uint8Array;
}

interface SealOptions {
  readonly epoch: string;
  readonly sid: string;
  /** Hash of the segment before. */
  readonly previous: string;
  readonly hasEvent: boolean;
  readonly records: readonly [JournalRecord, ...JournalRecord[]];
  /** Signs a text with the station’s key, base64url. */
  readonly sign: (text: string) => string;
}

/** Compresses and signs consecutive records. 60 of them take about a millisecond. */
export function sealSegment({ epoch, sid, previous, hasEvent, records, sign }: SealOptions): SealedSegment {
  const body = zstdCompressSync(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('')));
  const [{ s: first, t: t0 }] = records;
  const { s: last, t: t1 } = records.at(-1) ?? records[0];
  const bodyHash = hash('sha256', body, 'base64url');
  const span = { e: epoch, f: first, l: last, t0, t1, ev: hasEvent, p: previous, b: bodyHash };
  const segmentHash = hash('sha256', segmentText({ v: 1, ...span }), 'base64url');
  const signature = signSegment(sid, segmentHash, sign);
  return { first, last, t0, t1, hasEvent, previous, bodyHash, hash: segmentHash, signature, body };
}

export const signSegment = (sid: string, segmentHash: string, sign: (text: string) => string): string =>
  sign(segmentSignedText(sid, segmentHash));

export const segmentHead = (segment: SealedSegment, epoch: string, generation: number): JournalSegmentHead => ({
  v: 1,
  e: epoch,
  f: segment.first,
  l: segment.last,
  t0: segment.t0,
  t1: segment.t1,
  ev: segment.hasEvent,
  p: segment.previous,
  b: segment.bodyHash,
  h: segment.hash,
  sig: segment.signature,
  g: generation,
});

/** The records of a body made by this station. */
export function unpackRecords(body: Uint8Array): JournalRecord[] {
  const text = zstdDecompressSync(body, { maxOutputLength: LIMITS.segmentTextBytes }).toString();
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as JournalRecord]));
}

export function segmentOfRow(row: DatabaseRow): SealedSegment {
  const { body } = row;
  return {
    first: Number(row.first),
    last: Number(row.last),
    t0: Number(row.t0),
    t1: Number(row.t1),
    hasEvent: row.has_event === 1,
    previous: String(row.previous),
    bodyHash: String(row.body_hash),
    hash: String(row.hash),
    signature: String(row.signature),
    ...(body instanceof Uint8Array && { body }),
  };
}

/** The first of these records, as many as fit into a segment. */
export function withinBytes(records: readonly JournalRecord[]): readonly JournalRecord[] {
  let bytes = 0;
  const end = records.findIndex((record, index) => {
    bytes += JSON.stringify(record).length;
    return index > 0 && bytes > SEALED_TEXT_BYTES;
  });
  return end < 0 ? records : records.slice(0, end);
}
