import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TlogReader } from '@kitestring/mavlink-codec/codec.ts';
import { Line } from './support/line.ts';

interface Row {
  readonly atS: number;
  readonly landedState: string;
  readonly altitudeM: number | undefined;
  readonly headingDeg: number | undefined;
  readonly isFlownElsewhere: boolean | undefined;
}

/** Plays what the autopilot sent to the driver, at its own pace. */
async function played(name: string) {
  const reader = new TlogReader();
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures', name));
  const records = [...reader.push(bytes), ...reader.end()];
  const line = await Line.begin();
  const [first = assert.fail('empty')] = records;
  const startUs = line.clock.nowUs();
  const rows: Row[] = [];
  line.aircraft.onSample(({ kite, timeUs }) => {
    if (kite === undefined) return;
    const { altitudeM, headingDeg, isFlownElsewhere, landedState } = kite;
    rows.push({ atS: (timeUs - startUs) / 1e6, landedState, altitudeM, headingDeg, isFlownElsewhere });
  });
  let next = 0;
  line.onStep = (nowUs) => {
    for (; next < records.length; next += 1) {
      const record = records[next];
      if (record === undefined || record.timeUs - first.timeUs > nowUs - startUs) return;
      line.far.send(record.packet.bytes, 'Telemetry');
    }
  };
  const { timeUs: endUs } = records.at(-1) ?? first;
  await line.run((endUs - first.timeUs) / 1e6 + 1);
  return { line, rows };
}

/** State of the Kite, in order, with the time of each change, seconds. */
const landedStates = (rows: readonly Row[]): [string, number][] =>
  rows
    .filter(({ landedState }, index) => landedState !== rows[index - 1]?.landedState)
    .map(({ atS, landedState }) => [landedState, Math.round(atS)]);

const highestM = (rows: readonly Row[]): number => Math.max(...rows.map(({ altitudeM }) => altitudeM ?? 0));

describe('a recorded flight', () => {
  it('of ArduCopter becomes the samples of that flight', async () => {
    const { line, rows } = await played('arducopter-flight.tlog');
    await using _ = line;
    assert.match(line.aircraft.identity.kiteName ?? '', /^ArduCopter( 4\.7\.0)?, system 1$/);
    assert.deepEqual(landedStates(rows), [
      ['OnGround', 2],
      ['InAir', 42],
      ['OnGround', 124],
    ]);
    assert.ok(Math.abs(highestM(rows) - 20) < 0.5, `${highestM(rows)} m`);
    const before = rows.find(({ altitudeM }) => altitudeM !== undefined);
    assert.ok((before?.atS ?? 0) > 10, 'without a home there is no altitude, though one is sent from the start');
    const headings = rows
      .filter(({ atS }) => atS > 80 && atS < 82)
      .map(({ headingDeg }) => Math.round(headingDeg ?? -1));
    assert.ok(
      headings.some((deg) => Math.abs(deg - 90) <= 3),
      `headings ${headings}`,
    );
    const { kite } = line.samples.findLast(({ kite }) => kite?.gps !== undefined) ?? {};
    assert.ok(Math.abs((kite?.gps?.latDeg ?? 0) - 47.397742) < 0.001);
    assert.equal(kite?.gps?.accuracyM, 0.3);
    assert.ok((kite?.batteryVoltageV ?? 0) > 10 && (kite?.batteryPercent ?? -1) >= 0);
    assert.equal(
      rows.some(({ isFlownElsewhere }) => isFlownElsewhere),
      true,
      'its landing was not ordered by this station',
    );
    assert.ok(line.texts.includes('Arm: Need Position Estimate'), `${line.texts}`);
  });

  it('of PX4 becomes the samples of that flight', async () => {
    const { line, rows } = await played('px4-flight.tlog');
    await using _ = line;
    assert.match(line.aircraft.identity.kiteName ?? '', /^PX4( 1\.16\.0)?, system 1$/);
    assert.deepEqual(
      landedStates(rows).map(([state]) => state),
      ['OnGround', 'InAir', 'OnGround'],
    );
    assert.ok(Math.abs(highestM(rows) - 20) < 1, `${highestM(rows)} m`);
    const { kite } = line.samples.findLast(({ kite }) => kite?.gps !== undefined) ?? {};
    assert.equal(kite?.gps?.accuracyM, 0.9);
    assert.equal(kite?.batteryPercent !== undefined, true);
    assert.ok(line.texts.includes('Landing at current position'), 'without the tab of PX4');
    assert.equal(
      rows.some(({ isFlownElsewhere }) => isFlownElsewhere),
      true,
    );
  });

  for (const name of ['arducopter-flight.tlog', 'px4-flight.tlog']) {
    it(`gives no sample of ${name} a value that is no number`, async () => {
      const { line } = await played(name);
      await using _ = line;
      assert.ok(line.samples.length > 500);
      for (const sample of line.samples) {
        // JSON writes NaN and infinity as null.
        assert.doesNotMatch(JSON.stringify(sample), /null/);
      }
    });
  }
});
