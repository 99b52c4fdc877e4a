import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { ChaosFleet } from './support/chaos-fleet.ts';
import { compareJournals } from './support/compare-journals.ts';
import { HubProcess } from './support/hub-process.ts';
import { until } from './support/until.ts';

const DISK_MIB = 192;

describe('a hub whose disk is full', { skip: missingNatsServer() || WITHOUT_SMALL_DISKS }, () => {
  it('goes on by itself when there is space again, and nothing is lost', async () => {
    using folder = new TestFolder();
    const place = folder.file('disk');
    using _disk = new SmallDisk(place, DISK_MIB);
    await using hub = new HubProcess(['--storage-low-mib', '16'], {}, undefined, join(place, 'data'));
    await hub.start();
    await using fleet = await ChaosFleet.start(hub, { stations: 2, seed: 1, eventsPerS: 4 });
    const isArchived = () => fleet.isUp && fleet.status.every(({ unarchived }) => unarchived < 8);
    await until('the first records', isArchived);
    const ballast = join(place, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(DISK_MIB * 1024 ** 2)), /ENOSPC/);
    const warned = (text: string) =>
      hub.log.some(({ msg, place: where }) => where === 'data_dir' && String(msg).startsWith(text));
    await until('the warning', () => warned('little storage is left'));
    await until('the broker', () => hub.log.some(({ msg }) => String(msg).startsWith('nats-server cannot write')));
    rmSync(ballast);
    await until('all records', isArchived);
    await until('the end of the warning', () => warned('there is enough storage'));
    await fleet.end('SIGTERM');
    const { records, ...sums } = await compareJournals(hub, fleet.stations);
    assert.ok(records > 10);
    assert.deepEqual(sums, { lost: 0, double: 0, declared: 0, faults: 0, differing: 0, behind: 0 });
  });
});
