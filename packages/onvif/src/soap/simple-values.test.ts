import assert from 'node:assert/strict';
import { it } from 'node:test';
import { booleanValue, dateTimeMs, secondsOf } from './simple-values.ts';

it('durations are read as XML writes them, with days, and as libraries fill them up', () => {
  const durations: Readonly<Record<string, number>> = {
    PT10S: 10,
    'PT0.5S': 0.5,
    PT1M: 60,
    P1D: 86_400,
    P1DT2H: 93_600,
    'P0Y0M0DT0H1M0.000S': 60,
  };
  for (const [text, seconds] of Object.entries(durations)) assert.equal(secondsOf(text), seconds, text);
});

it('what is no duration, or one of months, is refused', () => {
  for (const text of ['P', 'PT', 'P1DT', 'PT5X', 'PT-1S', '-PT1S', 'P1M', 'P1Y', 'PT1S ', '10', 'PTS', 'PT1.S'])
    assert.throws(() => secondsOf(text), /is no duration/, text);
});

it('booleans have two spellings in XML', () => {
  assert.deepEqual(['true', '1', 'True', 'false', '0', 'FALSE'].map(booleanValue), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual(['', 'yes', undefined].map(booleanValue), [undefined, undefined, undefined]);
});

it('times have a zone, or are UTC', () => {
  const times = [
    '2026-03-01T09:30:00Z',
    '2026-03-01T10:30:00+01:00',
    '2026-03-01T09:30:00',
    '2026-03-01T09:30:00.0000000Z',
  ];
  for (const text of times) assert.equal(dateTimeMs(text), Date.UTC(2026, 2, 1, 9, 30), text);
  assert.ok(Number.isNaN(dateTimeMs('tomorrow')));
});
