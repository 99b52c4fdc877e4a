import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import type { JournalRecord } from '@kitestring/hub-contract/record.ts';
import { readSignedRequest } from '@kitestring/hub-contract/signed-request.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { UPLOAD_TYPE, UploadedRequest } from '@kitestring/hub-contract/upload.ts';
import { ChaosRelay } from '@kitestring/lab-testing/chaos-relay.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { readIdentity, removeIdentity, writeIdentity } from '../src/identity/credentials-file.ts';
import { LINK_SETTINGS } from './support/link-settings.ts';
import { TestBroker } from './support/test-broker.ts';
import { TestHub } from './support/test-hub.ts';
import { TestLink } from './support/test-link.ts';

const SID = 'sabcdefghijkl';
const OTHER_SID = 'sbcdefghijklm';

/** Between two clocks of one computer. */
const ROUNDED_MS = 5;

const DISK_MIB = 32;

/** Makes the data folder that of a station of this broker. @returns its key */
function enrolled(broker: TestBroker, dataDir: string): Nkey {
  const key = Nkey.make('user');
  writeIdentity(dataDir, {
    hubUrl: LINK_SETTINGS.url,
    seed: key.seed,
    credentials: broker.credentials(SID, key.publicKey),
  });
  return key;
}

const kinds = ({ records }: TestHub) => records.map(({ k }) => k);
const numbers = ({ records }: TestHub) => records.map(({ s }) => s);
const counted = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the link to a hub', { skip: missingNatsServer() }, () => {
  it('greets, beats, and hands every event to the archive once, through the death of the broker with all its streams', async () => {
    using folder = new TestFolder();
    await using broker = await TestBroker.start();
    const key = enrolled(broker, folder.path);
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    await using station = new TestLink(folder.path);
    await hub.until('the first records', () => kinds(hub).includes('link.up'));
    // Samples of the state come by the clock, on a busy machine between any two of them.
    const events = () => kinds(hub).filter((kind) => kind !== 'state');
    assert.deepEqual(events().toSorted(), ['flight.phase', 'inventory', 'link.up']);
    assert.equal(hub.beats[0]?.n, 1);

    const { length } = events();
    station.feed.enter('TakingOff');
    station.feed.begin({ code: 30001, severity: 'Warning', began: 1, message: 'High wind.' });
    station.feed.end(30001);
    await hub.until('three events', () => events().length >= length + 3);
    assert.deepEqual(events().slice(length), ['flight.phase', 'notification.begin', 'notification.end']);
    await hub.cursor();
    assert.equal(station.status.unarchived, station.status.unsent);

    await broker.kill();
    await station.until('Down');
    for (const phase of ['Flying', 'Landing', 'StandBy'] as const) station.feed.enter(phase);
    assert.ok(station.status.unarchived >= 4, 'the journal has what the broker cannot take');
    await broker.start();
    await hub.reconnect(broker);
    await hub.until('all of it', () => kinds(hub).filter((kind) => kind === 'link.up').length === 2);
    assert.deepEqual(numbers(hub), counted(hub.have));
    assert.deepEqual(hub.refused, []);
    const phases = hub.records.filter(({ k }) => k === 'flight.phase').map(({ d }) => d.state);
    assert.deepEqual(phases, ['StandBy', 'TakingOff', 'Flying', 'Landing', 'StandBy']);
    assert.ok(kinds(hub).includes('link.down'));
    const beats = hub.beats.map(({ n }) => n);
    assert.deepEqual(
      beats,
      beats.toSorted((a, b) => a - b),
      'beats are numbered through',
    );
    assert.equal(new Set(hub.beats.map(({ boot }) => boot)).size, 1);
  });

  it('signs what it says of an upload: a broker that was broken into can say nothing in its name', async () => {
    using folder = new TestFolder();
    await using broker = await TestBroker.start();
    const key = enrolled(broker, folder.path);
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    const said = Promise.withResolvers<Uint8Array>();
    hub.connection.subscribe(SUBJECTS.hub(SID, 'uploaded'), {
      callback: (_, message) => {
        said.resolve(message.data);
        message.respond(JSON.stringify({ v: 1, over: 'it has failed' }));
      },
    });
    await using station = new TestLink(folder.path, LINK_SETTINGS.url, {
      request: async () => ({ status: 404, headers: {}, body: Readable.from([]) }),
    });
    await station.until('Up');
    await hub.until('a beat', () => hub.beats.length > 0);
    const { boot, n: beat } = hub.beats.at(-1) ?? assert.fail();
    const person = { person: { id: 'p', name: 'Anna', role: 'operator' }, scopes: ['read'], via: 'page of the hub' };
    const bound = { v: 1, id: 'b'.repeat(16), sid: SID, boot, beat, maxAgeMs: 30_000, ...person };
    const upload = 'a'.repeat(16);
    const order = broker.commandKey.order(UPLOAD_TYPE, { ...bound, upload, recording: 'gone', kbps: 1000 });
    const reply = await hub.connection.request(SUBJECTS.request(SID, 'upload'), order, { timeout: 180_000 });
    assert.equal(reply.json<{ status?: number }>().status, 202);
    const read = readSignedRequest(UploadedRequest, 'uploaded', { sid: SID, key: key.publicKey }, await said.promise);
    assert.deepEqual(read, { ok: true, value: { v: 1, upload, failed: 'the station has no such recording' } });
  });

  it('sends again from where the hub says, under a new generation, and begins another epoch when it was set back itself', async () => {
    using folder = new TestFolder();
    await using broker = await TestBroker.start();
    const key = enrolled(broker, folder.path);
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    await using station = new TestLink(folder.path);
    await hub.until('the first records', () => kinds(hub).includes('link.up'));
    const { have } = hub;
    await hub.cursor();
    hub.setBack(0);
    await hub.cursor({ gen: hub.generation, from: 1 });
    await hub.until('all of it again', () => hub.have >= have);
    assert.deepEqual(numbers(hub), counted(hub.have));

    const [first] = hub.hellos;
    const answer = JSON.parse(await hub.cursor({ have: 9999 })) as { epoch: string };
    assert.notEqual(answer.epoch, first?.epoch);
    hub.setBack(0);
    hub.generation = 0;
    await hub.until('a greeting of the new epoch', () => hub.hellos.at(-1)?.epoch === answer.epoch);
    assert.equal(hub.hellos.at(-1)?.previousEpoch, first?.epoch);
    station.feed.enter('TakingOff');
    await hub.until('what follows', () => kinds(hub).at(-1) === 'flight.phase');
    assert.deepEqual(numbers(hub), counted(hub.have));
  });

  it('sends its records once its disk has space, though it was full when the hub greeted it', {
    skip: WITHOUT_SMALL_DISKS,
  }, async () => {
    using folder = new TestFolder();
    const place = folder.file('disk');
    using _disk = new SmallDisk(place, DISK_MIB);
    await using broker = await TestBroker.start();
    const key = enrolled(broker, place);
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    await using station = new TestLink(place);
    await hub.until('the first records', () => kinds(hub).includes('link.up'));
    await hub.cursor();
    const ballast = join(place, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(DISK_MIB * 1024 ** 2)), /ENOSPC/);
    await until('the fault', () => {
      station.feed.enter(station.feed.phase === 'Flying' ? 'Landing' : 'Flying');
      return station.status.journalFault !== undefined;
    });
    // A database that was restored from a backup: the journal has to note that the hub has less.
    hub.setBack(0);
    await broker.kill();
    await station.until('Down');
    await broker.start();
    await hub.reconnect(broker);
    await station.until('Up');
    assert.deepEqual(hub.records, []);
    rmSync(ballast);
    await hub.until('the records', () => kinds(hub).includes('link.up'));
    assert.deepEqual(numbers(hub), counted(hub.have));
  });

  it('publishes the topics that are wanted, byte for byte, and answers with a beat of now', async () => {
    using folder = new TestFolder();
    await using broker = await TestBroker.start();
    const key = enrolled(broker, folder.path);
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    const messages: string[] = [];
    hub.connection.subscribe(SUBJECTS.topic(SID, '*'), {
      callback: (_, message) => {
        messages.push(`${message.subject.split('.').at(-1)} ${message.string()}`);
      },
    });
    hub.clockOffsetMs = -7_200_000;
    await using station = new TestLink(folder.path);
    await station.until('Up');
    const { clockOffsetMs = 0 } = station.status;
    const onTheWayMs = Date.now() - hub.greetedMs;
    const aheadMs = clockOffsetMs - 7_200_000;
    assert.ok(aheadMs > -ROUNDED_MS && aheadMs < onTheWayMs + ROUNDED_MS, `${aheadMs} ms, ${onTheWayMs} ms on the way`);
    const want = { v: 1, topics: ['flight/state', 'no/topic'], maxHz: 30, ttlS: 60 };
    hub.connection.publish(SUBJECTS.want(SID), JSON.stringify(want));
    await hub.until('the first value', () => messages.length === 1 && hub.beats.at(-1)?.watching === 1);
    station.feed.altitudeM = 7;
    station.feed.flight.invalidate();
    station.feed.altitudeM = 8;
    station.feed.flight.invalidate();
    await hub.until('the newest value', () => messages.length === 2);
    const asBytes = (altitude: number) => `flight/state ${JSON.stringify({ flight_state: 'StandBy', altitude })}`;
    assert.deepEqual(messages, [asBytes(0), asBytes(8)]);
    const before = hub.beats.at(-1)?.n ?? 0;
    const beat = (await hub.connection.request(SUBJECTS.request(SID, 'beat'), '', { timeout: 180_000 })).json<{
      n: number;
    }>();
    assert.ok(beat.n > before);
    const quarantine = (boot: string) =>
      hub.connection.publish(
        SUBJECTS.request(SID, 'quarantine'),
        JSON.stringify({ v: 1, boot, message: 'two services use this identity' }),
      );
    const greeted = hub.hellos.length;
    quarantine('bbbbbbbbbbbb');
    quarantine(hub.beats.at(-1)?.boot ?? '');
    await station.until('Refused');
    assert.match(JSON.stringify(station.status.connection), /two services use this identity \(IDENTITY_CLONED\)/);
    assert.equal(hub.hellos.length, greeted, 'and not greeted again');
  });

  it('says when it is not enrolled, and when the hub is absent or refuses it', async () => {
    using folder = new TestFolder();
    const key = Nkey.make('user');
    await using broker = await TestBroker.start();
    await using station = new TestLink(folder.path);
    await station.until('NotEnrolled');
    writeIdentity(folder.path, {
      hubUrl: LINK_SETTINGS.url,
      seed: key.seed,
      credentials: broker.credentials(SID, key.publicKey),
    });
    await station.until('Waiting');
    await station.link.stop();

    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    hub.refusal = { v: 1, refused: 'VERSION_TOO_OLD', message: 'This hub needs 0.2.0.' };
    await using refused = new TestLink(folder.path);
    await refused.until('Refused');
    assert.match(JSON.stringify(refused.status.connection), /This hub needs 0\.2\.0\. \(VERSION_TOO_OLD\)/);
    await hub.until('beats all the same', () => hub.beats.length > 0);
  });

  it('that is sent away as a copy comes back as a guest, who neither beats nor takes orders before the hub greets it', async () => {
    using folder = new TestFolder();
    await using broker = await TestBroker.start();
    const key = enrolled(broker, folder.path);
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    await using station = new TestLink(folder.path);
    await station.until('Up');
    assert.equal(hub.hellos.at(-1)?.isQuarantined, undefined);
    hub.refusal = { v: 1, refused: 'IDENTITY_CLONED', message: 'two services use this identity' };
    const boot = hub.beats[0]?.boot;
    const order = JSON.stringify({ v: 1, boot, message: 'two services use this identity' });
    hub.connection.publish(SUBJECTS.request(SID, 'quarantine'), order);
    await station.until('Refused');
    const refusedMs = Date.now();
    await hub.until('the guest', () => hub.hellos.at(-1)?.isQuarantined === true);
    const asked = hub.connection.request(SUBJECTS.request(SID, 'beat'), undefined, { timeout: 180_000 });
    await assert.rejects(asked, /no responders/);
    const ofGuest = hub.beats.filter(({ t }) => t > refusedMs);
    assert.deepEqual(ofGuest, []);
    const { length } = hub.beats;

    hub.refusal = undefined;
    await broker.kill();
    await broker.start();
    await hub.reconnect(broker);
    await station.until('Up');
    await hub.until('beats', () => hub.beats.length > length);
    assert.equal(hub.hellos.at(-1)?.isQuarantined, true, 'it asked before it came back');
    assert.equal(hub.beats.at(-1)?.boot, boot);
    await broker.kill();
    await broker.start();
    await hub.reconnect(broker);
    await hub.until('a greeting as ever', () => hub.hellos.at(-1)?.isQuarantined === undefined);
  });

  it('of a quick broker that falls silent without a word is at another one soon', async () => {
    using folder = new TestFolder();
    const key = Nkey.make('user');
    await using broker = await TestBroker.start();
    await using silent = await ChaosRelay.start(Number(new URL(broker.url).port), 1);
    await using other = await ChaosRelay.start(Number(new URL(broker.url).port), 2);
    const servers = [silent, other].map(({ port }) => `ws://127.0.0.1:${port}`);
    const credentials = { ...broker.credentials(SID, key.publicKey), servers };
    writeIdentity(folder.path, { hubUrl: LINK_SETTINGS.url, seed: key.seed, credentials });
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    await using station = new TestLink(folder.path);
    station.feed.enter('Flying');
    await station.until('Up');
    const connected = station.status.connection;
    assert.equal(connected.state === 'Up' && connected.server, servers[0]);
    await hub.until('beats', () => hub.beats.length > 2);
    silent.freeze();
    await station.until('Down');
    assert.match(JSON.stringify(station.status.connection), /the broker has been silent for \d+ s/);
    await station.until('Up');
    const { connection } = station.status;
    assert.equal(connection.state === 'Up' && connection.server, servers[1]);
  });

  it('with credentials that have expired gets new ones by signing a challenge, and stops asking when it is revoked', async () => {
    using folder = new TestFolder();
    const key = Nkey.make('user');
    await using broker = await TestBroker.start();
    await using hub = await TestHub.connect(broker, SID, key.publicKey);
    let renewal: object = broker.credentials(SID, key.publicKey);
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = request.url === '/enrol/v1/challenge' ? { v: 1, nonce: 'nonce'.repeat(5) } : renewal;
      request.resume().once('end', () => response.end(JSON.stringify(answer)));
    });
    // Nothing that a failed test leaves open may hold the process.
    server.listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
    const hubUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const expired = broker.credentials(SID, key.publicKey, Date.now() - 1000);
    writeIdentity(folder.path, { hubUrl, seed: key.seed, credentials: expired });
    await using station = new TestLink(folder.path, hubUrl);
    await station.until('Up');
    assert.deepEqual(asked, ['/enrol/v1/challenge', '/enrol/v1/renew']);
    assert.notEqual(readIdentity(folder.path)?.credentials.jwt, expired.jwt);
    await station.link.stop();

    renewal = { v: 1, error: 'STATION_REVOKED', message: 'This station is no longer part of the fleet.' };
    writeIdentity(folder.path, { hubUrl, seed: key.seed, credentials: expired });
    await using revoked = new TestLink(folder.path, hubUrl);
    await revoked.until('Refused');
    assert.match(JSON.stringify(revoked.status.connection), /no longer part of the fleet/);
    revoked.feed.enter('TakingOff');
    await until('it records all the same', () => revoked.status.unarchived > 0);
    assert.ok(hub.beats.length > 0);

    // Refused for good, it asks once an hour; enrolled again it is there at once.
    await until('three refusals', () => asked.length >= 8);
    removeIdentity(folder.path);
    await hub.connection.close();
    const newKey = Nkey.make('user');
    await using newHub = await TestHub.connect(broker, OTHER_SID, newKey.publicKey);
    const credentials = broker.credentials(OTHER_SID, newKey.publicKey);
    writeIdentity(folder.path, { hubUrl, seed: newKey.seed, credentials });
    const isTakeOff = ({ d, k }: JournalRecord) => k === 'flight.phase' && d.state === 'TakingOff';
    await newHub.until('its records', () => newHub.records.some(isTakeOff));
    assert.deepEqual([revoked.status.sid, newHub.refused], [OTHER_SID, []]);
    assert.equal(readIdentity(folder.path)?.seed, newKey.seed);
    server.close();
  });
});
