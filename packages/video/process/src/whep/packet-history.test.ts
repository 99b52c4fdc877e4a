import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PacketHistory } from './packet-history.ts';

function sentTo(last: number, nowMs: () => number) {
  const history = new PacketHistory<string>(nowMs);
  for (let sequence = last - 600; sequence <= last; sequence += 1)
    history.sent(sequence & 0xffff, `${sequence & 0xffff}`);
  return history;
}

describe('packets that were sent', () => {
  it('are sent again while they are kept, also over the end of the numbers', () => {
    for (const last of [2000, 65_535 + 100]) {
      let nowMs = 0;
      const history = sentTo(last, () => nowMs);
      nowMs = 50;
      assert.equal(history.again((last - 300) & 0xffff), `${(last - 300) & 0xffff}`);
      assert.equal(history.again((last - 511) & 0xffff), `${(last - 511) & 0xffff}`);
      assert.equal(history.again((last - 512) & 0xffff), undefined, 'too old');
      assert.equal(history.again((last + 1) & 0xffff), undefined, 'never sent');
      assert.equal(history.again(last & 0xffff), `${last & 0xffff}`);
    }
  });

  it('are not sent again twice at once, however often they are asked for', () => {
    let nowMs = 0;
    const history = sentTo(2000, () => nowMs);
    nowMs = 50;
    assert.equal(history.again(1700), '1700');
    assert.equal(history.again(1700), undefined);
    nowMs = 60;
    assert.equal(history.again(1700), '1700');
  });
});
