import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { NOTIFICATIONS } from '@kitestring/contract/notifications/notification-dictionary.ts';
import { Nkey } from '@kitestring/hubcontract/nkey.ts';
import { SUBJECTS } from '@kitestring/hubcontract/subjects.ts';
import { writeIdentity } from '@kitestring/link/identity/credentials-file.ts';
import { TestBroker } from '@kitestring/link/test/support/test-broker.ts';
import { TestHub } from '@kitestring/link/test/support/test-hub.ts';
import { missingNatsServer } from '@kitestring/testing/nats-server.ts';
import { TestFolder } from '@kitestring/testing/test-folder.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const SID = 'sabcdefghijkl';
const HUB = { url: 'http://127.0.0.1:9/', journalMaxMib: 16, journalKeepDays: 7, catchupKbps: 10_000 };

const active = ({ station }: TestStation) => station.notifications.active().map(({ code }) => code);

async function flyUp(station: TestStation): Promise<void> {
  station.advance(6);
  const client = await station.client();
  await client.post('handoff/control/request', {});
  assert.equal((await client.post('flight/control/take_off')).status, 202);
  station.advance(30);
  assert.equal(station.station.topics.flight.value.flight_state, 'Flying');
}

describe('a station with a hub', () => {
  it('tells it of a flight, of what is wrong and where it is, with the bytes of its own API', {
    skip: missingNatsServer(),
  }, async () => {
    using folder = new TestFolder();
    const key = Nkey.make('user');
    await using broker = await TestBroker.start();
    writeIdentity(folder.path, {
      hubUrl: HUB.url,
      seed: key.seed,
      credentials: broker.credentials(SID, key.publicKey),
    });
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    const topics: string[] = [];
    hub.connection.subscribe(SUBJECTS.topic(SID, '*'), {
      callback: (_, message) => {
        topics.push(message.string());
      },
    });
    await using station = await startTestStation({ dataDir: folder.path, hub: HUB });
    await hub.until('a greeting', () => hub.hellos.length === 1);
    assert.deepEqual(hub.hellos[0]?.inventory.cameras, ['zoom', 'overview', 'thermal']);
    await flyUp(station);
    await hub.until('the flight', () => hub.records.some(({ d, k }) => k === 'flight.phase' && d.state === 'Flying'));
    const states = hub.records.filter(({ k }) => k === 'flight.phase').map(({ d }) => d.state);
    assert.deepEqual(states.slice(-3), ['StandBy', 'TakingOff', 'Flying']);
    const { altitude = 0 } = station.station.topics.flight.value;
    await hub.until('a beat of now', () => Math.abs((hub.beats.at(-1)?.alt ?? 0) - altitude) < 0.01);
    const beat = hub.beats.at(-1);
    assert.ok(beat?.phase === 'Flying' && beat.lat !== undefined && beat.lon !== undefined);

    hub.connection.publish(SUBJECTS.want(SID), JSON.stringify({ v: 1, topics: ['flight/state'], maxHz: 30, ttlS: 20 }));
    await hub.until('the topic', () => topics.length > 0 && (hub.beats.at(-1)?.watching ?? 0) > 0);
    assert.equal(topics.at(-1), Buffer.from(station.station.topics.flight.bytes).toString());

    const metrics = await (await fetch(`${station.url}/metrics`)).text();
    assert.match(metrics, /^kitestring_hub_link_up 1$/m);
    assert.match(metrics, /^kitestring_hub_journal_unarchived \d+$/m);
    assert.ok(!active(station).includes(NOTIFICATIONS.HUB_NOT_CONNECTED.code));
  });

  it('flies on where the hub is away and the journal has no place, and says so', async () => {
    using folder = new TestFolder();
    const key = Nkey.make('user');
    // A file of the journal that cannot be: its place is a folder.
    mkdirSync(folder.file('journal.sqlite'));
    writeIdentity(folder.path, {
      ...{ hubUrl: HUB.url, seed: key.seed },
      credentials: {
        ...{ v: 1, sid: SID, jwt: 'a.b.c', issued: Date.now(), expires: Date.now() + 1e9 },
        ...{ servers: ['ws://127.0.0.1:9'], hubKeys: [{ kid: 'a', x: 'A'.repeat(43) }] },
      },
    });
    await using station = await startTestStation({ dataDir: folder.path, hub: HUB });
    await flyUp(station);
    const told = Promise.withResolvers<string>();
    const cancel = station.station.notifications.onEvent(({ code, message }) => {
      if (code === NOTIFICATIONS.HUB_JOURNAL_UNUSABLE.code) told.resolve(message);
    });
    assert.equal(await told.promise, 'Records for the fleet hub not writable: the disk cannot be written.');
    cancel();
    assert.match(await (await fetch(`${station.url}/metrics`)).text(), /^kitestring_hub_link_up 0$/m);
  });
});

describe('a station without a hub', () => {
  it('has no journal and no metrics of one', async () => {
    await using station = await startTestStation();
    assert.ok(!existsSync(`${station.dataDir}/journal.sqlite`));
    assert.doesNotMatch(await (await fetch(`${station.url}/metrics`)).text(), /kitestring_hub/);
  });
});
