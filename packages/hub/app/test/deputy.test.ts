import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { HubProcess } from './support/hub-process.ts';
import { connectReplica } from './support/second-replica.ts';
import { publishedBytes } from './support/test-journal.ts';
import { TestStation } from './support/test-station.ts';

const OTHER = 'saaaaaaaaaaaa';
/** Subjects on which only the hub, or another station, may speak. */
const TARGETS = [
  ...['$KV.ROOMS.x', SUBJECTS.journal(0, OTHER), SUBJECTS.beat(OTHER), SUBJECTS.request(OTHER, 'quarantine')],
  ...[SUBJECTS.event(OTHER, 'flight.phase'), SUBJECTS.administration('keys')],
];

describe('a station that names a subject of the hub for the answer', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  let station: TestStation;
  before(async () => {
    await hub.start();
    station = await TestStation.enrol(hub, 'Engine 7');
    await station.goOnline();
  });
  after(async () => {
    await station.connection?.close();
    await hub[Symbol.asyncDispose]();
  });

  const garbage = () => Buffer.from('{"v":1}');
  for (const [asked, subjectOf, bytesOf] of [
    ['a greeting', (sid: string) => SUBJECTS.hub(sid, 'hello'), garbage],
    ['a renewal', (sid: string) => SUBJECTS.hub(sid, 'renew'), garbage],
    ['a request for an upload', (sid: string) => SUBJECTS.hub(sid, 'ticket'), garbage],
    ['a segment', (sid: string) => SUBJECTS.journal(0, sid), () => publishedBytes(station.journal.seal(1))],
    ['a beat', (sid: string) => SUBJECTS.beat(sid), garbage],
    ['a state', (sid: string) => SUBJECTS.topic(sid, 'flight'), garbage],
  ] as const) {
    it(`has nothing written there by ${asked}: not in the name of the hub, nor of another station`, async () => {
      const { connection, sid } = station;
      assert.ok(connection !== undefined);
      const replica = await connectReplica(hub);
      const heard: string[] = [];
      for (const target of TARGETS) {
        replica.subscribe(target, { callback: (_, { subject }) => void heard.push(subject) });
      }
      await replica.flush();
      for (const reply of TARGETS) connection.publish(subjectOf(sid), bytesOf(), { reply });
      // Hub and streams answer in order: these come after all others.
      await connection.request(SUBJECTS.journal(0, sid), publishedBytes(station.journal.seal(1)), { timeout: 180_000 });
      await station.hello();
      await replica.flush();
      await replica.close();
      assert.deepEqual(heard, []);
    });
  }
});
