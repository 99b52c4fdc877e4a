import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import { CHANNEL_IDS, CHANNEL_NAMES, CHANNELS, isPacketChannel } from '../channels/channels.ts';
import { joined } from '../encode/bytes.ts';
import { MessageRecords } from '../encode/message-records.ts';
import { ZSTD } from '../zstd-codec.ts';
import { fileHead } from './file-head.ts';
import { McapAssembler } from './mcap-assembler.ts';

const START_US = Date.UTC(2026, 10, 21, 8, 30) * 1000;

const source = (bytes: Uint8Array) => ({
  size: async () => BigInt(bytes.length),
  read: async (offset: bigint, size: bigint) => bytes.subarray(Number(offset), Number(offset + size)),
});

const decompressHandlers = { zstd: (bytes: Uint8Array, size: bigint) => ZSTD.decompress(bytes, Number(size)) };

/** Messages of two channels in `chunks` chunks, a tenth of a second apart. */
async function file(chunks: number): Promise<Uint8Array> {
  const assembler = new McapAssembler(ZSTD);
  const parts = [fileHead(assembler, { version: '1.2.3' })];
  const records = new MessageRecords();
  for (let index = 0; index < chunks * 10; index++) {
    records.begin(index % 2 === 0 ? CHANNEL_IDS.telemetry : CHANNEL_IDS.commands, START_US + index * 100_000);
    records.out.text(JSON.stringify({ index }));
    records.end();
    if (index % 10 === 9) parts.push(await assembler.chunk(records.take()));
  }
  parts.push(assembler.metadata('kitestring.end', new Map([['reason', 'landed']])));
  parts.push(assembler.end());
  return joined(parts);
}

async function read(bytes: Uint8Array) {
  const reader = await McapIndexedReader.Initialize({ readable: source(bytes), decompressHandlers });
  const messages = [];
  for await (const message of reader.readMessages()) messages.push(message);
  return { reader, messages };
}

describe('an MCAP file', () => {
  it('is read back by its indexes, every message with its time', async () => {
    const { messages, reader } = await read(await file(3));
    assert.equal(messages.length, 30);
    assert.deepEqual(
      messages.map(({ logTime }) => logTime),
      messages.map((_, index) => BigInt(START_US + index * 100_000) * 1000n),
    );
    assert.deepEqual(JSON.parse(new TextDecoder().decode(messages[17]?.data)), { index: 17 });
    assert.equal(reader.statistics?.messageCount, 30n);
    assert.equal(reader.chunkIndexes.length, 3);
  });

  it('names every channel with a JSON schema, and those of packets without one', async () => {
    const { reader } = await read(await file(1));
    const topics = [...reader.channelsById.values()].map(({ topic, messageEncoding, schemaId }) => {
      const schema = reader.schemasById.get(schemaId);
      return { topic, messageEncoding, schema: schema?.name, encoding: schema?.encoding };
    });
    assert.deepEqual(
      topics,
      CHANNEL_NAMES.map((name) => ({
        topic: CHANNELS[name].topic,
        messageEncoding: isPacketChannel(name) ? 'mavlink' : 'json',
        schema: CHANNELS[name].schemaName,
        encoding: isPacketChannel(name) ? '' : 'jsonschema',
      })),
    );
  });

  it('finds the messages of one topic in a range of time', async () => {
    const { reader } = await read(await file(3));
    const found = [];
    const [startTime, endTime] = [1_200_000, 1_800_000].map((us) => BigInt(START_US + us) * 1000n) as [bigint, bigint];
    for await (const { data } of reader.readMessages({ topics: ['/telemetry'], startTime, endTime })) {
      found.push(JSON.parse(new TextDecoder().decode(data)).index);
    }
    assert.deepEqual(found, [12, 14, 16, 18]);
  });

  it('is read as a stream too, all check sums being right', async () => {
    const stream = new McapStreamReader({ decompressHandlers });
    stream.append(await file(2));
    const types = new Map<string, number>();
    for (let record = stream.nextRecord(); record !== undefined; record = stream.nextRecord()) {
      types.set(record.type, (types.get(record.type) ?? 0) + 1);
    }
    assert.ok(stream.done());
    assert.equal(types.get('Message'), 20);
    assert.equal(types.get('Metadata'), 2);
  });

  it('holds its facts as metadata that its index finds', async () => {
    const bytes = await file(1);
    const { reader } = await read(bytes);
    const names = [];
    for await (const { name, metadata } of reader.readMetadata()) names.push([name, Object.fromEntries(metadata)]);
    assert.deepEqual(names, [
      ['kitestring', { version: '1.2.3' }],
      ['kitestring.end', { reason: 'landed' }],
    ]);
  });

  it('is the same bytes from the same messages', async () => {
    assert.deepEqual(await file(2), await file(2));
  });
});
