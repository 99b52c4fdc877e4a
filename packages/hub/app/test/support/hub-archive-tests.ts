import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import type { JournalSegmentHead } from '@kitestring/hub-contract/segment.ts';
import { HUB_REQUESTS, SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { checkRecords } from './check-records.ts';
import type { Answer, HubProcess } from './hub-process.ts';
import { publishedBytes } from './test-journal.ts';
import type { TestStation } from './test-station.ts';
import { until } from './until.ts';

/** The archive of a hub has all records of a station, each once, whatever is forged, killed or lost meanwhile. */
export function hubArchiveTests(hub: HubProcess, current: () => TestStation): void {
  it('archives what the station has sealed, tells it so, and lists the events by number', async () => {
    const station = current();
    station.journal.seal(40, 'flight.phase', { state: 'TakingOff', previous: 'StandBy' });
    for (let index = 0; index < 20; index += 1) station.journal.seal(30);
    station.journal.seal(2, 'flight.phase', { state: 'Flying', previous: 'TakingOff' });
    await station.sendAll();
    await archivedAll(station);
    assert.deepEqual(await report(station), complete(station));
    const { body } = await hub.ask(`events?kind=flight.phase&sid=${station.sid}`);
    assert.deepEqual(
      body.events.map(({ data, seq }: Answer) => [seq, data.state]),
      [
        [40, 'TakingOff'],
        [642, 'Flying'],
      ],
    );
    const next = await hub.ask(`events?kind=flight.phase&sid=${station.sid}&after=${body.next_after}`);
    assert.deepEqual(next.body, { events: [], first: 1, next_after: body.next_after });
  });

  it('lets a station speak in its own name only, and keeps what is forged aside', async () => {
    const station = current();
    const { connection, journal, sid } = station;
    assert.ok(connection);
    const refused: string[] = [];
    const followed = (async () => {
      for await (const status of connection.status()) if (status.type === 'error') refused.push(status.error.message);
    })();
    const others = ['saaaaaaaaaaaa', '*'];
    const forbidden = [
      ...others.flatMap((other) => [SUBJECTS.beat(other), SUBJECTS.journal(0, other)]),
      ...others.flatMap((other) => HUB_REQUESTS.map((name) => SUBJECTS.hub(other, name))),
      ...[SUBJECTS.request(sid, 'cmd'), SUBJECTS.request('saaaaaaaaaaaa', 'cmd'), SUBJECTS.event(sid, 'link.up')],
      ...['$JS.API.STREAM.LIST', '$JS.API.STREAM.PURGE.JOURNAL_00', '$SYS.REQ.SERVER.PING', 'ks.adm.x'],
    ];
    for (const subject of forbidden) connection.publish(subject, 'x');
    for (const subject of ['ks.>', SUBJECTS.requests('*'), '_INBOX.>', '$SYS.>']) connection.subscribe(subject);
    await until('every refusal', () => refused.length === forbidden.length + 4);
    void followed;

    const forged = journal.sign(
      { ...(journal.segments[0]?.head as JournalSegmentHead), f: journal.head + 1, l: journal.head + 1 },
      Nkey.make('user'),
    );
    assert.ok(await station.publish(publishedBytes({ head: forged, body: Buffer.from('x') }), journal.head + 1));
    await until('the quarantine', () =>
      hub.log.some(({ msg, sid: of }) => of === sid && /quarantined/.test(String(msg))),
    );
    // The broker takes the true one with this number for a double, and drops it: the hub asks for it again.
    journal.seal(3, 'link.up', {});
    await archivedAllWithBeats(station);
    assert.ok(station.generation > 0);
    assert.deepEqual(await report(station), complete(station));
  });

  it('gets everything again that a broker with a wiped store has acknowledged and lost', async () => {
    const station = current();
    const { generation } = station;
    await hub.end('SIGKILL');
    // Acknowledged by the broker, then gone with its store.
    for (let index = 0; index < 10; index += 1) station.journal.seal(10);
    station.sent = station.journal.head;
    rmSync(join(hub.dataDir, 'broker'), { recursive: true });
    await hub.start();
    await station.hello();
    await archivedAllWithBeats(station);
    assert.ok(station.generation > generation);
    assert.deepEqual(await report(station), complete(station));
    const { body } = await hub.ask(`stations/${station.sid}`);
    assert.equal(body.journal.archived, station.journal.head);
  });

  const report = ({ journal, sid }: TestStation) => checkRecords(hub, sid, journal.epoch, journal.head);
}

const archivedAll = (one: TestStation) => until('the archive', () => one.have === one.journal.head);
export const complete = (one: TestStation) => ({ lost: 0, double: 0, declared: 0, faults: [], last: one.journal.head });

export async function archivedAllWithBeats(one: TestStation): Promise<void> {
  await until('the archive', async () => {
    one.beat();
    await one.sendAll();
    return one.have === one.journal.head;
  });
}
