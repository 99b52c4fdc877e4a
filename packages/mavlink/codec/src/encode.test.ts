import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HEADER, heartbeat, received } from '../test/support/packets.ts';
import { encode, type FieldsToSend, type MessageName } from './codec.ts';

const HEARTBEAT = { type: 2, autopilot: 3, base_mode: 0, custom_mode: 0, system_status: 4, mavlink_version: 3 };

describe('encode', () => {
  it('writes the heartbeat that pymavlink writes', () => {
    assert.equal(
      Buffer.from(heartbeat({ sequence: 78 })).toString('hex'),
      'fd0900004e0101000000040000000203510403ee54',
    );
  });

  it('refuses a number that its field cannot hold, because a wrapped one would be a wrong order', () => {
    for (const type of [-1, 256, 1.5, Number.NaN])
      assert.throws(() => encode('HEARTBEAT', { ...HEARTBEAT, type }, HEADER), /type is an integer from 0 to 255/);
    const fields = { time_unix_usec: 2n ** 64n, time_boot_ms: 0 };
    assert.throws(() => encode('SYSTEM_TIME', fields, HEADER), /time_unix_usec has 64 bits/);
  });

  it('refuses a missing field, a text and an array that are too long, and an unknown name', () => {
    const { type, ...rest } = HEARTBEAT;
    assert.throws(() => encode('HEARTBEAT', rest as FieldsToSend['HEARTBEAT'], HEADER), /HEARTBEAT has no type/);
    assert.throws(() => encode('STATUSTEXT', { severity: 6, text: 'é'.repeat(26) }, HEADER), /text holds 50 bytes/);
    const tunnel = { target_system: 1, target_component: 1, payload_type: 0, payload_length: 0 };
    assert.throws(
      () => encode('TUNNEL', { ...tunnel, payload: Array(129).fill(0) }, HEADER),
      /payload holds 128, not 129/,
    );
    assert.throws(() => encode('toString' as MessageName, {} as never, HEADER), /toString is not a message/);
  });

  it('fills short arrays and texts with zeros, and gives left-out extensions as zero', () => {
    const long = received('STATUSTEXT', { severity: 6, text: 'long text', id: 7, chunk_seq: 1 });
    assert.equal(long.fields.text, 'long text');
    const { fields } = received('STATUSTEXT', { severity: 6, text: 'é' });
    assert.deepEqual(fields, { severity: 6, text: 'é', id: 0, chunk_seq: 0 });
    const tunnel = { target_system: 1, target_component: 1, payload_type: 0, payload_length: 2, payload: [1, 2] };
    assert.deepEqual(received('TUNNEL', tunnel).fields.payload.slice(0, 4), [1, 2, 0, 0]);
  });
});
