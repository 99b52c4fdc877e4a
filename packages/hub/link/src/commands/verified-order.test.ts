import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMMAND_TYPE, READ_TYPE } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { CommandKey } from '../../test/support/command-key.ts';
import { verifiedOrder } from './verified-order.ts';

describe('an order of the hub', () => {
  const key = new CommandKey('a');
  const keys = [key.pinned];
  const order = key.order(COMMAND_TYPE, { op: 'x' });
  const verified = (bytes: Uint8Array) => verifiedOrder(bytes, COMMAND_TYPE, keys)?.toString();

  it('is what a pinned key has signed', () => {
    assert.equal(verified(order), '{"op":"x"}');
  });

  it('is none when it is changed anywhere, of another type, or by another key', () => {
    for (let at = 0; at < order.length; at += 1) {
      const changed = Buffer.from(order);
      changed[at] = order[at] === 65 ? 66 : 65;
      // The last character of base64url has bits that stand for nothing.
      const isUnused = at === order.length - 1;
      if (!isUnused) assert.equal(verified(changed), undefined, `changed at ${at}`);
    }
    const stranger = new CommandKey('a');
    for (const wrong of [
      key.order(READ_TYPE, { op: 'x' }),
      stranger.order(COMMAND_TYPE, { op: 'x' }),
      key.order(COMMAND_TYPE, { op: 'x' }, { kid: 'b' }),
      key.order(COMMAND_TYPE, { op: 'x' }, { alg: 'none' }),
      key.order(COMMAND_TYPE, { op: 'x' }, { alg: 'HS256' }),
      key.order(COMMAND_TYPE, { padding: 'x'.repeat(LIMITS.commandBytes) }),
      ...['', '..', 'a.b.c', '{}', `${order.toString()}.x`, order.toString().slice(0, -90)].map((text) =>
        Buffer.from(text),
      ),
      Buffer.from('bnVsbA.bnVsbA.bnVsbA'),
    ]) {
      assert.equal(verified(wrong), undefined);
    }
  });
});
