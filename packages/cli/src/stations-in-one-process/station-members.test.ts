import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import { UsageFault } from '../context.ts';
import { stationCount, stationMembers } from './station-members.ts';

const settings = (flags: Readonly<Record<string, string>> = {}) =>
  loadSettings({
    flags: new Map(Object.entries({ 'data-dir': '/data', ...flags }).map(([name, text]) => [name, [text]])),
    environment: {},
    folder: '/',
  }).values;

const refused = (act: () => unknown, message: RegExp) =>
  assert.throws(act, (error) => error instanceof UsageFault && message.test(error.message));

describe('several stations in one process', () => {
  it('have own port, name, folder, seed and Ethernet address, and share the other settings', () => {
    const members = stationMembers(settings({ port: '4000', seed: '7', 'sim-wind-speed-mps': '6' }), 3);
    assert.deepEqual(
      members.map(({ name, values }) => [name, values.port, values.data_dir, values['sim.seed']]),
      [
        ['kitestring-001', 4000, '/data/001', 7],
        ['kitestring-002', 4001, '/data/002', 8],
        ['kitestring-003', 4002, '/data/003', 9],
      ],
    );
    assert.deepEqual(
      members.map(({ values }) => [values['system.gs_name'], values['system.gs_mac'], values['sim.wind_speed_mps']]),
      [
        ['kitestring-001', '02:4b:53:00:00:01', 6],
        ['kitestring-002', '02:4b:53:00:00:02', 6],
        ['kitestring-003', '02:4b:53:00:00:03', 6],
      ],
    );
  });

  it('all take any free port when the base is 0', () => {
    assert.deepEqual(
      stationMembers(settings({ port: '0' }), 3).map(({ values }) => values.port),
      [0, 0, 0],
    );
  });

  it('have addresses that stay in the block of their maker', () => {
    const [, second] = stationMembers(settings({ 'system-gs-mac': '02:4b:53:ff:ff:ff' }), 2);
    assert.equal(second?.values['system.gs_mac'], '02:4b:53:00:00:00');
  });

  it('have names that sort as they are numbered', () => {
    const names = stationMembers(settings({ port: '1000' }), 1000).map(({ name }) => name);
    assert.deepEqual([names[0], names[9], names[999]], ['kitestring-0001', 'kitestring-0010', 'kitestring-1000']);
    assert.deepEqual(names.toSorted(), names);
  });

  it('are refused where a port, a name, a seed or a listener does not go round', () => {
    assert.equal(stationMembers(settings({ port: '65533' }), 3).length, 3);
    refused(
      () => stationMembers(settings({ port: '65533' }), 4),
      /needs the ports 65533 to 65536, the last one is 65535/,
    );
    refused(() => stationMembers(settings({ 'system-gs-name': 'n'.repeat(60) }), 2), /has 64 characters, allowed: 63/);
    refused(() => stationMembers(settings({ seed: '4294967295' }), 2), /seeds up to 4294967296/);
    refused(() => stationMembers(settings({ listeners: '8443' }), 2), /all stations would listen at 8443/);
  });

  it('are from 1 to 1000', () => {
    assert.deepEqual(['1', '0020', '1000'].map(stationCount), [1, 20, 1000]);
    for (const text of ['0', '1001', '-1', '1.5', '1e2', '', 'many', '9'.repeat(40)]) {
      refused(() => stationCount(text), /--fleet must be a whole number from 1 to 1000, got/);
    }
  });
});
