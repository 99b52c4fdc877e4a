import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

/** The moments that integer microseconds hold exactly and that have a year of four digits: 1685 to 2255. */
const exactUs = fc.integer({ min: Date.UTC(1685, 0) * 1000, max: Date.UTC(2255, 0) * 1000 });

describe('a timestamp', () => {
  it('is written with microseconds and offset', () => {
    assert.equal(formatTimestamp(Date.UTC(2026, 2, 1, 9, 30) * 1000 + 250_000), '2026-03-01T09:30:00.250000+00:00');
    assert.equal(formatTimestamp(1), '1970-01-01T00:00:00.000001+00:00');
    assert.equal(formatTimestamp(-1), '1969-12-31T23:59:59.999999+00:00');
  });

  it('is read back as the microsecond it was written from', () => {
    // A failing run prints its seed and the smallest counterexample.
    fc.assert(
      fc.property(exactUs, (timeUs) => {
        const written = formatTimestamp(timeUs);
        assert.match(written, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/);
        assert.equal(parseTimestamp(written), timeUs);
      }),
      { numRuns: 2000, verbose: true },
    );
  });

  it('is written alike, whatever was written before it', () => {
    const startUs = Date.UTC(2026, 2, 1, 9, 30) * 1000;
    // Seconds that share their last bits, before and after 1970.
    const timesUs = [0, 64, 128, -64, 6400].flatMap((s) => [startUs + s * 1_000_000 + 7, s * 1_000_000 - 1]);
    const first = timesUs.map(formatTimestamp);
    assert.deepEqual(timesUs.toReversed().map(formatTimestamp).toReversed(), first);
    assert.deepEqual(first.map(parseTimestamp), timesUs);
  });

  it('sorts as a text as it sorts as a number', () => {
    fc.assert(
      fc.property(exactUs, exactUs, (a, b) => {
        assert.equal(formatTimestamp(a) < formatTimestamp(b), a < b);
      }),
      { verbose: true },
    );
  });

  it('is read with any offset, letter case and number of digits', () => {
    const expectedUs = Date.UTC(2026, 2, 1, 9, 30) * 1000;
    for (const text of [
      '2026-03-01T09:30:00Z',
      '2026-03-01t09:30:00z',
      '2026-03-01 09:30:00Z',
      '2026-03-01T11:30:00+02:00',
      '2026-03-01T04:00:00.0-05:30',
    ]) {
      assert.equal(parseTimestamp(text), expectedUs, text);
    }
    assert.equal(parseTimestamp('2026-03-01T09:30:00.123456789Z'), expectedUs + 123_456);
    assert.equal(parseTimestamp('2024-02-29T00:00:00Z'), Date.UTC(2024, 1, 29) * 1000);
    assert.ok(Number(parseTimestamp('0001-01-01T00:00:00Z')) < Number(parseTimestamp('9999-12-31T23:59:59Z')));
  });

  it('may have any number of digits, and be a leap second at the end of a month, which counts as the next one', () => {
    assert.equal(parseTimestamp('2026-03-01T09:30:00.1234567890123Z'), parseTimestamp('2026-03-01T09:30:00.123456Z'));
    const midnightUs = Date.UTC(2017, 0) * 1000;
    assert.equal(parseTimestamp('2016-12-31T23:59:60Z'), midnightUs);
    assert.equal(parseTimestamp('1990-12-31T15:59:60-08:00'), Date.UTC(1991, 0) * 1000);
    assert.equal(parseTimestamp('2016-12-31T23:59:60.5Z'), midnightUs + 500_000);
    assert.equal(parseTimestamp('2016-12-30T23:59:60Z'), undefined);
    assert.equal(parseTimestamp('2016-12-31T23:59:61Z'), undefined);
  });

  it('can be written back, however far away it is', () => {
    const written = (text: string) => formatTimestamp(Number(parseTimestamp(text)));
    for (const text of ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:60Z', '9999-12-31T23:59:59-23:59']) {
      assert.equal(written(text), '9999-12-31T23:59:59.000000+00:00', text);
    }
    assert.equal(written('0000-01-01T00:00:00+23:59'), '0000-01-01T00:00:00.000000+00:00');
  });

  it('is refused when it is no moment of RFC 3339', () => {
    for (const text of [
      '',
      'now',
      '1772357400',
      '2026-03-01',
      '2026-03-01T09:30Z',
      '2026-03-01T09:30:00',
      '2026-03-01T09:30:00.Z',
      '2026-02-29T09:30:00Z',
      '1900-02-29T09:30:00Z',
      '2026-04-31T09:30:00Z',
      '2026-13-01T09:30:00Z',
      '2026-00-01T09:30:00Z',
      '2026-03-00T09:30:00Z',
      '2026-03-01T24:00:00Z',
      '2026-03-01T09:60:00Z',
      '2026-03-01T09:30:60Z',
      '2026-03-01T09:30:00+24:00',
      '2026-03-01T09:30:00+0200',
      '2026-03-01T09:30:00 +02:00',
      '+02026-03-01T09:30:00Z',
      ' 2026-03-01T09:30:00Z',
      '2026-03-01T09:30:00Z\n',
      '２０２６-03-01T09:30:00Z',
    ]) {
      assert.equal(parseTimestamp(text), undefined, text);
    }
  });
});
