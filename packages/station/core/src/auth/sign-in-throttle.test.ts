import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyVerdict } from '@kitestring/base/key-check.ts';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { KnownPlaces } from './known-places.ts';
import { LoginThrottle } from './login-throttle.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

function setUp(store = new MemoryStore()) {
  const realTimeClock = new VirtualClock();
  const alerts: string[] = [];
  const notifications = {
    raise: (_: string, parameters = {}) => void alerts.push(JSON.stringify(parameters)),
    clear: () => {},
  };
  const options = { realTimeClock, perMin: 10, notifications, known: new KnownPlaces(store.documents) };
  const throttle = new SignInThrottle({ ...options, byAddress: new LoginThrottle(options) });
  const tryFrom = async (address: string, login: string, verdict: KeyVerdict = 'wrong') =>
    (await throttle.inTurn(address, login, async () => [verdict, verdict])).kind;
  /** From as many addresses, a guess each. */
  const attack = async (login: string, count = 20) => {
    for (let index = 0; index < count; index += 1) await tryFrom(`198.51.100.${index}`, login);
  };
  return { alerts, attack, realTimeClock, tryFrom };
}

describe('SignInThrottle', () => {
  it('slows an address down whatever logins it tries, and others not', async () => {
    const { tryFrom } = setUp();
    for (let index = 0; index < 5; index += 1) await tryFrom('192.0.2.1', `login ${index}`);
    assert.equal(await tryFrom('192.0.2.1', 'another'), 'later');
    assert.equal(await tryFrom('192.0.2.2', 'another'), 'judged');
  });

  it('slows a login down that is tried from many addresses, tells the operator, and leaves other logins alone', async () => {
    const { alerts, attack, realTimeClock, tryFrom } = setUp();
    await attack('rossi');
    assert.equal(await tryFrom('192.0.2.1', ' Rossi', 'right'), 'later');
    assert.deepEqual(alerts.at(-1), '{"address":"several addresses"}');
    assert.equal(await tryFrom('192.0.2.1', 'other', 'right'), 'judged');
    realTimeClock.advance(60);
    assert.equal(await tryFrom('192.0.2.1', 'rossi', 'right'), 'judged');
  });

  it('keeps nobody out who has signed in from there before, nor who sits at the station, however long the attack lasts', async () => {
    const { attack, realTimeClock, tryFrom } = setUp();
    await tryFrom('192.0.2.1', 'rossi', 'right');
    for (let minute = 0; minute < 10; minute += 1) {
      await attack('rossi');
      assert.equal(await tryFrom('192.0.2.1', 'rossi', 'right'), 'judged');
      assert.equal(await tryFrom('127.0.0.1', 'rossi', 'right'), 'judged');
      assert.equal(await tryFrom('192.0.2.1', 'chief', 'right'), 'judged');
      realTimeClock.advance(60);
    }
  });

  it('knows after a restart who has signed in from where', async () => {
    const store = new MemoryStore();
    await setUp(store).tryFrom('192.0.2.1', 'rossi', 'right');
    const { attack, tryFrom } = setUp(store);
    await attack('rossi');
    assert.equal(await tryFrom('192.0.2.1', 'rossi', 'right'), 'judged');
    assert.equal(await tryFrom('192.0.2.2', 'rossi', 'right'), 'later');
    store.fault = new Error('the disk is full');
    assert.equal(await tryFrom('192.0.2.3', 'chief', 'right'), 'judged', 'a right password stays right');
  });
});
