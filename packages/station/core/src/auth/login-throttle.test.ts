import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyVerdict } from '@kitestring/base/key-check.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { LoginThrottle } from './login-throttle.ts';

function setUp(perMin = 10) {
  const realTimeClock = new VirtualClock();
  const events: string[] = [];
  const notifications = {
    raise: (name: string, parameters = {}) => void events.push(`raise ${name} ${JSON.stringify(parameters)}`),
    clear: (name: string) => void events.push(`clear ${name}`),
  };
  const loginThrottle = new LoginThrottle({ realTimeClock, perMin, notifications });
  const judge = (verdict: KeyVerdict) => (address: string) =>
    loginThrottle.inTurn(address, async () => [verdict, verdict]);
  return { realTimeClock, events, loginThrottle, wrong: judge('wrong'), right: judge('right') };
}

describe('LoginThrottle', () => {
  it('lets four wrong keys pass and then makes each one cost twice as much, 30 s at most', async () => {
    const { realTimeClock, wrong, loginThrottle } = setUp(1000);
    const waits: number[] = [];
    for (let count = 1; count <= 12; count += 1) {
      await wrong('a');
      waits.push(loginThrottle.waitS('a'));
      realTimeClock.advance(loginThrottle.waitS('a'));
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('begins anew after a right key', async () => {
    const { right, realTimeClock, wrong, loginThrottle } = setUp(1000);
    for (let count = 0; count < 7; count += 1) {
      await wrong('a');
      realTimeClock.advance(loginThrottle.waitS('a'));
    }
    await right('a');
    assert.equal(loginThrottle.waitS('a'), 0);
    await wrong('a');
    assert.equal(loginThrottle.waitS('a'), 0);
  });

  it('allows no more than the rate even when right keys come between', async () => {
    const { right, wrong, loginThrottle } = setUp(10);
    for (let count = 0; count < 10; count += 1) {
      await wrong('a');
      await right('a');
    }
    assert.equal(loginThrottle.waitS('a'), 6);
  });

  it('judges no more keys at a time than may be wrong: of thirty at once five are judged', async () => {
    const { loginThrottle } = setUp(10);
    const judging = Promise.withResolvers<void>();
    let judged = 0;
    const asked = Array.from({ length: 30 }, () =>
      loginThrottle.inTurn('a', async () => {
        judged += 1;
        await judging.promise;
        return ['wrong', undefined];
      }),
    );
    judging.resolve();
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    assert.deepEqual([judged, kinds.filter((kind) => kind === 'later').length], [5, 25]);
  });

  it('lets thirty right keys at once in, each in its turn, and goes on after one that could not be judged', async () => {
    const { loginThrottle } = setUp(10);
    const fails = loginThrottle.inTurn('a', () => Promise.reject(new Error('too busy')));
    const asked = Array.from({ length: 30 }, () => loginThrottle.inTurn('a', async () => ['right', undefined]));
    await assert.rejects(fails, /too busy/);
    assert.deepEqual([...new Set((await Promise.all(asked)).map(({ kind }) => kind))], ['judged']);
  });

  it('does not mix up addresses', async () => {
    const { wrong, loginThrottle } = setUp();
    for (let count = 0; count < 10; count += 1) await wrong('a');
    assert.equal(loginThrottle.waitS('b'), 0);
  });

  it('tells the operator at the fifth, and takes it back after a quiet minute', async () => {
    const { realTimeClock, events, wrong } = setUp(1000);
    for (let count = 0; count < 4; count += 1) await wrong('10.0.0.7');
    assert.deepEqual(events, []);
    await wrong('10.0.0.7');
    realTimeClock.advance(59);
    await wrong('10.0.0.7');
    realTimeClock.advance(59);
    assert.deepEqual(
      events,
      ['10.0.0.7', '10.0.0.7'].map((address) => `raise TOO_MANY_WRONG_KEYS {"address":"${address}"}`),
    );
    realTimeClock.advance(1);
    assert.equal(events.at(-1), 'clear TOO_MANY_WRONG_KEYS');
  });

  it('knows the machine itself, and an address from its first right key on', async () => {
    const { right, wrong, loginThrottle } = setUp();
    assert.equal(loginThrottle.lane('127.0.0.1'), 'known');
    assert.equal(loginThrottle.lane('::1'), 'known');
    await wrong('10.0.0.7');
    assert.equal(loginThrottle.lane('10.0.0.7'), 'stranger 10.0.0.7');
    await right('10.0.0.7');
    assert.equal(loginThrottle.lane('::ffff:10.0.0.7'), 'known');
  });
});
