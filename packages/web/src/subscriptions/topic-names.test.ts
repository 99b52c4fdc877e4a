import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Feed } from './feed.ts';
import { feedNamed } from './topic-names.ts';

const feed: Feed = { add() {}, remove() {} };
const feeds = new Map([['flight/state', feed]]);

function code(name: string): string {
  const found = feedNamed(name, feeds);
  return 'refusal' in found ? found.refusal.code : 'found';
}

describe('feedNamed', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['flight/state', 'found'],
    ['recordings/state', 'VIDEO_UNAVAILABLE'],
    ['flight/info', 'NOT_SUBSCRIBABLE'],
    ['auth/tokens', 'NOT_SUBSCRIBABLE'],
    ['flight/control/take_off', 'NOT_SUBSCRIBABLE'],
    ['videostreams/zoom/snapshot', 'NOT_SUBSCRIBABLE'],
    ['flight/status', 'TOPIC_NOT_FOUND'],
    ['x/y/subscribe', 'TOPIC_NOT_FOUND'],
    ['x/y', 'TOPIC_NOT_FOUND'],
  ];
  for (const [name, expected] of cases) it(`${name}: ${expected}`, () => assert.equal(code(name), expected));
});
