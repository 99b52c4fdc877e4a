import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { isSignedBy } from '@kitestring/hub-contract/nkey.ts';
import { checkMessage, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { JournalRecord } from '@kitestring/hub-contract/record.ts';
import { JournalSegmentHead, segmentSignedText, segmentText, splitSegment } from '@kitestring/hub-contract/segment.ts';

/** A well-formed segment, signed by its station. Whether it follows its predecessor is not checked yet. */
export interface CheckedSegment {
  readonly sid: string;
  readonly head: JournalSegmentHead;
  /** As the station sent it; undefined for a declared gap. */
  readonly body: Uint8Array | undefined;
  readonly records: readonly JournalRecord[];
}

type SegmentCheck =
  | { readonly ok: true; readonly segment: CheckedSegment }
  /** `reason` names field and limit. */
  | { readonly ok: false; readonly reason: string };

const refused = (reason: string): SegmentCheck => ({ ok: false, reason });

/**
 * Checks a segment from the broker: sizes before and after decompression, schema, numbers, hash and signature. A
 * compromised broker cannot forge one.
 * @param keys public keys that the station has or had
 */
export function checkSegment(sid: string, bytes: Uint8Array, keys: readonly string[]): SegmentCheck {
  const parts = splitSegment(bytes);
  if (parts === undefined) return refused('head or body is too long');
  const read = readMessage(JournalSegmentHead, parts.head, LIMITS.segmentHeadBytes);
  if (!read.ok) return refused(`head: ${read.message}`);
  const head = read.value;
  const count = head.l - head.f + 1;
  if (head.f < 1 || count < 1 || count > LIMITS.segmentRecords) {
    return refused(`records ${head.f} to ${head.l}: 1 to ${LIMITS.segmentRecords} are allowed`);
  }
  const body = parts.body.length === 0 ? undefined : parts.body;
  if (body !== undefined && sha256(body) !== head.b) return refused('b: it is not the hash of the body');
  if (sha256(segmentText(head)) !== head.h) return refused('h: it is not the hash of the segment');
  if (!keys.some((key) => isSignedBy(key, segmentSignedText(sid, head.h), head.sig))) {
    return refused('sig: no key of the station has signed it');
  }
  return body === undefined ? { ok: true, segment: { sid, head, body, records: [] } } : withRecords(sid, head, body);
}

function withRecords(sid: string, head: JournalSegmentHead, body: Uint8Array): SegmentCheck {
  let text: string;
  try {
    text = zstdDecompressSync(body, { maxOutputLength: LIMITS.segmentTextBytes }).toString('utf8');
  } catch {
    return refused(`body: it is not zstd, or more than ${LIMITS.segmentTextBytes} bytes`);
  }
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const count = head.l - head.f + 1;
  if (lines.length !== count) return refused(`body: ${lines.length} records, ${count} by the head`);
  const records: JournalRecord[] = [];
  for (const [index, line] of lines.entries()) {
    const record = parseRecord(line);
    if (typeof record === 'string') return refused(`record ${head.f + index}: ${record}`);
    if (record.s !== head.f + index) return refused(`record ${head.f + index}: its number is ${record.s}`);
    records.push(record);
  }
  return { ok: true, segment: { sid, head, body, records } };
}

/** A record, or the reason why it is invalid. */
function parseRecord(line: string): JournalRecord | string {
  if (line.length > LIMITS.recordBytes) return `${line.length} characters, at most ${LIMITS.recordBytes}`;
  try {
    const read = checkMessage(JournalRecord, JSON.parse(line));
    return read.ok ? read.value : read.message;
  } catch {
    return 'not JSON';
  }
}

const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'base64url');
