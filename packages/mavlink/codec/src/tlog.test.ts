import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture, heartbeat } from '../test/support/packets.ts';
import { decode, encode, TlogReader, type TlogRecord, tlogRecord } from './codec.ts';

function read(file: Uint8Array, chunk = 1000): { readonly records: readonly TlogRecord[]; readonly skipped: number } {
  const reader = new TlogReader();
  const records: TlogRecord[] = [];
  for (let from = 0; from < file.length; from += chunk) records.push(...reader.push(file.subarray(from, from + chunk)));
  records.push(...reader.end());
  return { records, skipped: reader.skippedBytes };
}

describe('.tlog', () => {
  for (const [name, packets, messages] of [
    ['arducopter', 409, 18],
    ['px4', 907, 39],
  ] as const) {
    it(`of a real ${name}: each packet is decoded, and encoded to the same bytes again`, () => {
      const file = fixture(`${name}.tlog`);
      const { records, skipped } = read(file);
      assert.deepEqual([records.length, skipped], [packets, 0]);
      const again = records.map(({ packet, timeUs }) => {
        const message = decode(packet) ?? assert.fail(`${packet.id} is unknown`);
        return tlogRecord(timeUs, encode(message.name, message.fields as never, message));
      });
      assert.deepEqual(Buffer.concat(again), file);
      assert.equal(new Set(records.map(({ packet }) => packet.id)).size, messages);
    });
  }

  it('is read in chunks of any size', () => {
    const file = fixture('arducopter.tlog').subarray(0, 3000);
    const whole = read(file, 3000).records;
    for (const size of [1, 7, 300]) assert.deepEqual(read(file, size).records, whole);
  });

  it('loses only what is damaged', () => {
    const record = (sequence: number) => tlogRecord(1_790_000_000_000_000 + sequence, heartbeat({ sequence }));
    const damaged = record(1).with(15, 0xff);
    const falseStart = Uint8Array.of(0xfd, 0xff, 0, 0);
    const file = Buffer.concat([record(0), damaged, record(2), falseStart, record(3), record(4)]);
    const { records, skipped } = read(file);
    assert.deepEqual(
      records.map(({ packet, timeUs }) => [packet.sequence, timeUs % 1000]),
      [0, 2, 3, 4].map((sequence) => [sequence, sequence]),
    );
    assert.equal(skipped, 33);
  });
});
