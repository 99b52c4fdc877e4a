import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encode, Packet } from '@kitestring/mavlink-codec/codec.ts';
import { RepeatFilter } from './repeat-filter.ts';

const S = 1_000_000;
const answer = (sequence: number, result = 0, system = 1) =>
  new Packet(encode('COMMAND_ACK', { command: 400, result }, { system, component: 1, sequence }));

describe('packets that arrive twice', () => {
  it('are found by sender, number and content', () => {
    const filter = new RepeatFilter();
    const packets = [answer(1), answer(2), answer(1), answer(1, 3), answer(1, 0, 2)];
    assert.deepEqual(
      packets.map((packet) => filter.isRepeat(packet, S)),
      [false, false, true, false, false],
    );
  });

  it('are not those with the same number a while later', () => {
    const filter = new RepeatFilter();
    assert.deepEqual(
      [0, 1.9, 2, 2.1].map((atS) => filter.isRepeat(answer(1), atS * S)),
      [false, true, false, true],
    );
  });
});
