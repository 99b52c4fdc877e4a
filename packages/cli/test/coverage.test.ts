import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { COVERAGE_FINDING_NAMES } from '@kitestring/station-contract/sim/coverage-findings.ts';
import type { Coverage } from '@kitestring/station-contract/sim/journal.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

describe('kitestring coverage', () => {
  let station: TestStation;
  let folder: TestFolder;
  let client: KitestringClient;
  before(async () => {
    station = await testStation();
    folder = new TestFolder();
    const added = await station.running.station.auth.addPlugin({ name: 'app', scopes: ['read', 'control'] });
    const key = added.ok ? added.value.key : assert.fail();
    client = new KitestringClient({ url: station.url, key, platform: nodePlatform(), timeoutMs: 180_000 });
    // A slow machine lets station time pass between two requests.
    await using controls = new KitestringClient({
      url: station.url,
      key: TEST_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    await controls.sim.setClock({ paused: true });
  });
  after(async () => {
    await client.close();
    await station[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const coverage = (argv: readonly string[] = [], url = station.url) =>
    run(['coverage', url, ...argv], { environment: { KITESTRING_API_KEY: TEST_KEY }, folder: folder.path });
  const written = (name: string) => readFileSync(join(folder.path, name), 'utf8');

  it('says what is wrong in one line, with a status for each kind', async () => {
    const server = createHttpServer((_request, response) => response.end('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cases: readonly (readonly [readonly string[], number, RegExp, string?])[] = [
      [[], 8, /the journal is off: .*--mark first/],
      [[], 3, /cannot reach|no connection|ECONNREFUSED/, 'http://127.0.0.1:1'],
      [['--data-dir', '/nowhere'], 4, /certificate/, station.url.replace('http:', 'https:')],
      [['--key', 'wrong'], 5, /the API key is unknown/],
      [[], 6, /./, page],
      [['--min-operations', '101'], 2, /--min-operations: got "101", allowed: 0 to 100 percent/],
      [['--min-error-codes', ''], 2, /allowed: 0 to 100 percent/],
      [['--fail-on', 'repeated-409,typo'], 2, /--fail-on: got "typo", allowed: all, no-token-after-401, /],
      [['--mark', 'a', '--json'], 2, /--json: not with --mark/],
      [['--mark', 'a b'], 2, /mark must match/],
    ];
    for (const [argv, status, message, url] of cases) {
      const ran = await coverage(argv, url);
      assert.equal(ran.status, status, `${argv.join(' ')}: ${ran.err}${ran.out}`);
      assert.match(ran.err, message);
      assert.equal(ran.err.split('\n').length, 2, 'one line');
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sets a mark, and then shows what a client has exercised, and what not', async () => {
    const marked = await coverage(['--mark', 'start']);
    assert.deepEqual([marked.status, marked.err], [0, '']);
    assert.match(marked.out, /^mark start at 20\d\d-.*; the journal of requests is on\n$/);
    await client.flight.getFlightState();
    for (let index = 0; index < 3; index += 1) await assert.rejects(client.flight.land());
    const { out, status, err } = await coverage(['--client', 'app']);
    assert.deepEqual([status, err], [0, '']);
    assert.match(out, /^app: 5 requests since start \(20/);
    assert.match(out, /^ {2}operations +3 of 4\d +\d\.\d %$/m);
    assert.match(out, /^ {2}flight states +1 of 7 +14\.3 %$/m);
    assert.match(
      out,
      /^Never exercised\n {2}operations\n {4}auth\.token\.invalidate .*\n.*\n {4}and \d+ more: --never$/m,
    );
    assert.match(
      out,
      /^ {2}app {2}409 WRONG_FLIGHT_STATE {2}flight\.control\.land {2}2 x {2}the same request again at once$/m,
    );
    assert.match(
      out,
      /✘ repeated-409 {2}app: flight\.control\.land after 409 WRONG_FLIGHT_STATE, 2 x\n {6}A good client: Waits/,
    );
    assert.doesNotMatch((await coverage(['--client', 'app', '--never'])).out, /more: --never/);
    const nobody = await coverage(['--client', 'nobody', '--fail-on', 'all', '--junit', 'nobody.xml']);
    assert.equal(nobody.status, 1);
    assert.match(nobody.out, /^nobody: 0 requests/);
    assert.match(nobody.out, /✘ no request of nobody since start: nothing to judge; clients: .*\bapp\b/);
    assert.match(written('nobody.xml'), /<testsuite name="limits" tests="11" failures="1"/);
    assert.equal((await coverage(['--client', 'nobody'])).status, 1);
  });

  it('fails where a limit is missed, and writes JSON and JUnit XML', async () => {
    const kept = await coverage(['--client', 'app', '--min-operations', '5', '--fail-on', 'no-token-after-401']);
    assert.equal(kept.status, 0);
    assert.match(kept.out, /✔ operations: 3 of 4\d, .*at least 5 % are required\n {2}✔ no-token-after-401: none/);
    const asked = ['--client', 'app', '--min-operations', '80', '--fail-on', 'all'];
    const missed = await coverage([...asked, '--junit', 'c.xml']);
    assert.equal(missed.status, 1);
    assert.match(missed.out, /✘ operations: 3 of .* at least 80 % are required/);
    assert.match(missed.out, /✘ repeated-409: 2 times/);
    const {
      format,
      coverage: json,
      limits,
    } = JSON.parse((await coverage([...asked, '--json'])).out) as {
      format: number;
      coverage: Coverage;
      limits: readonly object[];
    };
    assert.deepEqual([format, json.client, limits.length], [1, 'app', 2 + COVERAGE_FINDING_NAMES.length]);
    const xml = written('c.xml');
    assert.match(xml, /<testsuite name="limits" tests="12" failures="2" errors="0" skipped="0"/);
    assert.match(
      xml,
      /<testcase name="--min-operations 80" classname="coverage\.limits" time="0\.000">\n {6}<failure message="operations: 3 of/,
    );
    assert.match(xml, /<testcase name="flight\.state" classname="coverage\.operations" time="0\.000"\/>/);
    assert.match(xml, /<testcase name="flight\.control\.abort".*\n {6}<skipped message="never exercised"\/>/);
    assert.match(
      xml,
      /<testcase name="repeated-409".*\n {6}<system-out>.*\napp: flight\.control\.land after 409 WRONG_FLIGHT_STATE, 2 times<\/system-out>/,
    );
    const unwritable = await coverage(['--junit', '/nowhere/c.xml']);
    assert.deepEqual([unwritable.status, /--junit: cannot write/.test(unwritable.err)], [1, true]);
  });

  it('counts from a mark, and switches the journal off', async () => {
    await coverage(['--mark', 'later']);
    const nothing = await coverage(['--since', 'later', '--fail-on', 'all']);
    assert.equal(nothing.status, 1);
    assert.match(nothing.out, /✘ no request of any client since later: nothing to judge/);
    await client.camera.getCameraState();
    const { out, status } = await coverage(['--client', 'app', '--since', 'later', '--fail-on', 'all', '--stop']);
    assert.equal(status, 0, out);
    assert.match(out, /^app: 1 requests since later/);
    const off = await coverage();
    assert.deepEqual([off.status, off.out], [8, '']);
  });
});
