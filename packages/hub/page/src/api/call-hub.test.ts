import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFleetInventory } from '@kitestring/hub-contract/fleet/fleet-inventory.ts';
import { CallFault, callHub } from './call-hub.ts';

describe('a request of the page that fails', () => {
  it('has code, reason and trace id of the hub, and none of them when a proxy has answered', async (test) => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const body = JSON.stringify({ code: 'STORE_UNUSABLE', message: 'The database is away.', trace_id: traceId });
    for (const [text, told] of [
      [body, ['STORE_UNUSABLE', 'The database is away.', traceId]],
      ['<html>', ['', '', undefined]],
    ] as const) {
      const fetched = test.mock.method(globalThis, 'fetch', async () => new Response(text, { status: 503 }));
      await assert.rejects(callHub(readFleetInventory), (fault) => {
        assert.ok(fault instanceof CallFault);
        assert.deepEqual([fault.code, fault.message, fault.traceId], told);
        return true;
      });
      fetched.mock.restore();
    }
  });

  it('is one whose answer is cut, or is that of a proxy, whatever its status: no empty reply', async (test) => {
    const cut = new ReadableStream({ start: (it) => it.error(new Error('the connection has ended')) });
    for (const [answer, status, code] of [
      [new Response(cut), 0, 'UNREACHABLE'],
      [new Response('<html>'), 200, ''],
    ] as const) {
      const fetched = test.mock.method(globalThis, 'fetch', async () => answer);
      await assert.rejects(callHub(readFleetInventory), (fault) => {
        assert.ok(fault instanceof CallFault);
        assert.deepEqual([fault.status, fault.code], [status, code]);
        return true;
      });
      fetched.mock.restore();
    }
  });
});
