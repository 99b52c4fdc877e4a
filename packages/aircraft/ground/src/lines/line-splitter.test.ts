import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineSplitter } from './line-splitter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('lines of a stream', () => {
  it('are cut wherever the stream was cut, and lose blanks and empty ones', () => {
    const splitter = new LineSplitter(16);
    const lines = [...'{"a":1}\r\n\n  {"b":2}\n{"c"'].flatMap((each) => splitter.take(bytes(each)));
    assert.deepEqual(lines, ['{"a":1}', '{"b":2}']);
    assert.deepEqual(splitter.take(bytes(':3}\n')), ['{"c":3}']);
  });

  it('that are too long are dropped up to their end, whatever they are made of', () => {
    const splitter = new LineSplitter(8);
    assert.deepEqual(splitter.take(bytes('12345678\n123456789\nok\n')), ['12345678', undefined, 'ok']);
    for (let sent = 0; sent < 1000; sent += 1) assert.deepEqual(splitter.take(bytes('x'.repeat(1000))), []);
    assert.deepEqual(splitter.take(bytes('\nok\n')), [undefined, 'ok']);
  });

  it('that are no UTF-8 are unusable, and the next is not', () => {
    assert.deepEqual(new LineSplitter(8).take(Uint8Array.of(0xff, 0xfe, 10, 0x41, 10)), [undefined, 'A']);
  });
});
