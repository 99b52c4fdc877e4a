import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { McapStreamReader } from '@mcap/core';
import { CHANNEL_IDS } from '../channels/channels.ts';
import { joined } from '../encode/bytes.ts';
import { MessageRecords } from '../encode/message-records.ts';
import { ZSTD } from '../zstd-codec.ts';
import { messagePlaces, wholeMessages } from './chunk-record.ts';
import { fileHead } from './file-head.ts';
import { McapAssembler } from './mcap-assembler.ts';
import { salvage } from './salvage.ts';
import { readTail, type Tail, tailHead } from './tail.ts';

const PER_CHUNK = 8;

function messages(from: number, count: number): Uint8Array {
  const records = new MessageRecords();
  for (let index = from; index < from + count; index++) {
    records.begin(CHANNEL_IDS.commands, index * 100_000);
    records.out.text(JSON.stringify({ index }));
    records.end();
  }
  return records.take();
}

/** A log of three chunks that was never finished, and where each chunk begins. */
async function unfinished(): Promise<{ bytes: Uint8Array; starts: number[] }> {
  const assembler = new McapAssembler(ZSTD);
  const parts = [fileHead(assembler, { seed: '7' })];
  const starts: number[] = [];
  for (let chunk = 0; chunk < 3; chunk++) {
    starts.push(assembler.position);
    parts.push(await assembler.chunk(messages(chunk * PER_CHUNK, PER_CHUNK)));
  }
  return { bytes: joined(parts), starts };
}

const source = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
});

async function saved(bytes: Uint8Array, tail?: Tail): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of salvage(source(bytes), tail, ZSTD)) parts.push(part);
  return joined(parts);
}

/** The indexes in the messages of a whole file. */
function indexesIn(bytes: Uint8Array): number[] {
  const reader = new McapStreamReader({
    decompressHandlers: { zstd: (chunk, size) => ZSTD.decompress(chunk, Number(size)) },
  });
  reader.append(bytes);
  const found: number[] = [];
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
    if (record.type === 'Message') found.push(JSON.parse(new TextDecoder().decode(record.data)).index);
  }
  assert.ok(reader.done(), 'the file has its end');
  return found;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a log that was not finished', () => {
  it('is saved with every whole chunk, wherever it was cut', async () => {
    const { bytes, starts } = await unfinished();
    const ends = [...starts.slice(1), bytes.length];
    for (let cut = starts[0] ?? 0; cut <= bytes.length; cut += 3) {
      const rescued = await saved(bytes.subarray(0, cut));
      const least = ends.filter((end) => end <= cut).length * PER_CHUNK;
      if (rescued.length === 0) assert.equal(least, 0, `cut at ${cut}`);
      else {
        const found = indexesIn(rescued);
        assert.ok(found.length >= least, `cut at ${cut}: ${found.length} of ${least}`);
        assert.deepEqual(found, upTo(found.length));
      }
    }
  });

  it('gives nothing when it was cut before its first message', async () => {
    const { bytes, starts } = await unfinished();
    for (let cut = 0; cut <= (starts[0] ?? 0); cut += 17) assert.equal((await saved(bytes.subarray(0, cut))).length, 0);
  });

  it('keeps the messages of its tail, up to the one that was being written', async () => {
    const { bytes } = await unfinished();
    const records = messages(24, 5);
    for (let cut = 0; cut <= records.length; cut++) {
      const torn = records.subarray(0, cut);
      const whole = messagePlaces(wholeMessages(torn)).length;
      assert.deepEqual(indexesIn(await saved(bytes, { chunkCount: 3, records: torn })), upTo(24 + whole));
    }
  });

  it('leaves out a tail that is in its last chunk already', async () => {
    const { bytes } = await unfinished();
    assert.deepEqual(indexesIn(await saved(bytes, { chunkCount: 2, records: messages(16, 5) })), upTo(24));
  });

  it('takes the tail when the chunk that was to hold it is torn', async () => {
    const { bytes, starts } = await unfinished();
    const torn = bytes.subarray(0, (starts[2] ?? 0) + 40);
    assert.deepEqual(indexesIn(await saved(torn, { chunkCount: 2, records: messages(16, 5) })), upTo(21));
  });

  it('loses a chunk whose bytes are damaged and nothing after it, and says so', async () => {
    const { bytes, starts } = await unfinished();
    const tail = { chunkCount: 3, records: messages(24, 5) };
    for (const [damagedChunk, start] of starts.entries()) {
      const damaged = bytes.slice();
      damaged.fill(0xff, start + 70, start + 75);
      const rescued = await saved(damaged, tail);
      const kept = upTo(29).filter((index) => Math.floor(index / PER_CHUNK) !== damagedChunk);
      assert.deepEqual(indexesIn(rescued), kept);
      assert.match(new TextDecoder('latin1').decode(rescued), /damaged_pieces/);
    }
    assert.doesNotMatch(new TextDecoder('latin1').decode(await saved(bytes, tail)), /damaged_pieces/);
  });

  it('takes the tail when the chunk that was to hold it has its length but not its bytes', async () => {
    const { bytes, starts } = await unfinished();
    const torn = bytes.slice();
    torn.fill(0, (starts[2] ?? 0) + 70);
    assert.deepEqual(indexesIn(await saved(torn, { chunkCount: 2, records: messages(16, 5) })), upTo(21));
  });

  it('is saved although the record of a channel is damaged', async () => {
    const { bytes } = await unfinished();
    const damaged = bytes.slice();
    const name = Buffer.from(bytes).indexOf('/ground_station/location');
    damaged.fill(0xff, name - 4, name);
    assert.equal(indexesIn(await saved(damaged)).length, 24);
  });

  it('stays as it is when it is whole', async () => {
    const { bytes } = await unfinished();
    assert.deepEqual(indexesIn(await saved(await saved(bytes))), upTo(24));
  });

  it('is not read from a file of another kind', async () => {
    assert.equal((await saved(new TextEncoder().encode('{"this":"is no log"}'))).length, 0);
  });
});

describe('a tail', () => {
  it('is read back with the chunk that it belongs to', () => {
    const records = messages(0, 2);
    assert.deepEqual(readTail(joined([tailHead(7), records])), { chunkCount: 7, records });
  });

  it('is none when it is torn before its first message, or something else', () => {
    assert.equal(readTail(tailHead(7)), undefined);
    assert.equal(readTail(tailHead(7).subarray(0, 3)), undefined);
    assert.equal(readTail(new Uint8Array(64)), undefined);
  });
});
