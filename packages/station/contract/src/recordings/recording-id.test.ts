import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingIdAt, recordingStart } from './recording-id.ts';

const us = (text: string): number => Date.parse(text) * 1000;

describe('the id of a recording', () => {
  const IDS: readonly (readonly [string, string, string])[] = [
    ['2026-06-16T11:29:46.999Z', '+02:00', '20260616_132946_+0200'],
    ['2026-06-16T11:29:46Z', '+00:00', '20260616_112946_+0000'],
    ['2025-12-31T23:30:00Z', '+05:45', '20260101_051500_+0545'],
    ['2026-01-01T02:00:00Z', '-03:30', '20251231_223000_-0330'],
  ];
  it('is the local time at which it started, with its offset, and says that time', () => {
    for (const [time, offset, id] of IDS) {
      assert.equal(recordingIdAt(us(time), offset), id);
      assert.equal(recordingStart(id), Math.floor(us(time) / 1e6) * 1e6, id);
    }
  });

  it('of an older folder still says its time', () => {
    assert.equal(recordingStart('2026-03-01T093000Z'), us('2026-03-01T09:30:00Z'));
    assert.equal(recordingStart('2026-03-01T093000Z-12'), us('2026-03-01T09:30:00Z'));
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      'holiday',
      '20260616_132946',
      '20260616_132946_ 0200',
      '20261316_132946_+0200',
      '20260230_132946_+0200',
      '20260616_132960_+0200',
      '20260616_132946_+2400',
      '20260616_132946_+0200/..',
      '20260616_132946_+0200\n',
      '2026-03-01T093000',
      '2026-03-01T093000Z-',
      '../2026-03-01T093000Z',
    ]) {
      assert.equal(recordingStart(text), undefined, JSON.stringify(text));
    }
  });
});
