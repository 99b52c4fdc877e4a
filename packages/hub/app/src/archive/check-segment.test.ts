import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import type { JournalRecord } from '@kitestring/hub-contract/record.ts';
import { publishedBytes, TestJournal } from '../../test/support/test-journal.ts';
import { checkSegment } from './check-segment.ts';

const journal = new TestJournal('sabcdefghijkl', 'abcdefghijkl');
const keys = [Nkey.make('user').publicKey, journal.key.publicKey];
const sealed = journal.seal(3, 'link.up', {});

const reason = (bytes: Uint8Array, sid = journal.sid): string => {
  const check = checkSegment(sid, bytes, keys);
  return check.ok ? 'accepted' : check.reason;
};

const record = (s: number, more: object = {}): JournalRecord => ({ s, t: 1, w: 1, k: 'state', d: {}, ...more });
const withBody = (count: number, text: string): Uint8Array => {
  const records = Array.from({ length: count }, (_, index) => record(index + 1));
  return publishedBytes(journal.sealRecords(1, records, text));
};
const lines = (...records: readonly object[]): string => records.map((one) => JSON.stringify(one)).join('\n');

describe('a segment', () => {
  it('is accepted with its records when a present or former key of the station has signed it', () => {
    const check = checkSegment(journal.sid, publishedBytes(sealed, 7), keys);
    assert.ok(check.ok);
    assert.deepEqual(
      check.segment.records.map(({ k, s }) => [s, k]),
      [
        [1, 'state'],
        [2, 'state'],
        [3, 'link.up'],
      ],
    );
    assert.equal(check.segment.head.g, 7);
  });

  it('may have given its body up: the signed head stays a declared gap', () => {
    const check = checkSegment(journal.sid, publishedBytes({ ...sealed, body: new Uint8Array() }), keys);
    assert.ok(check.ok);
    assert.equal(check.segment.body, undefined);
    assert.deepEqual(check.segment.records, []);
  });

  it('is refused when anything under the signature was changed, or another station has signed it', () => {
    const { body, head } = sealed;
    assert.match(reason(publishedBytes({ body, head: { ...head, t1: head.t1 + 1 } })), /^h: /);
    assert.match(reason(publishedBytes({ body: Buffer.concat([body, body]), head })), /^b: /);
    assert.match(reason(publishedBytes(sealed), 'sbbbbbbbbbbbb'), /^sig: /);
    const { h: _, sig: __, g: ___, v: ____, ...facts } = head;
    assert.match(reason(publishedBytes({ body, head: journal.sign(facts, Nkey.make('user')) })), /^sig: /);
  });

  it('is refused when it is malformed, names its limit, and costs little', () => {
    assert.match(reason(Buffer.from('garbage without an end of line')), /too long/);
    assert.match(reason(Buffer.from(`${'x'.repeat(3000)}\n`)), /too long/);
    assert.match(reason(Buffer.from('{}\n')), /^head: /);
    assert.match(reason(Buffer.concat([publishedBytes(sealed), Buffer.alloc(800_000)])), /too long/);
    const many = Array.from({ length: 601 }, (_, index) => record(index + 1));
    assert.match(reason(publishedBytes(journal.sealRecords(1, many))), /1 to 601: 1 to 600/);
  });

  it('is refused when its body is not what the head says, although it is signed', () => {
    assert.match(reason(withBody(2, lines(record(1)))), /1 records, 2 by the head/);
    assert.match(reason(withBody(2, lines(record(1), record(3)))), /record 2: its number is 3/);
    assert.match(reason(withBody(1, 'not JSON')), /record 1: not JSON/);
    for (const k of ['Bad Kind', 'link.', '.link', 'link..up', 'a'.repeat(41)]) {
      assert.match(reason(withBody(1, lines(record(1, { k })))), /record 1: k /);
    }
    assert.match(reason(withBody(1, lines(record(1, { d: { text: 'x'.repeat(20_000) } })))), /at most 16384/);
    const deep = lines(record(1, { d: { list: [] } })).replace('[]', `${'['.repeat(7000)}${']'.repeat(7000)}`);
    assert.match(reason(withBody(1, deep)), /record 1: .* 64 levels/);
  });

  it('cannot fill the memory: a small body of 64 MiB of text is refused', () => {
    const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 ** 2, 'x'));
    const { h: _, sig: __, g: ___, v: ____, ...facts } = sealed.head;
    const head = journal.sign({ ...facts, b: hash('sha256', bomb, 'base64url') });
    assert.ok(bomb.length < 10_000);
    assert.match(reason(publishedBytes({ head, body: bomb })), /more than 4194304 bytes/);
  });
});
