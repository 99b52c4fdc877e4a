import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { dataFolder } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import type { Finding } from '../src/doctor/finding.ts';
import { StoppedFault } from '../src/stop-signal.ts';
import type { Change } from '../src/watch/station-picture.ts';
import { run, TestOutput } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

/** An output that stops the command once it has seen enough. */
class StoppingOutput extends TestOutput {
  readonly stop = new AbortController();
  readonly #isEnough: (text: string) => boolean;

  constructor(isEnough: (text: string) => boolean, isTerminal = false) {
    super(isTerminal, 100);
    this.#isEnough = isEnough;
  }

  override write(text: string): void {
    super.write(text);
    if (this.#isEnough(this.text)) this.stop.abort();
  }
}

async function watch({ url }: TestStation, out: StoppingOutput, flags: readonly string[] = []) {
  const environment = { KITESTRING_API_KEY: TEST_KEY };
  return run(['watch', '--url', url, ...flags], { environment, out, stop: out.stop.signal });
}

describe('kitestring watch', () => {
  const TOPICS = ['flight/state', 'camera/state', 'system/state', 'handoff/state'];

  it('prints each message as a line of JSON', async () => {
    await using station = await testStation();
    const out = new StoppingOutput((text) => TOPICS.every((topic) => text.includes(topic)) && text.includes('StandBy'));
    const { status, err } = await watch(station, out, ['--json']);
    assert.deepEqual({ status, err }, { status: 0, err: '' });
    const changes: Change[] = out.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { topic, time, data } of changes) {
      assert.ok([...TOPICS, 'station/readiness'].includes(topic));
      assert.match(time, /^\d{4}-\d\d-\d\dT.*\+00:00$/);
      assert.equal(typeof data, 'object');
    }
  });

  it('ends at Ctrl-C also while it waits for the station, in one line', async () => {
    await using station = await testStation();
    const stop = new AbortController();
    stop.abort(new StoppedFault());
    const environment = { KITESTRING_API_KEY: TEST_KEY };
    const { err, status } = await run(['watch', '--url', station.url], { environment, stop: stop.signal });
    assert.deepEqual({ status, err }, { status: 1, err: 'kitestring: Stopped on request.\n' });
  });

  it('asks for a token that may read and no more', async () => {
    await using station = await testStation();
    const { auth } = station.running.station;
    const request = auth.requestToken.bind(auth);
    const asked: (string | undefined)[] = [];
    auth.requestToken = (question) => {
      asked.push(question.scope);
      return request(question);
    };
    await watch(station, new StoppingOutput((text) => text.includes('StandBy')));
    assert.deepEqual(asked, ['read']);
  });

  it('prints lines for reading where there is no terminal', async () => {
    await using station = await testStation();
    const out = new StoppingOutput((text) =>
      ['handoff', 'lids Closed', 'StandBy'].every((part) => text.includes(part)),
    );
    await watch(station, out);
    assert.match(out.text, /^\S+ flight\/state +StandBy altitude=0\.0/m);
    assert.match(out.text, /^\S+ system\/state +lids Closed, remote-id OK kite=100\.0/m);
    assert.match(out.text, /^\S+ handoff\/state +no client in control, 0 waiting$/m);
  });

  it('says on the ground what stands against a take-off, and when nothing does', async () => {
    await using station = await testStation();
    const ready = new StoppingOutput((text) => text.includes('station/readiness'));
    await watch(station, ready);
    assert.match(ready.text, /^\S+ station\/readiness +ready for take-off$/m);
    await using client = new KitestringClient({
      url: station.url,
      key: TEST_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    await client.sim.setButtons({ parking_brake: 'disengaged' });
    const refused = new StoppingOutput((text) => text.includes('refused the parking brake'), true);
    await watch(station, refused);
    assert.match(refused.text, /Take-off +refused the parking brake must be engaged for take-off/);
  });

  it('draws a picture in a terminal', async () => {
    await using station = await testStation();
    const out = new StoppingOutput(
      (text) => ['lids Closed', 'live', 'Take-off'].every((part) => text.includes(part)),
      true,
    );
    await watch(station, out);
    for (const part of [
      'simulated aircraft',
      'Kite ',
      'Altitude',
      'Heading',
      'Camera',
      'Batteries',
      'lids Closed',
      'no client',
    ]) {
      assert.ok(out.text.includes(part), part);
    }
  });
});

describe('kitestring doctor', () => {
  const findings = async (argv: readonly string[]): Promise<{ status: number; found: Record<string, Finding> }> => {
    const { status, out } = await run(['doctor', '--json', ...argv]);
    const list: Finding[] = JSON.parse(out);
    return { status, found: Object.fromEntries(list.map((finding) => [finding.check, finding])) };
  };

  it('finds a running station well', async () => {
    await using station = await testStation();
    const { port } = station.running.addresses[0] ?? { port: 0 };
    const { status, found } = await findings(['--port', String(port), '--data-dir', station.folder]);
    assert.equal(status, 0, JSON.stringify(found));
    assert.match(found.Port?.found ?? '', /used by the running station/);
    assert.match(found.Database?.found ?? '', /in use by a running station/);
    assert.match(found.Certificate?.found ?? '', /^self-signed, 8\d\d days left, for .*localhost/);
    assert.match(found.Station?.found ?? '', /^OK, API 1\.1\.2, at http/);
  });

  it('does not take a station at another address for the program that uses the configured port', async () => {
    await using station = await testStation();
    using folder = new TestFolder();
    await using other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const portOf = async (port: number, host: string) =>
      (await findings(['--url', station.url, '--data-dir', folder.path, '--port', String(port), '--host', host])).found
        .Port;
    const { port: taken } = other.address() as AddressInfo;
    assert.equal((await portOf(taken, '127.0.0.1'))?.status, 'fail');
    const { port: own = 0 } = station.running.addresses[0] ?? {};
    assert.match((await portOf(own, '127.0.0.2'))?.found ?? '', /is free/);
  });

  it('checks each port at which the station is to listen', async () => {
    using folder = new TestFolder();
    await using other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    folder.file('kitestring.yaml', `listeners: ['127.0.0.1:${port}']\n`);
    const { found, status } = await findings(['--port', '0', '--data-dir', folder.path]);
    assert.equal(status, 1);
    assert.match(
      found.Port?.found ?? '',
      new RegExp(`cannot listen on port ${port} of 127\\.0\\.0\\.1 \\(EADDRINUSE\\)`),
    );
  });

  it('finds a damaged database also under a running station', async () => {
    using folder = new TestFolder();
    folder.file('station.sqlite', 'x'.repeat(200));
    const lock = FolderLock.take(dataFolder(folder.path), 0);
    assert.ok(lock);
    const { found, status } = await findings(['--port', '0', '--data-dir', folder.path]);
    lock.release();
    assert.deepEqual([status, found.Database?.status], [1, 'fail']);
    assert.match(found.Database?.found ?? '', /station\.sqlite is damaged/);
  });

  it('finds a machine ready for the first start, and changes nothing', async () => {
    using folder = new TestFolder();
    const { found } = await findings(['--port', '0', '--data-dir', folder.file('new')]);
    assert.match(found['Data folder']?.found ?? '', /created at the first start/);
    assert.match(found.Certificate?.found ?? '', /created at the first start/);
    assert.equal(found.Database, undefined);
  });

  it('says what to do where something is wrong, and ends with 1', async () => {
    using folder = new TestFolder();
    folder.file(
      'station.sqlite',
      'not a database, although this text is long enough to hold the header of one, nearly',
    );
    folder.file('tls-cert.pem', 'not a certificate');
    const { status, out } = await run(['doctor', '--port', '0', '--data-dir', folder.path]);
    assert.equal(status, 1);
    assert.match(out, /^fail {2}Database .*is damaged.*\n +→ Stop the station, restore a backup/m);
    assert.match(
      out,
      /^fail {2}Certificate .*cannot be used.*\n +→ Delete .*tls-cert\.pem: the next start creates a new one\./m,
    );
  });
});
