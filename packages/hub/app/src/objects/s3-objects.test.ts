import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { S3Objects } from './s3-objects.ts';

const KEY = 'recordings/sabcdefghijkl/1/main.mp4';

/** Lets deadlines pass until this is over. */
async function atItsDeadline<T>({ mock }: TestContext, work: Promise<T>): Promise<T> {
  let isOver = false;
  const note = () => {
    isOver = true;
  };
  work.then(note, note);
  for (; !isOver; await turn()) mock.timers.tick(1000);
  return work;
}

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
      { deadlineMs: 50 },
    ));

  it('is away in the middle of an object, and of a list', (t) =>
    withServer(
      (_request, response) => void response.writeHead(200, { 'content-length': 8 }).write('half'),
      async (objects) => {
        // Deadlines stand still until the headers have come. Node's types do not know the second one.
        t.mock.timers.enable({ apis: ['setTimeout', 'AbortSignal.timeout' as 'setTimeout'] });
        const { body } = (await objects.read(KEY)) ?? assert.fail();
        await assert.rejects(atItsDeadline(t, Array.fromAsync(body)), /has fallen silent/);
        const answered = Promise.withResolvers<void>();
        const { fetch } = globalThis;
        t.mock.method(globalThis, 'fetch', (...asked: Parameters<typeof fetch>) =>
          fetch(...asked).finally(answered.resolve),
        );
        const parts = objects.parts(KEY, 'x');
        await answered.promise;
        await turn();
        await assert.rejects(atItsDeadline(t, parts), /has fallen silent/);
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
