import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { type Log, SILENT_LOG } from '@kitestring/base/log.ts';
import { guarded } from './build-app.ts';

it('a bug beside every handler costs its connection and is logged; the next request is answered', async () => {
  const logged: string[] = [];
  const log: Log = { ...SILENT_LOG, error: (_fields, message) => logged.push(message) };
  const listener = guarded((request, response) => {
    if (request.url === '/bug') throw new Error('a bug');
    response.end('fine');
  }, log);
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await assert.rejects(fetch(`${url}/bug`));
  assert.equal(await (await fetch(`${url}/next`)).text(), 'fine');
  assert.deepEqual(logged, ['a request failed outside its handler']);
  server.close();
  server.closeAllConnections();
});
