import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import type { ConformReport } from '@kitestring/lab-conformance/report/report.ts';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { StoppedFault } from '../src/stop-signal.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

/** One of each kind is enough here: what the checks find is tested in their package. */
const FEW = ['--only', 'health', '--only', 'flight.info'];

let station: TestStation;
let folder: TestFolder;
before(async () => {
  station = await testStation();
  folder = new TestFolder();
});
after(async () => {
  await station[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const conform = (argv: readonly string[], overrides: Parameters<typeof run>[1] = {}) =>
  run(['conform', ...argv], { environment: { KITESTRING_API_KEY: TEST_KEY }, folder: folder.path, ...overrides });

/** A server on a free port, for as long as it is needed. */
async function listening(server: Server): Promise<AsyncDisposable & { readonly url: string }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

const reporting = (version: string) =>
  createHttpServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('connection', 'close');
    response.end(JSON.stringify({ status: 'OK', api_version: version }));
  });

describe('kitestring conform', () => {
  it('checks a station, says how many assertions held, and leaves no session behind', async () => {
    const { status, out, err } = await conform([station.url, ...FEW]);
    assert.deepEqual({ status, err }, { status: 0, err: '' }, out);
    assert.match(out, /^\d+ checks of version 1\.1\.2; the station reports 1\.1\.2; its clock goes \d+ times/);
    assert.match(
      out,
      /^\d+ checks of version 1\.1\.2: \d+ passed, 0 failed, 0 skipped; \d+ assertions in \d+\.\d s\n$/m,
    );
    await using other = new KitestringClient({
      url: station.url,
      key: TEST_KEY,
      tokenName: 'test',
      platform: nodePlatform(),
    });
    assert.deepEqual(
      (await other.auth.listTokens()).map(({ name }) => name),
      ['test'],
    );
  });

  it('writes JUnit XML, JSON and a page, and compares with an earlier JSON', async () => {
    const made = await conform([station.url, ...FEW, '--json', '--junit', 'r.xml', '--html', 'r.html']);
    assert.equal(made.status, 0);
    assert.match(made.err, /: \d+ passed, 0 failed/);
    writeFileSync(join(folder.path, 'r.json'), made.out);
    const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
    assert.match(
      read('r.xml'),
      /<testcase name="flight\.info\.missing-token" classname="conform\.read" time="[\d.]+"\/>/,
    );
    assert.match(read('r.html'), /<code>flight\.info\.field\.altitude_hard_max<\/code>/);
    const earlier = JSON.parse(read('r.json')) as ConformReport;
    for (const text of ['r.xml', 'r.json', 'r.html'].map(read)) assert.ok(!text.includes(TEST_KEY));
    const same = await conform([station.url, ...FEW, '--baseline', 'r.json']);
    assert.equal(same.status, 0);
    assert.match(same.out, /^nothing has changed since the baseline$/m);
    const [first, ...others] = earlier.results;
    writeFileSync(
      join(folder.path, 'old.json'),
      JSON.stringify({ ...earlier, results: [{ ...first, outcome: 'failed' }, ...others] }),
    );
    assert.match(
      (await conform([station.url, ...FEW, '--baseline', 'old.json'])).out,
      new RegExp(`^passes again: ${first?.id}$`, 'm'),
    );
  });

  it('leaves no empty report where nothing could be checked', async () => {
    const closed = `http://127.0.0.1:${await freePort()}`;
    const { status } = await conform([closed, '--junit', 'empty.xml', '--html', 'empty.html']);
    assert.equal(status, 3);
    assert.deepEqual(
      ['empty.xml', 'empty.html'].filter((name) => existsSync(join(folder.path, name))),
      [],
    );
  });

  it('does not pass where every check was skipped', async () => {
    const { out, status } = await conform([
      station.url,
      '--only',
      'recordings.get.field',
      '--only',
      'notifications.history.from-end',
    ]);
    assert.match(out, /: 0 passed, 0 failed, [\s\S]*nothing was judged: every check was skipped/);
    assert.equal(status, 1);
  });

  it('says in one line why it cannot check, with a status for each kind', async () => {
    await using silent = await listening(createServer((socket) => socket.resume().end('220 mail\r\n')));
    await using page = await listening(createHttpServer((_request, response) => response.end('<html>')));
    await using newer = await listening(reporting('2.0.0'));
    await using alike = await listening(reporting('1.3.0'));
    await using moved = await listening(
      createHttpServer(({ url }, response) =>
        response.writeHead(308, { location: `https://elsewhere.invalid${url}`, connection: 'close' }).end(),
      ),
    );
    const closed = `http://127.0.0.1:${await freePort()}`;
    const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
      [[closed], 3, /cannot reach http:.*ECONNREFUSED.*check address and port/],
      [
        [station.url.replace('http:', 'https:'), '--data-dir', '/nowhere'],
        4,
        /certificate is not trusted.*--pin, --ca or --insecure/,
      ],
      [[station.url, '--key', 'wrong'], 5, /does not accept the key: the API key is unknown/],
      [[silent.url], 6, /does not speak HTTP: check address and port/],
      [[page.url], 6, /not with this API: there is no \/api\/health/],
      [
        [station.url.replace('http:', 'https:').replace(/\d+$/, String(new URL(page.url).port))],
        6,
        /does not speak HTTPS: try http:/,
      ],
      [[alike.url], 6, /has a health as this API has, but answers a token request with .*: check address and port/],
      [[newer.url], 7, /speaks version 2\.0\.0, which is not known here.*--version/],
      [[station.url, '--allow-flight', '--kite', 'another'], 8, /is called kite-\S+, not "another": nothing was flown/],
      [[station.url, '--allow-flight'], 2, /--kite NAME/],
      [[station.url, '--only', 'health', '--only', 'helth'], 2, /no check of this run has "helth" in its id/],
      [[moved.url], 6, /redirects to https:\/\/elsewhere\.invalid\/api\/health: give the address of the station/],
      [[station.url, '--kite', 'another'], 2, /only with --allow-flight/],
      [['ftp://127.0.0.1'], 2, /allowed: an address such as/],
      [[station.url, '--version', '3'], 2, /--version: got "3", allowed: .*1\.1\.2/],
      [[station.url, '--baseline', 'no.json'], 2, /--baseline: cannot use no\.json: .*ENOENT/],
      [[station.url, ...FEW, '--junit', '/nowhere/r.xml'], 1, /--junit: cannot write/],
    ];
    for (const [argv, status, message] of cases) {
      const ran = await conform(argv);
      assert.equal(ran.status, status, `${argv.join(' ')}: ${ran.err}${ran.out}`);
      assert.match(ran.err, message);
      assert.equal(ran.err.split('\n').length, 2, 'one line');
      assert.ok(!(ran.err + ran.out).includes(TEST_KEY));
    }
  });

  it('stops on request', async () => {
    const stop = new AbortController();
    stop.abort(new StoppedFault());
    const { status, err } = await conform([station.url], { stop: stop.signal });
    assert.deepEqual({ status, err }, { status: 1, err: 'kitestring: Stopped on request.\n' });
  });
});
