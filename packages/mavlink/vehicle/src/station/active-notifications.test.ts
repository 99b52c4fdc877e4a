import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ActiveNotifications } from './active-notifications.ts';

describe('a notification', () => {
  it('is told once, whatever its figures do, and again when it begins again', () => {
    const active = new ActiveNotifications();
    const strong = { code: 20_030, begin_time: '2026-03-01T09:30:00+00:00' };
    assert.equal(active.isNew(strong), true);
    assert.equal(active.isNew(strong), false, 'with another figure');
    assert.equal(active.isNew({ ...strong, code: 20_031 }), true);
    assert.equal(active.isNew({ ...strong, end_time: '2026-03-01T09:31:00+00:00' }), false);
    assert.equal(active.isNew({ ...strong, begin_time: '2026-03-01T09:32:00+00:00' }), true);
  });
});
