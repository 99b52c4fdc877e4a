import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { DEADLINES, EndedConnections, HttpServers } from '@kitestring/web/listen';
import { FolderObjects } from '../src/objects/folder-objects.ts';
import { PartReceiver } from '../src/uploads/part-receiver.ts';

const answeredStatus = async (sent: ClientRequest): Promise<number> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
};

it('a part on a narrow line may take longer than other requests, and its connection only until then', async () => {
  using folder = new TestFolder();
  const listening = createServer((socket) => servers.acceptPlain(socket)).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const baseUrl = () => `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
  const objects = new FolderObjects({ folder: folder.path, baseUrl, nowMs: Date.now });
  const parts = new PartReceiver(objects, SILENT_LOG);
  let onBegun = () => {};
  const listener = parts.before((incoming, response) => void incoming.resume().once('end', () => response.end()));
  const servers = new HttpServers({
    listener: (incoming, response) => {
      onBegun();
      listener(incoming, response);
    },
    headers: [],
    tls: selfSignedPair(),
    tlsMode: 'off',
    ended: new EndedConnections(),
    deadlines: { ...DEADLINES, headersMs: 100, requestMs: 100, checkMs: 10 },
    hasOwnDeadline: (stream) => parts.isReceiving(stream),
    isKnownHost: () => true,
    onUpgrade: () => {},
    onBug: (error) => assert.fail(String(error)),
  });
  const body = randomBytes(1000);
  /** Half of a request whose headers the server has read: one that it was held up before may be late already. */
  const begin = async (url: string, method: string, headers = {}): Promise<[ClientRequest, Promise<number>]> => {
    for (;;) {
      const begun = new Promise<undefined>((resolve) => {
        onBegun = () => resolve(undefined);
      });
      const sent = request(url, { method, agent: false, headers: { ...headers, 'content-length': body.length } });
      sent.write(body.subarray(0, 500));
      const status = answeredStatus(sent);
      if ((await Promise.race([begun, status])) === undefined) return [sent, status];
    }
  };

  const sha256 = hash('sha256', body, 'base64');
  const { headers, url } = objects.ticket('key', await objects.begin('key'), {
    number: 1,
    first: 0,
    bytes: 1000,
    sha256,
  });
  const [part, partStatus] = await begin(url, 'PUT', headers);
  const [, otherStatus] = await begin(`${baseUrl()}fleet/v1/keys`, 'POST');
  assert.equal(await otherStatus, 408);
  part.end(body.subarray(500));
  assert.equal(await partStatus, 200);

  const [, forgedStatus] = await begin(`${baseUrl()}uploads/v1/parts/x`, 'PUT');
  assert.equal(await forgedStatus, 403);
  servers.stop();
  listening.close();
});
