import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Beat } from '@kitestring/hub-contract/beat.ts';
import { COMMAND_TYPE, READ_TYPE } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { writeIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { LINK_SETTINGS } from '@kitestring/hub-link/test/support/link-settings.ts';
import { TestBroker } from '@kitestring/hub-link/test/support/test-broker.ts';
import { TestHub } from '@kitestring/hub-link/test/support/test-hub.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { HubPeople } from '../src/hub-link/hub-people.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const SID = 'sabcdefghijkl';

const active = ({ station }: TestStation) => station.notifications.active().map(({ code }) => code);

async function flyUp(station: TestStation): Promise<TestClient> {
  station.advance(6);
  const client = await station.client();
  await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
  assert.equal((await client.post('flight/control/take_off')).status, 202);
  station.advance(30);
  assert.equal(station.station.topics.flight.value.flight_state, 'Flying');
  return client;
}

/** Anna Example lands the Kite through the hub and reads what she may. */
async function commandsAndReads(
  station: TestStation,
  client: TestClient,
  broker: TestBroker,
  hub: TestHub,
): Promise<void> {
  const person = { id: 'issuer|7', name: 'Anna Example', role: 'operator' };
  const scopes = ['read', 'control', 'can_override'];
  let count = 0;
  const order = async (name: 'cmd' | 'http', rest: object) => {
    count += 1;
    const beat = (await hub.connection.request(SUBJECTS.request(SID, 'beat'), '', { timeout: 180_000 })).json<Beat>();
    const bound = { v: 1, id: `order-number-${count}000`, sid: SID, boot: beat.boot, beat: beat.n, maxAgeMs: 30_000 };
    const type = name === 'cmd' ? COMMAND_TYPE : READ_TYPE;
    const jws = broker.commandKey.order(type, { ...bound, person, scopes, via: 'page', ...rest });
    return {
      id: bound.id,
      answer: await hub.connection.request(SUBJECTS.request(SID, name), jws, { timeout: 180_000 }),
    };
  };
  const command = async (op: string, body?: object) => {
    const { answer } = await order('cmd', { op, ...(body !== undefined && { body }) });
    const { body: told, error, status } = answer.json<{ body?: { code?: string }; error?: string; status?: number }>();
    return [status ?? error, told?.code].filter(Boolean).join(' ');
  };

  await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
  assert.equal(await command('flight.control.altitude', { altitude: 12 }), '403 CONTROL_TAKEN');
  assert.equal(await command('handoff.control.override'), 'SCOPE_NOT_GRANTED', 'hub.access is control');
  await client.post('handoff/control/release');
  station.advance(1);
  assert.equal(await command('handoff.control.request', { operator_name: 'Anna Example' }), '201');
  assert.match(Buffer.from(station.station.topics.handoff.bytes).toString(), /Anna Example \(hub\)/);
  const { id, answer } = await order('cmd', { op: 'flight.control.land' });
  assert.equal(answer.json<{ status?: number }>().status, 202);
  assert.equal(station.station.topics.flight.value.flight_state, 'Landing');
  const result = await hub.connection.request(SUBJECTS.request(SID, 'result'), JSON.stringify({ v: 1, id }), {
    timeout: 180_000,
  });
  assert.deepEqual(result.json(), answer.json());
  await hub.until('the record', () => hub.records.some(({ d, k }) => k === 'command' && d.id === id));

  const read = (await order('http', { path: '/api/v1/flight/info' })).answer;
  const direct = (await client.get('flight/info')).body;
  assert.equal(read.headers?.get('Ks-Status'), '200');
  assert.deepEqual(read.json(), direct);

  const audit = await client.get('/admin/v1/audit');
  assert.match(
    JSON.stringify(audit.body),
    /"operation":"flight.control.land","outcome":"Done"[^}]*"plugin_name":"Anna Example \(hub\)"/,
  );
}

