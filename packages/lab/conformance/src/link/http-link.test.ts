import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { it } from 'node:test';
import { HttpLink } from './http-link.ts';

/** Answers so many requests of a connection, but for those to `/never`, and ends it with the next one. */
async function endingAfter(answers: number) {
  const counts = new Map<Socket, number>();
  const server = createServer(({ socket, url }, response) => {
    if (url === '/never') return;
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    if (count > answers) socket.destroy();
    else response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const link = new HttpLink(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), {});
  return {
    link,
    connections: () => counts.size,
    [Symbol.dispose]: () => {
      link[Symbol.dispose]();
      server.close();
    },
  };
}

it('a connection that a server has ended while nothing was sent over it is replaced', async () => {
  using server = await endingAfter(1);
  for (let times = 0; times < 3; times += 1) assert.equal((await server.link.send({ path: '/' })).status, 200);
  assert.equal(server.connections(), 3);
});

it('a request that a server ends a new connection for has no answer', async () => {
  using server = await endingAfter(0);
  await assert.rejects(server.link.send({ path: '/' }), /no answer: socket hang up/);
  assert.equal(server.connections(), 1);
});

it('a request is given up when nothing has been answered for 15 s, not while a slow station answers others', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  using server = await endingAfter(Number.POSITIVE_INFINITY);
  let fault: unknown;
  const over = server.link.send({ path: '/never' }).catch((error) => {
    fault = error;
  });
  for (let times = 0; times < 3; times += 1) {
    t.mock.timers.tick(14_000);
    await server.link.send({ path: '/' });
  }
  assert.equal(fault, undefined);
  t.mock.timers.tick(16_000);
  await over;
  assert.match(String(fault), /no answer in 15 s/);
});

it('a station that has answered before is waited for longer: its recorder may be slow to start', async (t) => {
  using server = await endingAfter(Number.POSITIVE_INFINITY);
  await server.link.send({ path: '/' });
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let fault: unknown;
  const over = server.link.send({ path: '/never' }).catch((error) => {
    fault = error;
  });
  t.mock.timers.tick(40_000);
  await server.link.send({ path: '/' });
  assert.equal(fault, undefined);
  t.mock.timers.tick(46_000);
  await over;
  assert.match(String(fault), /no answer in 45 s/);
});

it('a DELETE with a body is one request, and not the beginning of another', async () => {
  using server = await endingAfter(Number.POSITIVE_INFINITY);
  const statuses: number[] = [];
  for (const method of ['DELETE', 'DELETE', 'GET'])
    statuses.push((await server.link.send({ path: '/', method, ...(method === 'DELETE' && { body: '{}' }) })).status);
  assert.deepEqual(statuses, [200, 200, 200]);
});
