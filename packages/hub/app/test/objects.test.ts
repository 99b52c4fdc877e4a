import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { sendPart } from '@kitestring/hub-link/uploads';
import { missingVersityGateway } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { FolderObjects, PART_PATH } from '../src/objects/folder-objects.ts';
import type { NewPart, Objects, PartTicket } from '../src/objects/objects.ts';
import { S3Objects } from '../src/objects/s3-objects.ts';
import { TestS3 } from './support/test-s3.ts';

interface OpenObjects extends AsyncDisposable {
  readonly objects: Objects;
}

/** The clock of both: tickets end by it. */
let nowMs = 0;

describeObjects('a folder', false, async () => {
  const folder = new TestFolder();
  const server = createServer(async (request, response) => {
    const outcome = await objects
      .receive((request.url ?? '').slice(PART_PATH.length + 1), request)
      .catch(() => 'refused');
    response.writeHead({ taken: 200, refused: 403, full: 507 }[outcome as 'taken']).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const objects = new FolderObjects({ folder: folder.path, baseUrl, nowMs: () => nowMs });
  return {
    objects,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      folder[Symbol.dispose]();
    },
  };
});

for (const hasTls of [false, true]) {
  describeObjects(`S3${hasTls ? ' with a private authority' : ''}`, missingVersityGateway(), async () => {
    const server = await TestS3.start(hasTls);
    const { bucket, ca, credentials, endpoint } = server;
    if (hasTls) {
      const untold = new S3Objects({ endpoint, bucket, credentials, nowMs: () => nowMs });
      await assert.rejects(untold.begin('x'), /does not answer/);
    }
    return {
      objects: new S3Objects({ endpoint, bucket, ca, credentials, nowMs: () => nowMs }),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });
}

/** The same for every store. */
function describeObjects(name: string, skip: string | false, open: () => Promise<OpenObjects>): void {
  describe(`objects in ${name}`, { skip }, () => {
    let opened: OpenObjects;
    let objects: Objects;
    const key = 'recordings/sabcdefghijkl/20260301_103000_+0100/main.mp4';
    let content: Buffer;
    let parts: readonly (NewPart & { readonly body: Buffer })[];
    before(async () => {
      nowMs = Date.now();
      opened = await open();
      objects = opened.objects;
      // Those of a long file are longer.
      const partBytes = objects.partBytes + 1000;
      content = randomBytes(2 * partBytes + 4711);
      parts = [0, 1, 2].map((index) => {
        const first = index * partBytes;
        const body = content.subarray(first, first + partBytes);
        return { number: index + 1, first, bytes: body.length, sha256: hash('sha256', body, 'base64'), body };
      });
    });
    after(() => opened?.[Symbol.asyncDispose]());
    const [first, second, third] = [0, 1, 2].map((index) => () => parts[index] as (typeof parts)[number]) as [
      () => (typeof parts)[number],
      () => (typeof parts)[number],
      () => (typeof parts)[number],
    ];
    /** Status of the answer; 0 where the store has closed the connection before it read all. */
    const put = ({ ca, headers, url }: PartTicket, body: Buffer): Promise<number> =>
      sendPart({
        url,
        headers,
        body,
        ca,
        send: async (all, write) => write(all),
        signal: AbortSignal.timeout(180_000),
      }).catch(() => 0);
    const isRefused = (status: number) => status === 0 || status >= 400;
    const bytes = async (range?: { first: number; last: number }) => {
      const found = await objects.read(key, range);
      return found === undefined ? undefined : Buffer.concat(await Array.fromAsync(found.body));
    };
    const numbers = async (upload: string) =>
      (await objects.parts(key, upload))?.map(({ bytes, number }) => [number, bytes]);

    it('come in parts, each only with the bytes that its ticket names, in any order, and are one when complete', async () => {
      const upload = await objects.begin(key);
      assert.deepEqual(await objects.parts(key, upload), []);
      assert.equal(await put(objects.ticket(key, upload, third()), third().body), 200);
      const ticket = objects.ticket(key, upload, first());
      const wrong = Buffer.from(first().body);
      wrong[4711] = (wrong[4711] ?? 0) ^ 1;
      assert.ok(isRefused(await put(ticket, wrong)), 'other bytes');
      const tampered = ticket.url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      assert.ok(isRefused(await put({ ...ticket, url: tampered }, first().body)));
      assert.deepEqual(await numbers(upload), [[3, 4711]]);
      assert.equal(await bytes(), undefined);
      await assert.rejects(objects.complete(key, upload, 3), /1 of 3 parts/);
      assert.equal(await put(ticket, first().body), 200);
      assert.equal(await put(ticket, first().body), 200, 'once more');
      assert.equal(await put(objects.ticket(key, upload, second()), second().body), 200);
      await objects.complete(key, upload, 3);
      assert.ok((await bytes())?.equals(content));
      assert.equal((await objects.read(key, { first: 0, last: 0 }))?.bytes, content.length);
      const edge = second().first;
      assert.ok((await bytes({ first: edge - 2, last: edge + 1 }))?.equals(content.subarray(edge - 2, edge + 2)));
      assert.equal(await objects.parts(key, upload), undefined, 'the upload has ended');
      await objects.remove(key);
      await objects.remove(key);
      assert.equal(await bytes(), undefined);
    });

    it('have nothing of a part that was cut off in the middle', async () => {
      const upload = await objects.begin(key);
      const ticket = objects.ticket(key, upload, first());
      const { ca, headers, url } = ticket;
      const request = (ca === undefined ? httpRequest : httpsRequest)(url, {
        ca,
        method: 'PUT',
        headers: { ...headers, 'content-length': first().bytes },
      });
      request.on('error', () => {});
      request.write(first().body.subarray(0, first().bytes / 2), () => request.destroy());
      // Not by `once`, which would reject with the error of a cut connection.
      await new Promise((resolve) => request.on('close', resolve));
      assert.deepEqual(await objects.parts(key, upload), []);
      assert.equal(await put(ticket, first().body), 200);
      assert.deepEqual(await numbers(upload), [[1, first().bytes]]);
      await objects.abort(key, upload);
      assert.equal(await objects.parts(key, upload), undefined);
      assert.ok(isRefused(await put(ticket, first().body)));
    });

    it('are not open to a ticket that has ended', async () => {
      const upload = await objects.begin(key);
      nowMs -= 3_600_000;
      const ticket = objects.ticket(key, upload, first());
      nowMs += 3_600_000;
      assert.ok(isRefused(await put(ticket, first().body)));
      await objects.abort(key, upload);
    });
  });
}
