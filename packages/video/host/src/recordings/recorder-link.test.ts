import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { RecorderLink } from './recorder-link.ts';

const REPORT = { what: 'begun', recordingId: 'a' } as const;

describe('the attachment point of the recorder', () => {
  it('stays with the recorder that has come, when the one before leaves or speaks later', () => {
    const link = new RecorderLink();
    const told: string[] = [];
    link.listen({
      onUp: () => told.push('up'),
      onDown: () => told.push('down'),
      onReport: ({ recordingId }) => told.push(recordingId),
    });
    const recorder = (streamId: string) => ({
      send: () => {},
      streams: () => ok([{ streamId, type: 'color' as const }]),
    });
    const before = link.up(recorder('before'));
    const now = link.up(recorder('now'));
    before.report({ ...REPORT, recordingId: 'of the one before' });
    before.down();
    now.report(REPORT);
    assert.deepEqual(link.streams(), ok([{ streamId: 'now', type: 'color' }]));
    assert.deepEqual(told, ['up', 'down', 'up', 'a']);
    now.down();
    assert.equal(link.streams().ok, false);
    now.report(REPORT);
    assert.deepEqual(told.slice(4), ['down']);
  });
});
