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