describe('a station with a hub', () => {
  it('tells it of a flight, of what is wrong and where it is, with the bytes of its own API', {
    skip: missingNatsServer(),
  }, async () => {
    using folder = new TestFolder();
    const key = Nkey.make('user');
    await using broker = await TestBroker.start();
    writeIdentity(folder.path, {
      hubUrl: LINK_SETTINGS.url,
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
    await using station = await startTestStation({ dataDir: folder.path, hub: LINK_SETTINGS });
    await hub.until('a greeting', () => hub.hellos.length === 1);
    assert.deepEqual(hub.hellos[0]?.inventory.cameras, ['zoom', 'overview', 'thermal']);
    const client = await flyUp(station);
    await hub.until('the flight', () => hub.records.some(({ d, k }) => k === 'flight.phase' && d.state === 'Flying'));
    const states = hub.records.filter(({ k }) => k === 'flight.phase').map(({ d }) => d.state);
    assert.deepEqual(states.slice(-3), ['StandBy', 'TakingOff', 'Flying']);
    const { altitude = 0 } = station.station.topics.flight.value;
    await hub.until('a beat of now', () => Math.abs((hub.beats.at(-1)?.alt ?? 0) - altitude) < 0.01);
    const beat = hub.beats.at(-1);
    assert.ok(beat?.phase === 'Flying' && beat.lat !== undefined && beat.lon !== undefined);

    hub.connection.publish(
      SUBJECTS.want(SID),
      JSON.stringify({ v: 1, topics: ['flight/state'], maxHz: 30, ttlS: LIMITS.wantTtlSMax }),
    );
    await hub.until('the topic', () => topics.length > 0 && (hub.beats.at(-1)?.watching ?? 0) > 0);
    assert.equal(topics.at(-1), Buffer.from(station.station.topics.flight.bytes).toString());

    await commandsAndReads(station, client, broker, hub);

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
      hubUrl: LINK_SETTINGS.url,
      seed: key.seed,
      credentials: {
        v: 1,
        sid: SID,
        jwt: 'a.b.c',
        issued: Date.now(),
        expires: Date.now() + 1e9,
        servers: ['ws://127.0.0.1:9'],
        hubKeys: [{ kid: 'a', x: 'A'.repeat(43) }],
      },
    });
    await using station = await startTestStation({ dataDir: folder.path, hub: LINK_SETTINGS });
    const told = Promise.withResolvers<string>();
    // From the start: a slow machine tells it during the climb.
    const cancel = station.station.notifications.onEvent(({ code, message }) => {
      if (code === NOTIFICATIONS.HUB_JOURNAL_UNUSABLE.code) told.resolve(message);
    });
    await flyUp(station);
    assert.equal(await told.promise, 'Records for the fleet hub not writable: the disk cannot be written.');
    cancel();
    assert.match(await (await fetch(`${station.url}/metrics`)).text(), /^kitestring_hub_link_up 0$/m);
  });
});

describe('people of a hub', () => {
  const person = (id: string, name = 'Anna Example') => ({ id, name, role: 'operator' });

  it('are clients with a name each and their own scopes; those of a killed station are removed, and too many give way', async () => {
    await using station = await startTestStation();
    const { auth } = station.station;
    const kept = new Map<string, string>();
    const documents = {
      get: (name: string) => kept.get(name),
      set: (name: string, text: string | undefined) =>
        void (text === undefined ? kept.delete(name) : kept.set(name, text)),
    };
    const names = () => auth.pluginRecords().flatMap(({ name }) => (name.endsWith('(hub)') ? [name] : []));
    const killed = new HubPeople({ auth, documents, scopes: ['read', 'control'] });
    const token = async (...asked: Parameters<HubPeople['signIn']>) => (await killed.signIn(...asked)).token;
    const [first, same, narrow, other, desk] = await Promise.all([
      ...[token(person('1'), ['read', 'control']), token(person('1'), ['read', 'control'])],
      ...[token(person('1'), ['read']), token(person('2', 'Anna\nExample'), ['read'])],
      token({ ...person('1'), session: 'sign-in-at-desk-2' }, ['read']),
    ]);
    assert.equal(first, same);
    assert.equal(new Set([first, narrow, other, desk]).size, 4);
    const caller = auth.authenticate(narrow ?? '');
    assert.deepEqual(caller.ok && caller.value.scopes, ['read']);
    assert.deepEqual(names(), ['Anna Example (hub)', 'Anna Example 2 (hub)']);
    await assert.rejects(token(person('3'), ['can_override']), /no token for Anna Example 3 \(hub\)/);

    const people = new HubPeople({ auth, documents, scopes: ['read'] });
    assert.deepEqual([names(), kept.size], [[], 0]);
    for (let index = 0; index < 40; index += 1) await people.signIn(person(String(index), `P${index}`), ['read']);
    assert.equal(names().length, 32);
    assert.ok(!names().includes('P7 (hub)') && names().includes('P8 (hub)'));
    people.stop();
    assert.deepEqual([names(), kept.size], [[], 0]);
  });
});

describe('a station without a hub', () => {
  it('has no journal and no metrics of one', async () => {
    await using station = await startTestStation();
    assert.ok(!existsSync(`${station.dataDir}/journal.sqlite`));
    assert.doesNotMatch(await (await fetch(`${station.url}/metrics`)).text(), /kitestring_hub/);
  });
});
