import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

/** Commands that ask a station, each with what it needs beside the address. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  watch: [],
  fly: [],
  record: ['--out', 'x.mcap'],
  snapshot: ['--out', 'x.snapshot'],
  coverage: [],
  'wire-fault list': [],
};

/** A server that is no station, and the requests that it has got. */
async function page() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('<html>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, [Symbol.dispose]: () => void server.close().closeAllConnections() };
}

describe('the exit status of each command on a station', () => {
  const folder = new TestFolder();
  let station: TestStation;
  before(async () => {
    station = await testStation();
  });
  after(async () => {
    await station[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const statusOf = (name: string, url: string, key = TEST_KEY) =>
    run([...name.split(' '), url, ...(COMMANDS[name] ?? [])], {
      environment: { KITESTRING_API_KEY: key, KITESTRING_DATA_DIR: folder.path },
      folder: folder.path,
    });

  for (const name of Object.keys(COMMANDS)) {
    it(`${name}: 3 without an answer, 5 for a wrong key, 6 where no station answers, which gets no key`, async () => {
      using other = await page();
      assert.equal((await statusOf(name, `http://127.0.0.1:${await freePort()}`)).status, 3);
      assert.equal((await statusOf(name, station.url, 'wrong')).status, 5);
      const { err, status } = await statusOf(name, other.url);
      assert.equal(status, 6, err);
      assert.deepEqual(
        other.asked.filter((request) => !/^GET \/api\/(v\d\/)?health$/.test(request)),
        [],
      );
    });
  }
});
