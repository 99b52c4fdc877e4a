import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HubSession } from '../session/hub-session.ts';
import { LiveStations } from './live-stations.ts';

const settled = () => new Promise(setImmediate);

describe('the stations of a page that may not subscribe', () => {
  it('are asked for once in a while, also when it stopped and began again during a request', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const answers: ((list: object) => void)[] = [];
    const call = () => new Promise((resolve) => answers.push(resolve));
    const stations = new LiveStations({ call } as unknown as HubSession);
    stations.start(false)();
    const stop = stations.start(false);
    for (const answer of answers) answer({ stations: [] });
    await settled();
    assert.equal(answers.length, 2);
    assert.ok(stations.snapshot().isLoaded);
    test.mock.timers.tick(10_000);
    assert.equal(answers.length, 3);
    stop();
  });
});

describe('the stations of a page whose WebSocket falls silent', () => {
  /** A connection that a proxy may forget: neither end is told. */
  class TestSocket extends EventTarget {
    static readonly all: TestSocket[] = [];
    close() {}
    tell(message: object) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    }
    constructor() {
      super();
      TestSocket.all.push(this);
    }
  }
  const station = (altitude: number) => ({ sid: 'sa', name: 'Engine 7', state: 'online', altitude });

  it('come from another one while the hub answers, and are old where that brings nothing or the hub is gone', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let isAway = false;
    const unreachable = async () => Promise.reject(new TypeError('fetch failed'));
    test.mock.method(globalThis, 'fetch', async () => (isAway ? unreachable() : new Response('{"status":"up"}')));
    const names = ['WebSocket', 'location'] as const;
    const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
    Object.assign(globalThis, { WebSocket: TestSocket, location: { href: 'http://127.0.0.1/' } });
    test.after(() => {
      // Files share a process: what was not there before must not stay.
      for (const [index, name] of names.entries()) {
        const descriptor = before[index];
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    });
    const stations = new LiveStations({ check: async () => {} } as unknown as HubSession);
    const stop = stations.start(true);
    const { all } = TestSocket;
    const silence = async () => {
      test.mock.timers.tick(20_000);
      for (let turn = 0; turn < 10; turn += 1) await settled();
    };
    const shown = () => {
      const { bySid, lostMs } = stations.snapshot();
      return [bySid.get('sa')?.altitude, lostMs !== undefined];
    };
    all[0]?.tell({ stations: [station(1)] });
    await silence();
    all[1]?.tell({ stations: [station(2)] });
    all[0]?.tell({ stations: [station(99)] });
    assert.deepEqual([all.length, shown()], [2, [2, false]]);
    await silence();
    await silence();
    assert.deepEqual([all.length, shown()], [3, [2, true]]);
    test.mock.timers.tick(500);
    all[3]?.tell({ stations: [station(3)] });
    assert.deepEqual(shown(), [3, false]);
    isAway = true;
    await silence();
    assert.deepEqual([all.length, shown()], [4, [3, true]]);
    stop();
  });
});
