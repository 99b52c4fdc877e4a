import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { ListVersion } from './list-version.ts';

describe('the version of a list', () => {
  it('is waited for until it changes, until the time is over, or until the station stops', async () => {
    const clock = new VirtualClock();
    const version = new ListVersion(clock, 'boot');
    assert.equal(await version.other(version.text, 20), version.text, 'nobody waits before it serves');
    const stop = version.hold();
    const settled: string[] = [];
    const wait = (name: string) => void version.other(version.text, 20).then((text) => settled.push(`${name} ${text}`));
    wait('changed');
    version.next();
    await turn();
    wait('late');
    clock.advance(20);
    await turn();
    wait('stopped');
    stop();
    await turn();
    assert.deepEqual(settled, ['changed boot-1', 'late boot-1', 'stopped boot-1']);
    assert.equal(await version.other('another', 20), 'boot-1');
  });

  it('keeps at most 64 waiting', async () => {
    const version = new ListVersion(new VirtualClock(), 'boot');
    const stop = version.hold();
    const waiting = Array.from({ length: 64 }, () => version.other(version.text, 20));
    assert.equal(await version.other(version.text, 20), 'boot-0');
    stop();
    await Promise.all(waiting);
  });
});
