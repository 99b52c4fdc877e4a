import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { leastSpace, type ServerStorage } from '../broker/broker-storage.ts';
import { type StorageSpace, StorageWatch } from './storage-watch.ts';

const MIB = 1024 ** 2;
const server = (used: Partial<ServerStorage>): ServerStorage => ({
  name: 'n1',
  diskMax: 1000 * MIB,
  diskUsed: 0,
  memoryMax: 100 * MIB,
  memoryUsed: 0,
  ...used,
});

/** A watch with thresholds of 100 MiB and 10 %, and what it logs. */
async function watched() {
  const lines: (readonly [string, string, number])[] = [];
  const line = (level: string) => (fields: object, text: string) => {
    const { freeMib, place } = fields as { readonly freeMib: number; readonly place: string };
    lines.push([`${level} ${text.split(':')[0]}`, place, freeMib]);
  };
  const log = { debug() {}, info: line('info'), warn: line('warn'), error: line('error'), fatal() {} };
  const state = {
    disk: { freeBytes: 500 * MIB, totalBytes: 1000 * MIB } as StorageSpace | undefined,
    servers: [server({})],
  };
  const watch = await StorageWatch.open({
    dataDir: '/data',
    lowBytes: 100 * MIB,
    lowBrokerShare: 0.1,
    clock: new VirtualClock(),
    log,
    brokerSpace: async () => leastSpace(state.servers),
    diskSpace: async () => state.disk ?? Promise.reject(new Error('no disk')),
  });
  const free = (mib: number) => {
    state.disk = { freeBytes: mib * MIB, totalBytes: 1000 * MIB };
    return watch.checkDisk();
  };
  return { lines, state, watch, free };
}

describe('the watch of storage', () => {
  it('says once that little is left, and once that there is enough again, a tenth above the threshold', async () => {
    const { free, lines, watch } = await watched();
    assert.deepEqual(lines, []);
    for (const mib of [120, 99, 50, 101, 109, 111, 105]) await free(mib);
    assert.deepEqual(lines, [
      ['warn little storage is left', 'data_dir', 99],
      ['info there is enough storage again', 'data_dir', 111],
    ]);
    assert.equal(watch.places[0]?.isLow, false);
  });

  it('looks at the nats-server with the least, on disk and in memory', async () => {
    const { lines, state, watch } = await watched();
    state.servers = [server({}), server({ name: 'n2', diskUsed: 950 * MIB, memoryUsed: 95 * MIB })];
    await watch.checkBroker();
    assert.deepEqual(lines, [
      ['warn little storage is left', 'broker_disk', 50],
      ['warn little storage is left', 'broker_memory', 5],
    ]);
    assert.deepEqual(
      watch.places.map(({ isLow, place }) => [place, isLow]),
      [
        ['data_dir', false],
        ['broker_disk', true],
        ['broker_memory', true],
      ],
    );
  });

  it('has nothing to say of a place whose space cannot be read', async () => {
    const { lines, state, watch } = await watched();
    state.disk = undefined;
    state.servers = [];
    await watch.checkDisk();
    await watch.checkBroker();
    assert.deepEqual([watch.places, lines], [[], []]);
  });
});
