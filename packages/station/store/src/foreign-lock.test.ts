import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { SessionRecord } from '@kitestring/station-core/ports';
import { openStore } from './open-store.ts';

const pin = (id: string) => ({
  id,
  name: id,
  kind: 'other' as const,
  latDeg: 1,
  lonDeg: 2,
  createdAtUs: 0,
  createdBy: 'p',
});

function session(id: string): SessionRecord {
  const times = { createdAtUs: 0, validUntilUs: 1 };
  return { id, pluginId: 'p', epoch: 1, scopes: [], tokenHash: id, tokenHint: 'a', ...times };
}

function durationMs(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

it('A write lock of another program is waited for once, for 50 ms, then refused at once; reads go on', () => {
  using folder = new TestFolder();
  using store = openStore(folder.path, { lock: true, onDiskFault: () => {} });
  store.pins.add(pin('before'));
  store.plugins.put({ id: 'p', name: 'p', scopes: [], enabled: true, epoch: 1, keyHash: 'k', createdAtUs: 0 });
  store.sessions.add(session('stored'));
  using editor = new DatabaseSync(folder.file('station.sqlite'));
  editor.exec('BEGIN IMMEDIATE');
  const refused = () => assert.throws(() => store.pins.add(pin('refused')), { code: 'STORE_IN_USE' });
  // Fifty waits of 50 ms would take 2.5 s.
  const tookMs = durationMs(() => {
    for (let count = 0; count < 50; count += 1) refused();
    assert.throws(() => store.audit.append([]), { code: 'STORE_IN_USE' });
    assert.equal(store.isUsable(), false);
  });
  assert.ok(tookMs < 1000, `${tookMs} ms`);
  assert.deepEqual(
    store.pins.list().map(({ id }) => id),
    ['before'],
  );
  assert.throws(() => store.counters.keep('hours', 7), { code: 'STORE_IN_USE' });
  assert.equal(store.counters.get('hours'), 7, 'what may wait is held, and shown');
  assert.throws(() => store.sessions.add(session('waits')), { code: 'STORE_IN_USE' });
  assert.throws(() => store.sessions.add(session('ended')), { code: 'STORE_IN_USE' });
  store.sessions.remove('ended');
  assert.throws(() => store.sessions.remove('stored'), { code: 'STORE_IN_USE' });
  const sessions = () => store.sessions.list().map(({ id }) => id);
  assert.deepEqual(sessions(), ['waits'], 'an ended one does not come back');
  editor.exec('ROLLBACK');
  assert.equal(store.isUsable(), true);
  using beside = openStore(folder.path, { lock: false });
  assert.deepEqual([sessions(), beside.sessions.list().map(({ id }) => id)], [['waits'], ['waits']]);
  store.pins.add(pin('after'));
  const { hours } = Object.fromEntries(store.save().counters?.map(({ name, value }) => [name, value]) ?? []);
  assert.equal(hours, 7);
});
