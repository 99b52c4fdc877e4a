import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newestFirst } from './newest-first.ts';

describe('sessions', () => {
  it('come newest first, whatever their zone', () => {
    const began = ['2026-11-24T10:00:00+01:00', '2026-11-24T09:30:00Z', '2026-11-23T23:00:00Z'];
    const order = newestFirst(began.map((created_at) => ({ created_at })));
    assert.deepEqual(
      order.map(({ created_at }) => created_at),
      ['2026-11-24T09:30:00Z', '2026-11-24T10:00:00+01:00', '2026-11-23T23:00:00Z'],
    );
  });
});
