import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { it } from 'node:test';
import type { RelayReply } from '@kitestring/hub-contract/relay.ts';
import { RelayOrders } from './relay-orders.ts';

const STREAM = {
  ...{ sid: 'sabcdefghijkl', stream: 'zoom', url: 'https://relay.example/whip/v1', token: 'token', maxKbps: 4000 },
  ...{ leaseS: 30, person: { id: 'p', name: 'Anna Example', role: 'viewer' }, scopes: ['read' as const], via: 'page' },
} as const;

it('an order to publish takes the beat that a station at rest has sent, and a new one when that was too old', async () => {
  const beats: unknown[] = [];
  const replies: RelayReply[] = [
    { v: 1, error: 'COMMAND_TOO_LATE', message: 'beat 7 is 11000 ms old, at most 10000 ms' },
    { v: 1, id: 'order-number-0001', state: 'published' },
  ];
  const orders = new RelayOrders({
    key: { kid: 'key', key: generateKeyPairSync('ed25519').privateKey, x: '' },
    beats: {
      of: async (_sid: string, freshMs?: number) => {
        beats.push(freshMs);
        return { atMs: 0, beat: { boot: 'aaaaaaaaaaaa', n: 7 } };
      },
    },
    connection: { request: async () => ({ data: Buffer.from(JSON.stringify(replies.shift())) }) },
  } as never);
  assert.deepEqual(await orders.send(STREAM), { v: 1, id: 'order-number-0001', state: 'published' });
  assert.deepEqual(beats, [6000, undefined]);
});
