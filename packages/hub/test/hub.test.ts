import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fullPathOf } from '@kitestring/contract/operation.ts';
import { FLEET_API } from '@kitestring/hubcontract/fleet/openapi.ts';
import { Nkey } from '@kitestring/hubcontract/nkey.ts';
import type { JournalSegmentHead } from '@kitestring/hubcontract/segment.ts';
import { renewalText } from '@kitestring/hubcontract/signed-texts.ts';
import { SUBJECTS } from '@kitestring/hubcontract/subjects.ts';
import { missingNatsServer } from '@kitestring/testing/nats-server.ts';
import WebSocket from 'ws';
import { checkRecords } from './support/check-records.ts';
import { assertDescribedMessage } from './support/described.ts';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { publishedBytes } from './support/test-journal.ts';
import { enrolBody, TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';

describe('a hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  let station: TestStation;
  before(() => {
    hub.makesDatabase = true;
    return hub.start();
  });
  after(async () => {
    await station?.connection?.close();
    await hub[Symbol.asyncDispose]();
  });

  const archivedAll = (one: TestStation) => until('the archive', () => one.have === one.journal.head);
  const report = ({ journal, sid }: TestStation) => checkRecords(hub, sid, journal.epoch, journal.head);
  /** A beat that the hub has heard. */
  const beat = async () => {
    const before = (await hub.ask(`stations/${station.sid}`)).body.station.seen;
    station.beat();
    await until('the beat', async () => {
      const { seen, state } = (await hub.ask(`stations/${station.sid}`)).body.station;
      return state === 'online' && seen !== before;
    });
  };
  const complete = (one: TestStation) => ({ lost: 0, double: 0, declared: 0, faults: [], last: one.journal.head });

  it('keeps keys and the first API key where only its user can read them, and tells its health without a key', async () => {
    for (const file of ['api-key', 'keys/operator.nk', 'keys/command.pem']) {
      assert.equal(statSync(join(hub.dataDir, file)).mode & 0o077, 0, file);
    }
    const { body, status } = await hub.ask('health', { key: '' });
    assert.deepEqual([status, body.status, body.broker, body.database], [200, 'up', 'up', 'up']);
  });

  it('answers only who has a key, what the role of the key allows, and in the style of a station', async () => {
    assert.equal((await hub.ask('stations', { key: '' })).body.code, 'MISSING_TOKEN');
    assert.equal((await hub.ask('stations', { key: 'wrong' })).body.code, 'INVALID_TOKEN');
    for (const operation of FLEET_API.operations) {
      const path = fullPathOf(operation).replaceAll(/\{\w+\}/g, 'x');
      // On a fast machine they are more than an address may ask in a second.
      const { body, status } = await until('an answer', async () => {
        const answer = await hub.ask(path, { key: '', method: operation.method });
        return answer.status !== 429 && answer;
      });
      // Without a sign-in provider its paths are not there.
      const isOfProvider = operation.id.startsWith('fleet.sign_in.oidc') && operation.method === 'GET';
      const isIncomplete = operation.path.includes('{sid}') || operation.method === 'POST';
      const expected = isOfProvider ? 404 : isIncomplete ? 400 : 200;
      if (operation.access === 'open') assert.equal(status, expected, operation.id);
      else if (operation.access === 'key') assert.equal(status, 400, operation.id);
      else assert.equal(body.code, 'MISSING_TOKEN', operation.id);
    }
    const { body: made, status } = await hub.ask('keys', { body: { name: 'screen', role: 'viewer' } });
    assert.equal(status, 201);
    assert.deepEqual((await hub.ask('stations', { key: made.secret })).body, { stations: [], total: 0 });
    assert.equal((await hub.ask('enrolments', { key: made.secret, body: {} })).body.code, 'INSUFFICIENT_SCOPE');
    assert.equal((await hub.ask('keys', { body: { name: '', role: 'god' } })).body.code, 'INVALID_REQUEST');
    assert.equal((await hub.ask(`keys/${made.key.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await hub.ask('stations', { key: made.secret })).status, 401);
    const [first] = (await hub.ask('keys')).body.keys;
    assert.equal((await hub.ask(`keys/${first.id}`, { method: 'DELETE' })).body.code, 'LAST_INTERNAL_PLUGIN');
    assert.ok(!JSON.stringify(hub.log).includes(hub.key), 'no key is in the log');
  });

  it('enrols a station with a code once, and refuses a wrong code, a wrong signature and garbage', async () => {
    const key = Nkey.make('user');
    const { body: invitation } = await hub.ask('enrolments', { body: { note: 'truck' } });
    assert.equal(invitation.url, `${hub.url}/#${invitation.code}`);
    const enrol = async (body: unknown) => {
      const answer = await hub.ask('/enrol/v1', { body, key: '' });
      return [answer.status, answer.body.error];
    };
    const good = enrolBody(hub.url, invitation.code, key);
    assert.deepEqual(await enrol({ ...good, code: 'a'.repeat(26) }), [403, 'BAD_SIGNATURE']);
    assert.deepEqual(await enrol(enrolBody(hub.url, 'a'.repeat(26), key)), [403, 'CODE_NOT_VALID']);
    assert.deepEqual(await enrol(enrolBody('http://another.hub', invitation.code, key)), [403, 'BAD_SIGNATURE']);
    assert.deepEqual(await enrol({}), [400, 'MALFORMED']);
    assert.deepEqual(await enrol(good), [200, undefined]);
    assert.deepEqual(await enrol(enrolBody(hub.url, invitation.code, Nkey.make('user'))), [403, 'CODE_NOT_VALID']);
    const { body } = await hub.ask('enrolments');
    assert.equal(body.enrolments[0].state, 'used');
    assert.ok(!JSON.stringify(body).includes(invitation.code), 'the list has no codes');
    const { entries } = (await hub.ask('audit')).body;
    assert.deepEqual(
      [entries[0].what, entries[0].who, entries[0].station],
      ['enrol', 'station', body.enrolments[0].sid],
    );
  });

  it('makes several invitations at once, one for each note, with one entry in the audit log', async () => {
    const { body, status } = await hub.ask('enrolments/batch', { body: { notes: ['truck', 'ladder'] } });
    assert.equal(status, 201);
    const made: Answer[] = body.enrolments;
    assert.deepEqual(
      made.map(({ enrolment: { note, state } }) => [note, state]),
      [
        ['truck', 'open'],
        ['ladder', 'open'],
      ],
    );
    assert.notEqual(made[0].code, made[1].code);
    for (const { code, enrolment, url } of made) {
      assert.equal(url, `${hub.url}/#${code}`);
      assert.equal((await hub.ask(`enrolments/${enrolment.id}`, { method: 'DELETE' })).status, 204);
    }
    const entries: Answer[] = (await hub.ask('audit')).body.entries;
    const outcomes = entries.flatMap(({ outcome, what }) => (what === 'fleet.enrolments.add_several' ? [outcome] : []));
    assert.deepEqual(outcomes, ['done 2']);
    for (const notes of [[], Array(101).fill('')]) {
      assert.match((await hub.ask('enrolments/batch', { body: { notes } })).body.message, /notes/);
    }
  });

  it('shows a station as online from its first beat on, and tells everybody who watches', async () => {
    station = await TestStation.enrol(hub, 'Engine 7');
    const { readFleet, close } = await watch(hub);
    assert.equal((await readFleet()).find(({ sid }) => sid === station.sid)?.state, 'offline');
    await station.goOnline();
    station.beat({ phase: 'Flying', alt: 20, lat: 47, lon: 8 });
    const [shown] = await readFleet();
    assert.deepEqual(
      [shown?.sid, shown?.state, shown?.flight_state, shown?.altitude, shown?.alarms],
      [station.sid, 'online', 'Flying', 20, { fatal: 0, critical: 0, warning: 1, info: 0 }],
    );
    const { body } = await hub.ask('stations?state=online&text=ENGINE');
    assert.deepEqual([body.total, body.stations[0].sid], [1, station.sid]);
    close();
  });

  it('serves the states of a station with its bytes, fresh, under the path that they have there', async () => {
    const flight = '{"flight_state":"Flying", "altitude":20.5}';
    station.states.set('flight/state', flight);
    const read = async (path: string, sid = station.sid) => {
      const headers = { Authorization: `Bearer ${hub.key}` };
      const response = await fetch(`${hub.url}/fleet/v1/stations/${sid}/api/v1/${path}`, { headers });
      return { text: await response.text(), ageMs: Number(response.headers.get('Kitestring-Age-Ms')), response };
    };
    const first = await read('flight/state');
    assert.deepEqual([first.response.status, first.text], [200, flight]);
    assert.ok(first.ageMs < 5000);
    station.states.set('flight/state', flight.replace('20.5', '21'));
    station.publishState('flight/state');
    await until('the new state', async () => (await read('flight/state')).text.includes('21'));
    // A state that the station does not send in time, and stations that cannot be asked.
    assert.equal(JSON.parse((await read('camera/state')).text).code, 'STATION_NOT_LIVE');
    assert.equal(JSON.parse((await read('flight/state', 'saaaaaaaaaaaa')).text).code, 'NOT_FOUND');
    const { stations } = (await hub.ask('stations?state=offline')).body;
    assert.equal(JSON.parse((await read('flight/state', stations[0].sid)).text).code, 'STATION_OFFLINE');
  });

  it('gives a command signed, bound to a beat and in the name of the caller, once, and passes the answer on', async () => {
    const { body: made } = await hub.ask('keys', { body: { name: 'dispatch', role: 'operator' } });
    const give = async (path: string, options: { body?: unknown; id?: string; key?: string } = {}) => {
      await beat();
      const { body, id, key = made.secret } = options;
      const headers = id === undefined ? {} : { 'Idempotency-Key': id };
      const place = `stations/${station.sid}/api/v1/${path}`;
      return hub.ask(place, { method: 'POST', key, headers, ...(body !== undefined && { body }) });
    };
    station.answer = (id) => ({ v: 1, id, status: 202 });
    const id = 'take-off-of-today-1';
    assert.equal((await give('flight/control/take_off', { id })).status, 202);
    assert.equal((await give('flight/control/take_off', { id })).status, 202);
    assert.equal((await give('flight/control/land', { id })).body.code, 'COMMAND_ID_REUSED');
    const [command] = station.commands;
    assert.equal(station.commands.length, 1);
    assert.deepEqual(
      [command?.op, command?.boot, command?.maxAgeMs, command?.person.name, command?.person.role, command?.scopes],
      ['flight.control.take_off', station.boot, 3000, 'dispatch', 'operator', ['read', 'control']],
    );
    const together = 'land-or-stop-of-today-1';
    const both = await Promise.all(
      ['land', 'abort'].map((command) => give(`flight/control/${command}`, { id: together })),
    );
    assert.deepEqual(both.map(({ body, status }) => body?.code ?? status).sort(), [202, 'COMMAND_ID_REUSED']);
    assert.equal(station.commands.length, 2);
    const refusal = { code: 'WRONG_FLIGHT_STATE', message: 'the Kite is not flying' };
    station.answer = (id) => ({ v: 1, id, status: 409, body: refusal });
    const refused = await give('flight/control/altitude', { body: { altitude: 20 } });
    assert.deepEqual([refused.status, refused.body], [409, refusal]);
    assert.deepEqual(station.commands.at(-1)?.body, { altitude: 20 });
    // The input is judged by the contract before anything is sent, and so are role and key.
    const count = station.commands.length;
    assert.equal((await give('flight/control/altitude', { body: { altitude: 'high' } })).body.code, 'INVALID_REQUEST');
    assert.equal((await give('flight/control/land', { id: 'short' })).body.code, 'INVALID_REQUEST');
    assert.equal((await give('flight/control/land', { key: hub.key })).body.code, 'INSUFFICIENT_SCOPE');
    station.answer = (id) => ({ v: 1, id, error: 'COMMAND_TOO_LATE', message: 'beat 1 is 3001 ms old' });
    const late = (await give('flight/control/land')).body;
    assert.deepEqual([late.code, /beat 1 is 3001 ms old/.test(late.message)], ['STATION_NOT_LIVE', true]);
    assert.equal(station.commands.length, count + 1);
    const { entries } = (await hub.ask('audit?limit=20')).body;
    const noted = entries.filter(({ what }: Answer) => what === 'flight.control.take_off');
    assert.deepEqual(
      noted.map(({ outcome, who }: Answer) => [who, outcome]),
      [
        ['dispatch', `202 ${id}`],
        ['dispatch', `asked ${id}`],
      ],
    );
  });

  it('calls an outcome unknown that the station did not tell, repeats nothing else, and settles it later', async () => {
    const [operator] = (await hub.ask('keys')).body.keys.filter(({ role }: Answer) => role === 'operator');
    await hub.ask(`keys/${operator.id}`, { method: 'DELETE' });
    const { body: made } = await hub.ask('keys', { body: { name: 'dispatch 2', role: 'operator' } });
    const land = async (id: string) => {
      await beat();
      const path = `stations/${station.sid}/api/v1/flight/control/land`;
      return hub.ask(path, { method: 'POST', key: made.secret, headers: { 'Idempotency-Key': id } });
    };
    const outcome = async (id: string) => (await hub.ask(`commands/${id}`, { key: made.secret })).body;
    station.answer = () => undefined;
    const before = station.commands.length;
    const answers = await Promise.all([land('land-the-kite-now-1'), land('land-the-kite-now-2')]);
    assert.deepEqual(
      answers.map(({ body, status }) => [status, body.code]),
      [
        [504, 'OUTCOME_UNKNOWN'],
        [504, 'OUTCOME_UNKNOWN'],
      ],
    );
    const given = station.commands.slice(before);
    assert.ok(given.length > 4);
    assert.equal(new Set(given.map(({ beat, id }) => `${id} ${beat}`)).size, 2, 'each time the same command');
    assert.equal((await outcome('land-the-kite-now-1')).state, 'open');
    station.answer = (id) =>
      id.endsWith('1') ? { v: 1, id, status: 202 } : { v: 1, id, error: 'NOT_KNOWN', message: 'never' };
    station.beat();
    await until('both outcomes', async () => {
      station.beat();
      const states = [await outcome('land-the-kite-now-1'), await outcome('land-the-kite-now-2')];
      return states.map(({ state }) => state).join() === 'answered,not_carried_out';
    });
    assert.equal((await land('land-the-kite-now-1')).status, 202);
    assert.equal((await hub.ask('commands/land-the-kite-now-1')).body.who, 'dispatch 2');
    assert.equal((await hub.ask('commands/never-given-command')).body.code, 'NOT_FOUND');
  });

  it('archives what the station has sealed, tells it so, and lists the events by number', async () => {
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
    const next = await hub.ask(`events?after=${body.next_after}`);
    assert.deepEqual(next.body, { events: [], first: 1, next_after: body.next_after });
  });

  it('lets a station speak in its own name only, and keeps what is forged aside', async () => {
    const { connection, journal, sid } = station;
    assert.ok(connection);
    const refused: string[] = [];
    const followed = (async () => {
      for await (const status of connection.status()) if (status.type === 'error') refused.push(status.error.message);
    })();
    const others = ['saaaaaaaaaaaa', '*'];
    const forbidden = [
      ...others.flatMap((other) => [SUBJECTS.beat(other), SUBJECTS.journal(0, other), SUBJECTS.hub(other, 'hello')]),
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
      hub.log.some(({ msg, sid: of }) => of === sid && /kept aside/.test(String(msg))),
    );
    // The broker takes the true one with this number for a double, and drops it: the hub asks for it again.
    journal.seal(3, 'link.up', {});
    await archivedAllWithBeats(station);
    assert.ok(station.generation > 0);
    assert.deepEqual(await report(station), complete(station));
  });

  it('loses nothing and has nothing double when it is killed while records come', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 40; index += 1) station.journal.seal(10, 'link.up', {});
      const sending = station.sendAll();
      // Killed in the middle: after the first of these is in the archive.
      const before = station.have;
      await until('the first records', () => station.have > before);
      assert.equal(await hub.end('SIGKILL'), 'SIGKILL');
      assert.ok(!hub.log.some(({ msg }) => msg === 'stopping'), 'it had no time to stop');
      await hub.start();
      await station.hello();
      await sending;
      await archivedAllWithBeats(station);
      assert.deepEqual(await report(station), complete(station), `round ${round}`);
    }
  });

  it('gets everything again that a broker with a wiped store has acknowledged and lost', async () => {
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

  it('renews credentials over HTTPS by a challenge, once for each, and with a new key', async () => {
    const renewal = async (nonce: string, newKey?: Nkey) => {
      const { key } = station.journal;
      const text = Buffer.from(renewalText(station.sid, key.publicKey, newKey?.publicKey, nonce));
      const sig = key.sign(text).toString('base64url');
      const more = newKey && { newKey: newKey.publicKey, newSig: newKey.sign(text).toString('base64url') };
      return hub.ask('/enrol/v1/renew', {
        key: '',
        body: { v: 1, sid: station.sid, key: key.publicKey, nonce, sig, ...more },
      });
    };
    const challenge = async () => {
      const answer = await hub.ask('/enrol/v1/challenge', { key: '', body: { v: 1, sid: station.sid } });
      return answer.body.nonce as string;
    };
    const nonce = await challenge();
    assert.equal((await renewal(nonce)).status, 200);
    assert.equal((await renewal(nonce)).body.error, 'BAD_SIGNATURE');
    assert.equal((await renewal(await challenge(), Nkey.make('user'))).status, 200);
    // The former key proves nothing any more.
    assert.equal((await renewal(await challenge())).body.error, 'BAD_SIGNATURE');
  });

  it('cuts a revoked station off at once, and for good', async () => {
    const other = await TestStation.enrol(hub, 'Ladder 1');
    const connection = await other.connect();
    assert.equal((await hub.ask(`stations/${other.sid}/revoke`, { method: 'POST' })).status, 204);
    await until('the end of the link', () => connection.isClosed());
    await assert.rejects(other.connect(), /auth/i);
    const shown = await hub.ask(`stations/${other.sid}`);
    assert.equal(shown.body.station.state, 'revoked');
    await hub.end('SIGTERM');
    await hub.start();
    await assert.rejects(other.connect(), /auth/i);
  });

  it('stops in an orderly way, and its broker with it', async () => {
    await station.connection?.close();
    assert.equal(await hub.end('SIGTERM'), 0);
    await assert.rejects(station.connect());
  });

  async function archivedAllWithBeats(one: TestStation): Promise<void> {
    await until('the archive', async () => {
      one.beat();
      await one.sendAll();
      return one.have === one.journal.head;
    });
  }
});

interface ShownStation {
  readonly sid: string;
  readonly state: string;
  readonly flight_state?: string;
  readonly altitude?: number;
  readonly alarms?: object;
}

/** Watches the fleet; `readFleet` gives the next message. */
async function watch(hub: HubProcess) {
  const url = `${hub.url.replace('http', 'ws')}/fleet/v1/live`;
  const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${hub.key}` } });
  const messages: ShownStation[][] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    assertDescribedMessage('fleet.live', 'stations', message);
    messages.push(message.stations);
  });
  await once(socket, 'open');
  const readFleet = () => until('a message', () => messages.shift());
  return { readFleet, close: () => socket.close() };
}
