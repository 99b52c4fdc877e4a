import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missingLivekitServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { probeRelays } from './probe-relays.ts';

/** Fault of the relay there; undefined if there is none. */
async function faultOf(url: string, key: string, secret: string): Promise<string | undefined> {
  using folder = new TestFolder();
  const file = join(folder.path, 'secret');
  writeFileSync(file, secret, { mode: 0o600 });
  const settings = { 'relay.urls': [url], 'relay.key': key, 'relay.secret_file': file, 'relay.max_kbps': 2000 };
  const [probed] = await probeRelays(settings);
  return probed?.fault;
}

describe('the check of relays', () => {
  it('takes a LiveKit server with the right key for one, and says that it refuses another key, without the token', {
    skip: missingLivekitServer(),
  }, async () => {
    await using relay = await TestRelay.start();
    assert.equal(await faultOf(relay.url, relay.key, relay.secret), undefined);
    assert.match((await faultOf(relay.url, 'other', relay.secret)) ?? '', /LiveKit refuses the key: invalid API key/);
    const wrong = (await faultOf(relay.url, relay.key, 'swordfish')) ?? '';
    assert.match(wrong, /LiveKit refuses the key: invalid token: \[token\], error: token signature is invalid/);
  });

  for (const [what, answer] of [
    ['answers everything with the same JSON', '{"rooms":[]}'],
    ['answers with a page', '<html>'],
  ] as const) {
    it(`takes a server that ${what} for no relay`, async () => {
      const server = createServer((_request, response) => response.end(answer));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const fault = await faultOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key', 'swordfish');
      assert.match(
        fault ?? '',
        /^this is no LiveKit server: ListRooms is answered with 200 .*, without a token with 200$/,
      );
      server.close();
    });
  }

  it('says that nothing answers', async () => {
    assert.match((await faultOf('http://127.0.0.1:1', 'key', 'swordfish')) ?? '', /^the relay does not answer: /);
  });
});
