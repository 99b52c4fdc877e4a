import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { InProcessClient } from '../src/listen/in-process-client.ts';

const LARGE = Buffer.alloc(2 ** 20, 'x');

const readText = async (body: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(body)).toString();

const echo: RequestListener = async (request, response) => {
  const text = await readText(request);
  response.writeHead(201, { 'X-From': request.socket.remoteAddress, 'Content-Type': 'text/plain' });
  response.end(`${request.method} ${request.url} ${request.headers.authorization} ${text}`);
};

describe('a client of an API in its process', () => {
  it('sends method, path, headers and body, and gets status, headers and body', async () => {
    const headers = { authorization: 'Bearer abc' };
    const response = await new InProcessClient(echo).send({ method: 'POST', path: '/a?b=c', headers }, '{"d":1}');
    assert.deepEqual([response.statusCode, response.headers['x-from']], [201, '127.0.0.1']);
    assert.equal(await readText(response), 'POST /a?b=c Bearer abc {"d":1}');
  });

  it('reads a long body at its own pace', async () => {
    let sent = 0;
    const client = new InProcessClient((_request, response) => {
      response.writeHead(200);
      for (; sent < 64 && response.write(LARGE); sent += 1);
      response.once('drain', () => response.end());
    });
    const response = await client.send({ path: '/' });
    assert.ok(sent < 2, 'the service waits for the reader');
    assert.equal((await readText(response)).length, (sent + 1) * LARGE.length);
  });

  it('ends a request that it gives up, before and after the response', async () => {
    const ends: Promise<unknown>[] = [];
    const asked = Promise.withResolvers<void>();
    const client = new InProcessClient((request, response) => {
      ends.push(once(response, 'close'));
      asked.resolve();
      if (request.url === '/begun') response.writeHead(200).flushHeaders();
    });
    const silent = new AbortController();
    const request = client.send({ path: '/silent', signal: silent.signal });
    await asked.promise;
    silent.abort();
    await assert.rejects(request, { name: 'AbortError' });
    const begun = new AbortController();
    const response = await client.send({ path: '/begun', signal: begun.signal });
    begun.abort();
    await assert.rejects(readText(response), { code: 'ECONNRESET' });
    await Promise.all(ends);
    assert.equal(ends.length, 2);
  });

  it('rejects where the service breaks the connection off', async () => {
    const client = new InProcessClient((request) => request.socket.destroy());
    await assert.rejects(client.send({ path: '/' }), { code: 'ECONNRESET' });
  });
});
