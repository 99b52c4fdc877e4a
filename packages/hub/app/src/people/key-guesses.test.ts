import assert from 'node:assert/strict';
import { it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { KeyGuesses } from './key-guesses.ts';

it('judges ten different wrong keys of an address, then one in 5 s, and tells once a minute; a repeated one counts once', () => {
  const clock = new VirtualClock();
  const told: unknown[] = [];
  const log = { debug() {}, info() {}, error() {}, warn: (fields: object) => void told.push(fields) };
  const guesses = new KeyGuesses({ realTimeClock: clock, log });
  const address = '192.0.2.7';
  for (let times = 0; times < 1000; times += 1) assert.equal(guesses.waitS(address, 'an old key'), 0);
  for (let index = 0; index < 9; index += 1) assert.equal(guesses.waitS(address, `guess ${index}`), 0);
  assert.equal(guesses.waitS(address, 'guess 9'), 5);
  assert.equal(guesses.waitS(address, 'an old key'), 0);
  assert.equal(guesses.waitS('192.0.2.8', 'guess 9'), 0, 'another address');
  for (let index = 0; index < 1000; index += 1) guesses.waitS(address, `more ${index}`);
  assert.deepEqual(told, [{ code: 'TOO_MANY_WRONG_KEYS', address }]);
  clock.advance(5);
  assert.equal(guesses.waitS(address, 'guess 10'), 0);
  assert.ok(guesses.waitS(address, 'guess 11') > 0);
});
