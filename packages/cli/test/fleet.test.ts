import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { Launched } from './support/launcher.ts';
import { run } from './support/test-context.ts';

const KEY = 'a-key-for-tests-only';

interface Listed {
  readonly name: string;
  readonly url: string;
  readonly pin: string;
  readonly seed: number;
  readonly data_dir: string;
  readonly api_key_file?: string;
}

const fleet = (folder: TestFolder, flags: readonly string[] = [], environment: Record<string, string> = {}) =>
  new Launched(['serve', '--fleet', '3', '--port', '0', '--data-dir', folder.path, ...flags], { environment });

async function listOf(launched: Launched, folder: TestFolder): Promise<readonly Listed[]> {
  await launched.printed(/"stations":3.*listening/);
  return JSON.parse(readFileSync(folder.file('fleet.json'), 'utf8')).stations;
}

const client = (url: string, key: string) =>
  new KitestringClient({ url, key, platform: nodePlatform(), timeoutMs: 180_000 });

/** A client of a listed station, with the key that its file holds. */
const ownClientOf = ({ url, api_key_file: file = '' }: Listed) => client(url, readFileSync(file, 'utf8').trim());

describe('a fleet', () => {
  const folder = new TestFolder();
  let launched: Launched;
  let stations: readonly Listed[];
  before(async () => {
    launched = fleet(folder, ['--seed', '40', '--system-gs-name', 'load', '--sim-speed', '20']);
    stations = await listOf(launched, folder);
  });
  after(() => {
    launched[Symbol.dispose]();
    folder[Symbol.dispose]();
  });

  it('is stations with own name, port, folder, seed and key', async () => {
    assert.deepEqual(
      stations.map(({ name, seed, data_dir }) => [name, seed, path.basename(data_dir)]),
      [
        ['load-001', 40, '001'],
        ['load-002', 41, '002'],
        ['load-003', 42, '003'],
      ],
    );
    assert.equal(new Set(stations.map(({ url }) => url)).size, 3);
    assert.equal(new Set(stations.map(({ pin }) => pin)).size, 3);
    for (const station of stations) {
      assert.equal(statSync(station.api_key_file ?? '').mode & 0o777, 0o600);
      assert.equal((await ownClientOf(station).system.getSystemInfo()).gs_name, station.name);
      assert.ok(launched.err.includes(`${station.name}  ${station.url}/api`), launched.err);
    }
  });

  it('shares nothing: a key of one is none of another, and a take-off moves one Kite', async () => {
    const [first, second] = stations;
    assert.ok(first?.api_key_file && second);
    const strangersKey = readFileSync(first.api_key_file, 'utf8').trim();
    await assert.rejects(client(second.url, strangersKey).flight.getFlightState(), { code: 'INVALID_API_KEY' });
    const pilot = ownClientOf(first);
    const onlooker = ownClientOf(second);
    // So that the take-off is still under way when it is read, however busy the machine.
    await pilot.sim.setClock({ speed: 0.1 });
    await pilot.handoff.requestControl({ operator_name: 'load test' });
    await pilot.flight.takeOff();
    assert.equal((await pilot.flight.getFlightState()).flight_state, 'TakingOff');
    assert.equal((await onlooker.flight.getFlightState()).flight_state, 'StandBy');
    assert.equal((await onlooker.handoff.getHandoffState()).controlling_client, null);
  });

  it('takes one key for all from the environment, prints it nowhere, and stops in good order', async () => {
    using folder = new TestFolder();
    using launched = fleet(folder, [], { KITESTRING_API_KEY: KEY });
    const stations = await listOf(launched, folder);
    for (const station of stations) {
      assert.equal(station.api_key_file, undefined);
      assert.equal((await client(station.url, KEY).flight.getFlightState()).flight_state, 'StandBy');
    }
    assert.doesNotMatch(launched.out + launched.err, new RegExp(KEY));
    assert.doesNotMatch(readFileSync(folder.file('fleet.json'), 'utf8'), new RegExp(KEY));
    launched.process.kill('SIGTERM');
    const { status, out } = await launched.end();
    assert.equal(status, 0);
    const said = out.trim().split('\n');
    assert.deepEqual(
      said.slice(-2).map((line) => JSON.parse(line).msg),
      ['stopping', 'stopped'],
    );
    assert.equal(existsSync(folder.file('fleet.json')), false);
  });

  it('starts as a whole or not at all: a port that is taken is named, with its station', async () => {
    using folder = new TestFolder();
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
    });
    using launched = new Launched(['serve', '--fleet', '2', '--port', String(port), '--data-dir', folder.path]);
    const { status, err } = await launched.end();
    blocker.close();
    assert.equal(status, 1);
    assert.match(err, new RegExp(`^kitestring: kitestring-001: .*${port}.*\\n$`));
    assert.equal(existsSync(folder.file('fleet.json')), false);
    for (const name of readdirSync(folder.path)) {
      assert.equal(existsSync(path.join(folder.path, name, 'station.sqlite-wal')), false, 'its store was closed');
    }
  });

  it('refuses what makes no sense before anything is begun', async () => {
    using folder = new TestFolder();
    const wrong = [
      [['--fleet', '0'], /whole number from 1 to 1000, got "0"/],
      [['--fleet', '1001'], /whole number from 1 to 1000, got "1001"/],
      [['--fleet', 'ten'], /got "ten"/],
      [['--fleet', '10', '--port', '65530'], /the ports 65530 to 65539, the last one is 65535/],
      [['--fleet', '2', '--listeners', '9443'], /listeners/],
      [['--fleet', '2', '--print-config'], /--print-config cannot be combined with --fleet/],
    ] as const;
    for (const [flags, message] of wrong) {
      const { status, err } = await run(['serve', '--data-dir', folder.path, ...flags]);
      assert.equal(status, 2, flags.join(' '));
      assert.match(err, message);
      assert.equal(err.trim().split('\n').length, 1);
    }
    assert.deepEqual(readdirSync(folder.path), []);
  });
});
