import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

describe('kitestring snapshot', () => {
  let station: TestStation;
  let folder: TestFolder;
  before(async () => {
    // The version must be that of the process that continues.
    station = await testStation({}, { hasRealHashes: true, softwareVersion: '0.1.0' });
    folder = new TestFolder();
  });
  after(async () => {
    await station[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const clientOf = (url: string) =>
    new KitestringClient({ url, key: TEST_KEY, platform: nodePlatform(), timeoutMs: 180_000 });
  const command = (...argv: string[]) =>
    run(argv, { environment: { KITESTRING_API_KEY: TEST_KEY }, folder: folder.path });

  const unixUs = (time: string) => parseTimestamp(time) ?? assert.fail(time);

  it('writes a private file, from which serve starts stations that fly on', async () => {
    await using client = clientOf(station.url);
    await client.sim.setClock({ paused: true });
    await client.flight.takeOff();
    await client.sim.advanceClock({ seconds: 60 });
    const { status, out, err } = await command('snapshot', station.url, '--out', 'up.snapshot');
    assert.deepEqual({ status, err }, { status: 0, err: '' });
    assert.match(out, /^up\.snapshot: the station as it was at 20\d\d-/);
    const file = join(folder.path, 'up.snapshot');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual((await client.sim.listSnapshots()).snapshots, [], 'nothing stays in memory');
    assert.equal((await client.flight.getFlightState()).flight_state, 'Flying');
    await using fork = await StationProcess.start({
      flags: ['--snapshot', file, '--sim-speed', '0.01'],
      env: { KITESTRING_API_KEY: TEST_KEY },
    });
    await using other = clientOf(fork.url);
    // However long it has run since its start: the first station, moved to the same moment, is in the same state.
    await other.sim.setClock({ paused: true });
    const { time } = await other.sim.advanceClock({ seconds: 10 });
    const { time: before } = await client.sim.getClock();
    await client.sim.advanceClock({ seconds: (unixUs(time) - unixUs(before)) / 1e6 });
    assert.equal((await client.sim.getClock()).time, time);
    assert.deepEqual(await other.flight.getFlightState(), await client.flight.getFlightState());
  });

  it('says what it lacks, and what it cannot do', async () => {
    const missing = await command('snapshot', station.url);
    assert.deepEqual([missing.status, missing.err], [2, 'kitestring: snapshot: --out FILE is missing\n']);
    const nowhere = await command('snapshot', station.url, '--out', 'no/such/folder');
    assert.equal(nowhere.status, 1);
    assert.match(nowhere.err, /folder cannot be written \(ENOENT/);
    await command('snapshot', station.url, '--out', 'a.snapshot');
    const other = await command('serve', '--snapshot', 'a.snapshot', '--seed', '99');
    assert.deepEqual(
      [other.status, other.err],
      [2, 'kitestring: --seed: sim.seed is part of the snapshot, which has 1: leave it out\n'],
    );
    const fleet = await command('serve', '--snapshot', 'a.snapshot', '--fleet', '2');
    assert.equal(fleet.status, 2);
    const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('kitestring-snapshot-'));
    assert.deepEqual(folders, [], 'no temporary folder is left behind');
  });
});
