import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';

const administratorClient = ({ url }: StationProcess, key = TEST_API_KEY): KitestringClient =>
  new KitestringClient({ url, key, platform: nodePlatform(), timeoutMs: 180_000 });

describe('what the administration has answered', () => {
  it('holds after a kill: a plugin, its key, that another one is disabled, a session that was ended', async () => {
    using folder = new TestFolder();
    const before = await StationProcess.start({ folder: folder.path });
    const seat = administratorClient(before);
    const { key } = await seat.admin.addPlugin({ name: 'vms', scopes: ['read'] });
    const { plugin: gate, key: gateKey } = await seat.admin.addPlugin({ name: 'gate', scopes: ['read'] });
    await seat.admin.disablePlugin({ id: gate.id });
    const { access_token: ended, id } = await seat.auth.requestToken({ client_secret: key });
    await seat.admin.revokeSession({ id });
    assert.equal((await before.end('SIGKILL')).signal, 'SIGKILL');
    await using again = await StationProcess.start({ folder: folder.path });
    const { plugins } = await administratorClient(again).admin.listPlugins();
    assert.deepEqual(
      plugins.map(({ name, enabled }) => [name, enabled]),
      [
        ['first', true],
        ['vms', true],
        ['gate', false],
      ],
    );
    assert.notEqual(plugins[1]?.last_used_at, undefined);
    assert.equal((await administratorClient(again, key).system.getSystemInfo()).software_channel, 'simulated');
    await assert.rejects(administratorClient(again, gateKey).system.getSystemInfo(), isRefusal('PLUGIN_DISABLED'));
    const late = new KitestringClient({ url: again.url, token: ended, platform: nodePlatform(), timeoutMs: 180_000 });
    await assert.rejects(late.system.getSystemInfo(), isRefusal('INVALID_TOKEN'));
  });
});

describe('a scenario on a station of its own process', () => {
  let station: StationProcess;
  let sim: KitestringClient['sim'];
  before(async () => {
    station = await StationProcess.start({ flags: ['--sim-speed', '50'] });
    ({ sim } = administratorClient(station));
  });
  after(() => station[Symbol.asyncDispose]());

  it('is run from its text', async () => {
    const text = [
      'title: A hop',
      'description: Up and down.',
      'timeline:',
      '  - do: take_off',
      '  - when: flight_state is Flying',
      '  - do: land',
      '  - when: flight_state is StandBy',
      'expect:',
      '  - sequence: flight_state',
      '    is: [TakingOff, Flying, Landing, StandBy]',
    ].join('\n');
    await sim.runScenario({ text });
    const run = await until('the end of the run', async () => {
      const { run } = await sim.getScenarioRun();
      return run?.ended_at !== undefined && run;
    });
    assert.equal(run.status, 'passed', JSON.stringify(run));
  });

  it('is run by its name, and a signal ends it with the station', async () => {
    const { scenarios } = await sim.listScenarios();
    assert.ok(scenarios.length > 30);
    await sim.runScenario({ name: 'shift-of-eight-hours' });
    await until('the run', async () => (await sim.getScenarioRun()).run?.status === 'running');
    assert.deepEqual(await station.end('SIGTERM'), { status: 0, signal: null });
    assert.match(station.output, /"reason":"the station stops"/);
    assert.doesNotMatch(station.output, /unhandled|TypeError/i);
  });
});

const isRefusal = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;
