import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createEncrypted } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';

const CHECK = join(import.meta.dirname, '../deploy/image/is-healthy.mjs');
const answers: RequestListener = ({ url }, response) =>
  response.writeHead(url === '/readyz' || url === '/fleet/v1/health' ? 200 : 503).end();

/** Exit status of the health check in a container with these variables. */
const checked = (env: Readonly<Record<string, string>>) =>
  new Promise((resolve) => {
    execFile(process.execPath, [CHECK], { env }).once('exit', resolve);
  });

it('the health check of the images finds station and hub, with a certificate of their own too, and fails without them', async () => {
  const none = String(await freePort());
  for (const server of [createServer(answers), createEncrypted(selfSignedPair(), answers)]) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const port = String((server.address() as AddressInfo).port);
    assert.equal(await checked({ KITESTRING_PORT: port, KITESTRING_HUB_PORT: none }), 0);
    assert.equal(await checked({ KITESTRING_PORT: none, KITESTRING_HUB_PORT: port }), 0);
    const scheme = 'key' in server ? 'https' : 'http';
    assert.equal(await checked({ HEALTH_URL: `${scheme}://127.0.0.1:${port}/elsewhere` }), 1);
    server.close();
  }
  assert.equal(await checked({ KITESTRING_PORT: none, KITESTRING_HUB_PORT: none }), 1);
});
