import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onceInSight } from './once-in-sight.ts';

it('asks at once in a page that is seen, else as soon as it is, and never once it has ended', (test) => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document') ?? { value: undefined, configurable: true };
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
  test.after(() => Object.defineProperty(globalThis, 'document', before));
  const asked: string[] = [];
  const ended = new AbortController();
  onceInSight(() => asked.push('seen'), new AbortController().signal);
  page.hidden = true;
  onceInSight(() => asked.push('behind'), new AbortController().signal);
  onceInSight(() => asked.push('ended'), ended.signal);
  page.dispatchEvent(new Event('visibilitychange'));
  assert.deepEqual(asked, ['seen']);
  ended.abort();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  assert.deepEqual(asked, ['seen', 'behind']);
});
