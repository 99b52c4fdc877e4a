import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { SharedReading } from './shared-reading.ts';

/** Answers in order, the last one repeatedly; counts the requests. */
function source(answers: readonly (() => Promise<string>)[]) {
  const asked = { count: 0 };
  const ask = () => {
    const answer = answers[Math.min(asked.count, answers.length - 1)] as () => Promise<string>;
    asked.count += 1;
    return answer();
  };
  return { ask, asked };
}

/** Resolves when `holds` is true after a change. */
const until = (reading: SharedReading<string>, holds: () => boolean): Promise<() => void> =>
  new Promise((resolve) => {
    const leave = reading.subscribe(() => holds() && resolve(leave));
  });

describe('a reading that is shared', () => {
  it('asks once for all who look, again after a pause, and not when nobody looks', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { ask, asked } = source([async () => 'a']);
    const reading = new SharedReading(ask, 1000);
    const answered = async (afterMs: number) => {
      mock.timers.tick(afterMs);
      await setImmediate();
      return asked.count;
    };
    assert.equal(await answered(0), 0);
    const leave = [reading.subscribe(() => undefined), reading.subscribe(() => undefined)];
    assert.equal(await answered(0), 1);
    assert.equal(await answered(999), 1);
    assert.equal(await answered(1), 2);
    leave[0]?.();
    assert.equal(await answered(1000), 3);
    leave[1]?.();
    assert.equal(await answered(60_000), 3);
  });

  it('keeps the value of before when it cannot be read, and says why', async () => {
    const { ask } = source([async () => 'a', () => Promise.reject(new Error('gone'))]);
    const reading = new SharedReading(ask, 1);
    const leave = await until(reading, () => reading.snapshot().error !== undefined);
    assert.equal(reading.snapshot().value, 'a');
    assert.match(String(reading.snapshot().error), /gone/);
    leave();
  });

  it('asks less often while there is no answer, and as often as before when there is one again', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(Math, 'random', () => 0.5);
    const fail = () => Promise.reject(new Error('gone'));
    const { ask, asked } = source([fail, fail, fail, fail, async () => 'back']);
    const reading = new SharedReading(ask, 500);
    const leave = reading.subscribe(() => undefined);
    for (const pauseMs of [1000, 2000, 4000, 4000, 500]) {
      await setImmediate();
      const { count } = asked;
      mock.timers.tick(pauseMs - 1);
      await setImmediate();
      assert.equal(asked.count, count, `${pauseMs}`);
      mock.timers.tick(1);
      assert.equal(asked.count, count + 1, `${pauseMs}`);
    }
    leave();
  });

  it('asks from the beginning for who looks again, and from there on for what has changed', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const given: (string | undefined)[] = [];
    const reading = new SharedReading(async (before?: string) => {
      given.push(before);
      return `${before ?? ''}a`;
    }, 1000);
    for (const _ of [1, 2]) {
      const leave = reading.subscribe(() => undefined);
      await setImmediate();
      mock.timers.tick(1000);
      await setImmediate();
      leave();
    }
    assert.deepEqual(given, [undefined, 'a', undefined, 'a']);
  });

  it('asks again with each change of its list, and not before the first version is known', async () => {
    const { ask, asked } = source([async () => 'a']);
    let tell = () => {};
    const reading = new SharedReading(ask, undefined, (listener) => {
      tell = listener;
      return { isKnown: false, leave: () => (tell = () => {}) };
    });
    const leave = reading.subscribe(() => undefined);
    assert.equal(asked.count, 0);
    for (const count of [1, 2]) {
      tell();
      await setImmediate();
      assert.equal(asked.count, count);
    }
    leave();
    tell();
    assert.equal(asked.count, 2);
  });

  it('drops an answer that came after everybody had left', async () => {
    const late = Promise.withResolvers<string>();
    const { ask } = source([() => late.promise]);
    const reading = new SharedReading(ask, 1);
    reading.subscribe(() => undefined)();
    late.resolve('late');
    await late.promise;
    assert.equal(reading.snapshot().value, undefined);
  });
});
