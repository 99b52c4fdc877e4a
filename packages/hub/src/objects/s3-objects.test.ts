import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { S3Objects } from './s3-objects.ts';

const KEY = 'recordings/sabcdefghijkl/1/main.mp4';

describe('a bucket whose server falls silent', () => {
  const withServer = async (
    answer: RequestListener,
    use: (objects: S3Objects) => Promise<void>,
    { deadlineMs = 1000 } = {},
  ) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b', region: 'c' };
    try {
      await use(new S3Objects({ endpoint, bucket: 'films', credentials, nowMs: Date.now, deadlineMs }));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it('is away for who reads an object, and for who asks for parts', () =>
    withServer(
      () => {},
      async (objects) => {
        await assert.rejects(objects.read(KEY), /does not answer/);
        await assert.rejects(objects.parts(KEY, 'x'), /does not answer/);
      },
    ));

  it('is away in the middle of an object, and of a list', () =>
    withServer(
      (_request, response) => void response.writeHead(200, { 'content-length': 8 }).write('half'),
      async (objects) => {
        const { body } = (await objects.read(KEY)) ?? assert.fail();
        await assert.rejects(Array.fromAsync(body), /has fallen silent/);
        await assert.rejects(objects.parts(KEY, 'x'), /has fallen silent/);
      },
    ));

  it('is given up when its list does not end', () =>
    withServer(
      (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
        };
        response.on('drain', more);
        more();
      },
      (objects) => assert.rejects(objects.parts(KEY, 'x'), /its answer is too long/),
      // Silent it may be meanwhile, on a busy machine.
      { deadlineMs: 60_000 },
    ));
});
