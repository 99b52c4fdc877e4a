import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { WhipFault, WhipSession } from './whip-session.ts';

describe('WhipSession', () => {
  it('tells the status of a refusal, and nothing of what the service says', async () => {
    const server = createServer((_, response) => response.writeHead(401).end('password of the printer: 1234'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await assert.rejects(
        WhipSession.open({ url: `http://${host}/whip` }, 'v=0\r\n'),
        new WhipFault(`the relay at ${host} refuses the stream: 401 Unauthorized`),
      );
    } finally {
      server.close();
    }
  });
});
