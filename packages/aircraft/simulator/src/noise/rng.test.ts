import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RandomStream, randomStream } from './rng.ts';

const draw = (stream: RandomStream, count: number) => Array.from({ length: count }, () => stream.uniform());

describe('random streams', () => {
  it('are the same for the same seed and name, and differ in either', () => {
    const reference = draw(randomStream(7, 'gps'), 4);
    assert.deepEqual(draw(randomStream(7, 'gps'), 4), reference);
    for (const other of [
      randomStream(8, 'gps'),
      randomStream(7, 'wind'),
      randomStream(7 + 2 ** 32, 'gps'),
      randomStream(-7, 'gps'),
    ]) {
      assert.notDeepEqual(draw(other, 4), reference);
    }
  });

  it('refuse a seed that is no exact integer', () => {
    assert.throws(() => randomStream(0.5, 'gps'), /seed must be an integer/);
    assert.throws(() => randomStream(Number.NaN, 'gps'), RangeError);
  });

  it('give normal numbers of mean 0, variance 1 and kurtosis 3', () => {
    const stream = randomStream(3, 'test');
    const count = 200_000;
    let sum = 0;
    let squares = 0;
    let fourths = 0;
    for (let index = 0; index < count; index += 1) {
      const value = stream.normal();
      sum += value;
      squares += value * value;
      fourths += value ** 4;
    }
    assert.ok(Math.abs(sum / count) < 0.01);
    assert.ok(Math.abs(squares / count - 1) < 0.015);
    assert.ok(Math.abs(fourths / count - 3) < 0.1);
  });

  it('give as many normal numbers beyond a distance as the error function says, in the tail too', () => {
    const stream = randomStream(4, 'test');
    const count = 1_000_000;
    const beyond = { 0.5: 0.6170751, 1: 0.3173105, 2: 0.0455003, 3: 0.0026998, 3.6: 0.00031821, 4: 0.0000633425 };
    const seen = new Map(Object.keys(beyond).map((distance) => [Number(distance), 0]));
    let positive = 0;
    for (let index = 0; index < count; index += 1) {
      const value = stream.normal();
      if (value > 0) positive += 1;
      for (const [distance, times] of seen) if (Math.abs(value) > distance) seen.set(distance, times + 1);
    }
    const isNear = (times: number, share: number) =>
      Math.abs(times - share * count) < 4 * Math.sqrt(share * (1 - share) * count);
    for (const [distance, share] of Object.entries(beyond)) {
      const times = seen.get(Number(distance)) ?? 0;
      assert.ok(isNear(times, share), `${times} of ${count} are beyond ${distance}, ${share * count} expected`);
    }
    assert.ok(isNear(positive, 0.5), `${positive} of ${count} are positive`);
  });

  it('of neighbouring seeds are not correlated', () => {
    const count = 50_000;
    const a = randomStream(1, 'wind');
    const b = randomStream(2, 'wind');
    let product = 0;
    for (let index = 0; index < count; index += 1) product += a.normal() * b.normal();
    assert.ok(Math.abs(product / count) < 0.02);
  });
});
