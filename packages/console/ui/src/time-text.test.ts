import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockFormat, fileTime, momentFormat } from './time-text.ts';

const AT_MS = Date.UTC(2026, 2, 1, 9, 30, 4);
const ZURICH = { zone: 'Europe/Zurich', isUtc: false } as const;

describe('a time on the page', () => {
  it('is written with its zone', () => {
    assert.equal(momentFormat({ ...ZURICH, locale: 'en-GB' }).format(AT_MS), '01/03/2026, 10:30:04 CET');
    assert.equal(momentFormat({ ...ZURICH, locale: 'de-DE' }).format(AT_MS), '01.03.2026, 10:30:04 MEZ');
    assert.equal(clockFormat({ ...ZURICH, locale: 'en-GB' }).format(AT_MS), '10:30:04 CET');
  });

  it('is that of UTC on demand, whatever the zone of the browser', () => {
    assert.equal(clockFormat({ ...ZURICH, isUtc: true, locale: 'en-GB' }).format(AT_MS), '09:30:04 UTC');
    assert.equal(clockFormat({ ...ZURICH, isUtc: true, locale: 'de-DE' }).format(AT_MS), '09:30:04 UTC');
  });

  it('begins a day with 00, not with 24', () => {
    assert.equal(clockFormat({ isUtc: true, locale: 'en-GB' }).format(Date.UTC(2026, 2, 1)), '00:00:00 UTC');
  });
});

describe('a time in the name of a file', () => {
  it('is of the zone that the page shows, and says which', () => {
    assert.equal(fileTime(AT_MS, 0), '2026-03-01T093004Z');
    assert.equal(fileTime(AT_MS, 60), '2026-03-01T103004+0100');
    assert.equal(fileTime(AT_MS, -210), '2026-03-01T060004-0330');
  });
});
