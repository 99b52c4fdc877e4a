import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { isEventKind, type JournalRecord } from '@kitestring/hub-contract/record.ts';
import {
  FIRST_PREVIOUS_HASH,
  type JournalSegmentHead,
  segmentBytes,
  segmentSignedText,
  segmentText,
} from '@kitestring/hub-contract/segment.ts';

const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'base64url');

type SegmentFacts = Omit<JournalSegmentHead, 'h' | 'sig' | 'g' | 'v'>;

/** Time of the first record, so that tests are the same every day. */
const FIRST_MS = Date.UTC(2026, 2, 1, 9, 30);

/** A sealed segment. */
export interface SealedSegment {
  readonly head: JournalSegmentHead;
  readonly body: Uint8Array;
}

/** The journal of a station in memory: numbers, chain and signatures as a station makes them. */
export class TestJournal {
  readonly sid: string;
  readonly epoch: string;
  readonly key: Nkey;
  readonly segments: SealedSegment[] = [];

  constructor(sid: string, epoch: string, key = Nkey.make('user')) {
    this.sid = sid;
    this.epoch = epoch;
    this.key = key;
  }

  get head(): number {
    return this.segments.at(-1)?.head.l ?? 0;
  }

  /** Seals a segment of `count` records, of which the last is of this kind. */
  seal(count: number, kind = 'state', data: Readonly<Record<string, unknown>> = { phase: 'StandBy' }): SealedSegment {
    const f = this.head + 1;
    const records = Array.from({ length: count }, (_, index): JournalRecord => {
      const isLast = index === count - 1;
      const t = FIRST_MS + 1000 * (f + index);
      return { s: f + index, t, w: t, k: isLast ? kind : 'state', d: isLast ? data : { phase: 'StandBy' } };
    });
    const segment = this.sealRecords(f, records);
    this.segments.push(segment);
    return segment;
  }

  /** A signed segment of any records, which need not be valid. */
  sealRecords(f: number, records: readonly JournalRecord[], text = lines(records)): SealedSegment {
    const body = zstdCompressSync(Buffer.from(text));
    const t0 = records[0]?.t ?? FIRST_MS;
    const facts = { e: this.epoch, f, l: f + records.length - 1, t0, t1: records.at(-1)?.t ?? t0 };
    const ev = records.some(({ k }) => isEventKind(k));
    return { body, head: this.sign({ ...facts, ev, p: this.#hashBefore(f), b: sha256(body) }) };
  }

  sign(facts: SegmentFacts, key = this.key): JournalSegmentHead {
    const h = sha256(segmentText({ v: 1, ...facts }));
    const sig = key.sign(Buffer.from(segmentSignedText(this.sid, h))).toString('base64url');
    return { v: 1, ...facts, h, sig, g: 0 };
  }

  #hashBefore(first: number): string {
    return this.segments.find(({ head }) => head.l === first - 1)?.head.h ?? FIRST_PREVIOUS_HASH;
  }
}

const lines = (records: readonly JournalRecord[]): string => records.map((record) => JSON.stringify(record)).join('\n');

/** As it is published. @param generation as the hub has asked for */
export const publishedBytes = ({ body, head }: SealedSegment, generation = 0): Uint8Array =>
  segmentBytes({ ...head, g: generation }, body);
