import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '@kitestring/base/clock.ts';
import { memoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { keepStationTime, stationStartUs } from './station-time.ts';

const NOW_US = 1_800_000_000_000_000;
const session = { epoch: 1, pluginId: 'p', scopes: [], tokenHash: '', tokenHint: '', validUntilUs: NOW_US * 2 };
const plugin = { id: 'p', name: 'p', scopes: [], enabled: true, epoch: 1, keyHash: '' };

describe('stationStartUs', () => {
  it('is the time of the world for an empty store', () => {
    assert.equal(stationStartUs(memoryStore(), NOW_US), NOW_US);
  });

  it('is just after the latest time in the store when that is later', () => {
    const cases = {
      counter: (store: ReturnType<typeof memoryStore>) => store.counters.set('station.last_time_us', NOW_US + 7),
      plugin: (store: ReturnType<typeof memoryStore>) => store.plugins.put({ ...plugin, createdAtUs: NOW_US + 7 }),
      session: (store: ReturnType<typeof memoryStore>) => {
        store.plugins.put({ ...plugin, createdAtUs: 1 });
        store.sessions.add({ ...session, id: 's', createdAtUs: NOW_US + 7 });
      },
      'active notification': (store: ReturnType<typeof memoryStore>) =>
        store.notifications.put({ code: 1, beginUs: NOW_US + 7, parameters: {} }),
      'ended notification': (store: ReturnType<typeof memoryStore>) =>
        store.notifications.put({ code: 1, beginUs: NOW_US, endUs: NOW_US + 7, parameters: {} }),
    };
    for (const [name, put] of Object.entries(cases)) {
      const store = memoryStore();
      put(store);
      assert.equal(stationStartUs(store, NOW_US), NOW_US + 8, name);
      assert.equal(stationStartUs(store, NOW_US + 100), NOW_US + 100, name);
    }
  });

  it('goes on where the last run ended', () => {
    const store = memoryStore();
    const clock = new VirtualClock(NOW_US);
    const realTimeClock = new VirtualClock(NOW_US);
    const stop = keepStationTime(store, clock, realTimeClock, (fault) => assert.fail(String(fault)));
    realTimeClock.advance(10);
    clock.advance(10);
    realTimeClock.advance(10);
    assert.equal(stationStartUs(store, 0), NOW_US + 10e6 + 1);
    clock.advance(503);
    assert.ok(stationStartUs(store, 0) > NOW_US + 513e6);
    stop();
    assert.equal(stationStartUs(store, 0), NOW_US + 513e6 + 1);
  });

  it('is beyond all that a killed run has told, however fast it ran', () => {
    const store = memoryStore();
    const clock = new VirtualClock(NOW_US);
    const realTimeClock = new VirtualClock(NOW_US);
    keepStationTime(store, clock, realTimeClock, (fault) => assert.fail(String(fault)));
    for (let turn = 0; turn < 200; turn += 1) {
      clock.advance(2);
      realTimeClock.advance(0.1);
      const startUs = stationStartUs(store, realTimeClock.nowUs());
      assert.ok(startUs > clock.nowUs(), `after ${turn}`);
      assert.ok(startUs < clock.nowUs() + 61e6, `after ${turn}`);
    }
  });

  it('asks the store once a minute of a fast simulation', (t) => {
    const store = memoryStore();
    const clock = new VirtualClock(NOW_US);
    keepStationTime(store, clock, new VirtualClock(NOW_US), (fault) => assert.fail(String(fault)));
    const get = t.mock.method(store.counters, 'get');
    clock.advance(600);
    assert.ok(get.mock.callCount() <= 11, `${get.mock.callCount()} times`);
  });

  it('is stored again after a reset to a snapshot, which stores an earlier one', () => {
    const store = memoryStore();
    const clock = new VirtualClock(NOW_US);
    let movedUs = 0;
    const set: Clock = {
      nowUs: () => clock.nowUs() + movedUs,
      schedule: (atUs, callback) => clock.schedule(atUs - movedUs, (dueUs) => callback(dueUs + movedUs)),
    };
    keepStationTime(store, set, new VirtualClock(NOW_US), (fault) => assert.fail(String(fault)));
    clock.advance(10.5);
    movedUs = -5e6;
    store.counters.set('station.last_time_us', NOW_US + 5e6);
    clock.advance(1);
    assert.ok(stationStartUs(store, 0) > set.nowUs());
  });

  it('tells of a store that cannot take it, and tries again', () => {
    const store = memoryStore();
    const clock = new VirtualClock(NOW_US);
    const faults: unknown[] = [];
    const stop = keepStationTime(store, clock, clock, (fault) => faults.push(fault));
    store.fault = new Error('disk full');
    clock.advance(10);
    assert.deepEqual(faults, [store.fault]);
    store.fault = undefined;
    clock.advance(10);
    assert.equal(stationStartUs(store, 0), NOW_US + 20e6 + 1);
    stop();
  });
});
