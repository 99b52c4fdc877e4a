import assert from 'node:assert/strict';
import { it } from 'node:test';
import { whileInSight } from './while-in-sight.ts';

it('asks at once and again in a page that is seen, else as soon as it is, and never once it has ended', async (test) => {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const page = Object.assign(new EventTarget(), { hidden: true });
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
  // Files share a process: what was not there before must not stay.
  test.after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'document');
    else Object.defineProperty(globalThis, 'document', before);
  });
  const show = (isHidden: boolean) => {
    page.hidden = isHidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  let asked = 0;
  const end = whileInSight(async () => {
    asked += 1;
  }, 1000);
  const passed = async (ms: number) => {
    test.mock.timers.tick(ms);
    await new Promise(setImmediate);
    return asked;
  };
  assert.equal(await passed(5000), 0, 'behind');
  show(true);
  show(false);
  assert.deepEqual([await passed(0), await passed(1000)], [1, 2]);
  show(true);
  show(false);
  assert.equal(await passed(0), 2, 'not sooner than its time');
  show(true);
  assert.equal(await passed(9000), 2);
  show(false);
  assert.equal(await passed(0), 3);
  end();
  show(false);
  assert.equal(await passed(9000), 3);
});
