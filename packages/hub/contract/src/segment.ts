import Type, { type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { Base64Url, Epoch, Seq, UnixMs, Version } from './tokens.ts';

/** Head of a segment: one line of JSON. The body follows after a line feed; if it is absent, the segment is a declared gap. */
export const JournalSegmentHead = Type.Object({
  v: Version,
  e: Epoch,
  f: Seq('Number of the first record.'),
  l: Seq('Number of the last record.'),
  t0: UnixMs('Station time of the first record.'),
  t1: UnixMs('Station time of the last record.'),
  ev: Type.Boolean({ description: 'Whether an event is among the records.' }),
  p: Base64Url(32, 'Hash of the previous segment; 32 zero bytes for the first.'),
  b: Base64Url(32, 'SHA-256 of the body as sent, kept when the body is discarded.'),
  h: Base64Url(32, 'SHA-256 of `segmentText`: links this segment to all before it.'),
  sig: Base64Url(64, 'Signature of the station’s NKey over `segmentSignedText`.'),
  g: Type.Integer({ minimum: 0, description: 'Generation requested by the hub. Not part of the hash.' }),
});
export type JournalSegmentHead = Static<typeof JournalSegmentHead>;

/** `p` of the first segment of an epoch. */
export const FIRST_PREVIOUS_HASH = 'A'.repeat(43);

/** The text whose SHA-256 is the hash of a segment. */
export const segmentText = ({ e, f, l, t0, t1, ev, p, b }: Omit<JournalSegmentHead, 'h' | 'sig' | 'g'>): string =>
  `kitestring segment 1\n${e} ${f} ${l} ${t0} ${t1} ${ev ? 1 : 0}\n${p}\n${b}\n`;

/**
 * The text that a station signs. It has spaces, which are never in a nonce that a station signs: a compromised broker
 * cannot get a segment signed as its nonce.
 */
export const segmentSignedText = (sid: string, hash: string): string => `kitestring segment 1 ${sid} ${hash}`;

const LINE_FEED = 10;

/** A segment as it is published. */
export function segmentBytes(head: JournalSegmentHead, body: Uint8Array): Uint8Array {
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const bytes = new Uint8Array(line.length + body.length);
  bytes.set(line);
  bytes.set(body, line.length);
  return bytes;
}

/** The head line and the body; undefined if the head is longer than its limit, or the body is too long. */
export function splitSegment(bytes: Uint8Array): { readonly head: Uint8Array; readonly body: Uint8Array } | undefined {
  const end = bytes.subarray(0, LIMITS.segmentHeadBytes + 1).indexOf(LINE_FEED);
  if (end < 0 || bytes.length - end - 1 > LIMITS.segmentBodyBytes) return undefined;
  return { head: bytes.subarray(0, end), body: bytes.subarray(end + 1) };
}
