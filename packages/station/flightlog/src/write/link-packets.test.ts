import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MessageRecords } from '../encode/message-records.ts';
import { LinkPackets } from './link-packets.ts';

it('packets of a flooded link are left out beyond the rate, and counted', () => {
  const packets = new LinkPackets();
  const records = new MessageRecords();
  const packet = new Uint8Array(1024);
  const flood = () => {
    for (let count = 0; count < 100; count += 1) packets.write(records, count, packet, 'In');
  };
  flood();
  assert.deepEqual([records.count, packets.takeLost()], [64, 36]);
  packets.tick();
  flood();
  assert.deepEqual([records.count, packets.takeLost(), packets.takeLost()], [128, 36, 0]);
});
