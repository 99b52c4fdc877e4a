import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { SocketLink } from './socket-link.ts';

it('an upgrade that is answered without an end is given up after 64 MiB', async (t) => {
  // Its deadline stands still: a busy machine may take longer than that for so many bytes.
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(1024 ** 2)));
    };
    socket.on('drain', more).on('error', () => {});
    more();
    request.resume();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent();
  const opened = SocketLink.open({ url: `ws://127.0.0.1:${port}/`, agent, headers: {} });
  await assert.rejects(opened, /longer than 67108864 bytes/);
  agent.destroy();
});
