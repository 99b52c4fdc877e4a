import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import type { Database } from '../database/database.ts';
import { EventStreams } from './event-streams.ts';
import { EventTail } from './event-tail.ts';

/** A hub without events. */
const tail = new EventTail({ database: { query: async () => [] } as unknown as Database, log: SILENT_LOG });

/** Response of a request that a client has made in this way, and its client. */
async function asked(method: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = request({ method, port: (server.address() as AddressInfo).port });
  client.on('error', () => {});
  client.end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  return { client, response, [Symbol.dispose]: end };
}

it('forgets the stream of a client that has gone before it began', async () => {
  using asking = await asked('GET');
  const { client, response } = asking;
  const closed = once(response, 'close');
  client.destroy();
  await closed;
  const streams = new EventStreams({ tail, log: SILENT_LOG });
  const answer = streams.open('a', { after: 0 });
  assert.ok(typeof answer === 'object' && 'write' in answer);
  answer.write(response);
  while (streams.size > 0) await new Promise(setImmediate);
});

it('ends the answer to HEAD, which has no events', async () => {
  using asking = await asked('HEAD');
  const { client, response } = asking;
  const streams = new EventStreams({ tail, log: SILENT_LOG });
  const answer = streams.open('a', { after: 0 });
  assert.ok(typeof answer === 'object' && 'write' in answer);
  const got = once(client, 'response');
  answer.write(response);
  await got;
  while (streams.size > 0) await new Promise(setImmediate);
});
