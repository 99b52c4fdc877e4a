import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UsedTokens } from './used-tokens.ts';

const START_MS = Date.UTC(2026, 2, 1);
/** More than one address sends while a token is young. */
const ORDINARY = 15_200;

/** A memory with clocks that a test sets: that of the machine, then others. */
function memory() {
  const clocks: [number, ...number[]] = [START_MS];
  const tokens = new UsedTokens(() => clocks);
  let made = 0;
  /** @returns how many of these were remembered */
  const add = (name: string, address: string, count: number, createdMs = clocks[0]) => {
    let added = 0;
    for (let left = count; left > 0; left -= 1) {
      made += 1;
      if (tokens.add(`digest ${made}`, createdMs, { name, password: `password of ${name}`, address })) added += 1;
    }
    return added;
  };
  return { add, clocks, tokens };
}

describe('the memory of used tokens', () => {
  it('has a bound, and has room for each other user when one floods it from many addresses', () => {
    const { add } = memory();
    const taken = Array.from({ length: 40 }, (_, host) => add('flood', `10.0.0.${host}`, 100_000));
    const ofAll = taken.reduce((sum, one) => sum + one, 0);
    assert.ok(ofAll <= 50_000, `${ofAll} are remembered`);
    assert.equal(add('vms', '10.0.1.1', ORDINARY), ORDINARY);
  });

  it('has room for an address of a user that asks each second while eight others of that user flood', () => {
    const { add, clocks } = memory();
    let floods = 0;
    for (let second = 0; second < 900; second += 1) {
      for (let host = 0; host < 8; host += 1) floods += add('admin', `10.0.0.${host}`, 50);
      assert.equal(add('admin', '10.0.1.1', 1), 1, `second ${second}`);
      clocks[0] += 1000;
    }
    assert.ok(floods < 900 * 400);
  });

  it('has room for the other addresses of a user when one floods it', () => {
    const { add } = memory();
    assert.ok(add('admin', '10.0.0.1', 100_000) < 100_000);
    assert.equal(add('admin', '10.0.0.2', 10_000), 10_000);
  });

  it('is enough for two addresses of a user that ask as much as they may', () => {
    const { add } = memory();
    for (let round = 0; round < ORDINARY / 100; round += 1)
      assert.equal(add('admin', '10.0.0.1', 100) + add('admin', '10.0.0.2', 100), 200);
  });

  it('has room again when tokens are too old for every clock', () => {
    const { add, clocks } = memory();
    const first = add('vms', '10.0.0.1', 100_000);
    clocks[0] += 300_000;
    assert.equal(add('vms', '10.0.0.1', 1), 0);
    clocks[0] += 1001;
    assert.equal(add('vms', '10.0.0.1', 100_000), first);
  });

  it('refuses old tokens only of the user who fills its share by a clock that stands still', () => {
    const { add, clocks, tokens } = memory();
    clocks[1] = START_MS;
    assert.equal(add('vms', '10.0.0.1', 1), 1);
    add('flood', '10.0.0.2', 100_000);
    clocks[0] += 301_000;
    assert.ok(add('flood', '10.0.0.2', 100) > 0);
    assert.equal(tokens.isForgotten(START_MS, 'password of flood'), true);
    assert.equal(tokens.isForgotten(START_MS + 1, 'password of flood'), false);
    assert.equal(tokens.isForgotten(START_MS, 'password of vms'), false);
    assert.equal(tokens.has('digest 1'), true);
    clocks[1] = START_MS + 301_000;
    clocks[0] += 301_000;
    add('flood', '10.0.0.2', 2000);
    assert.equal(tokens.isForgotten(START_MS, 'password of flood'), false);
  });
});
