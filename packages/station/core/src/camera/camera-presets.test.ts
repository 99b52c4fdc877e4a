import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, type Result } from '@kitestring/station-contract/refusal.ts';
import { CameraPresets } from './camera-presets.ts';

const DESK: Caller = { sessionId: '1', callerId: 'a', callerName: 'desk 1', scopes: ['read', 'control'] };
const OTHER: Caller = { ...DESK, sessionId: '2' };
const ROOF = { name: 'Roof', pan_ned: 90, tilt_ned: 45, zoom_level: 4 };

const taken: Result<never> = { ok: false, refusal: { code: 'CONTROL_TAKEN', message: 'desk 1 is in control' } };

let store: MemoryStore;
const start = () =>
  new CameraPresets({
    documents: store.documents,
    permit: (caller) => (caller === DESK ? accepted : taken),
    onChange: () => {},
  });
let views: CameraPresets;
beforeEach(() => {
  store = new MemoryStore();
  views = start();
});
const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);

describe('views of the camera', () => {
  it('are kept by their digits, replaced, forgotten, and survive a restart', () => {
    views.keep(DESK, '7', ROOF);
    views.keep(DESK, '2', { ...ROOF, name: ' <b>Staging</b> area ' });
    views.keep(DESK, '7', { ...ROOF, name: 'Roof, close', zoom_level: 16 });
    views = start();
    assert.deepEqual(
      views.list().map(({ key, name, zoom_level }) => [key, name, zoom_level]),
      [
        ['2', '<b>Staging</b> area', 4],
        ['7', 'Roof, close', 16],
      ],
    );
    assert.equal(code(views.forget(DESK, '7')), 'ok');
    assert.equal(code(views.forget(DESK, '7')), 'ok');
    assert.deepEqual(
      start()
        .list()
        .map(({ key }) => key),
      ['2'],
    );
  });

  it('are changed by nobody while another client is in control', () => {
    views.keep(DESK, '1', ROOF);
    assert.equal(code(views.keep(OTHER, '1', { ...ROOF, name: 'Mine' })), 'CONTROL_TAKEN');
    assert.equal(code(views.forget(OTHER, '1')), 'CONTROL_TAKEN');
    assert.equal(views.list()[0]?.name, 'Roof');
  });

  for (const name of ['', ' ', 'x'.repeat(41), 'two\nlines']) {
    it(`refuse the name ${JSON.stringify(name.slice(0, 12))}`, () => {
      assert.equal(code(views.keep(DESK, '1', { ...ROOF, name })), 'INVALID_REQUEST');
      assert.deepEqual(views.list(), []);
    });
  }

  it('that cannot be stored are not shown', () => {
    store.fault = new Error('the disk is full');
    assert.throws(() => views.keep(DESK, '1', ROOF), /the disk is full/);
    assert.deepEqual(views.list(), []);
  });
});
