import assert from 'node:assert/strict';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { FlightArchive } from '../src/archive/flight-archive.ts';
import { START_US, stormyFlight, writtenLog } from './support/written-log.ts';

const ID = '2026-11-21T08-30-00Z';
const NAMES = { damaged: '2026-10-01T08-30-00Z', unreadable: '2026-11-21T08-00-00Z' };

/** A flight, a log that is damaged, and one that the system does not let read: a folder, which root cannot read either. */
async function archive(folder: TestFolder): Promise<FlightArchive> {
  folder.file(`${ID}.mcap`, await writtenLog(stormyFlight()));
  folder.file(`${NAMES.damaged}.mcap`, 'damaged');
  mkdirSync(join(folder.path, `${NAMES.unreadable}.mcap`));
  return new FlightArchive({
    folder: folder.path,
    running: { current: undefined, settle: async () => {} },
    captures: {
      during: async () => ({ recordings: [], snapshots: [] }),
      thumbnail: async () => assert.fail('there is no snapshot'),
    },
    log: SILENT_LOG,
  });
}

describe('The log of a flight that a fault of the disk has left unfinished', () => {
  it('is no file to download, and why', async () => {
    using folder = new TestFolder();
    const flights = await archive(folder);
    assert.deepEqual(await flights.file(ID), { ok: true, value: join(folder.path, `${ID}.mcap`) });
    renameSync(join(folder.path, `${ID}.mcap`), join(folder.path, `${ID}.mcap.partial`));
    const file = await flights.file(ID);
    assert.ok(!file.ok);
    assert.match(file.refusal.message, /it is unfinished until the station starts again/);
  });
});

describe('The flights in a folder with logs that cannot be read', () => {
  it('are listed, those as damaged', async () => {
    using folder = new TestFolder();
    const list = await (await archive(folder)).list({});
    assert.ok(list.ok, JSON.stringify(list));
    assert.deepEqual(
      list.value.flights.map(({ flight_id, losses }) => [flight_id, losses]),
      [
        [ID, []],
        [NAMES.unreadable, ['damaged']],
        [NAMES.damaged, ['damaged']],
      ],
    );
  });

  it('give their readings for the trends', async () => {
    using folder = new TestFolder();
    let count = 0;
    await (await archive(folder)).telemetry(START_US - 3_600e6, START_US + 3_600e6, () => {
      count += 1;
    });
    assert.equal(count, 600);
  });
});
