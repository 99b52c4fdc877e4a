import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FLEET_API } from '@kitestring/hub-contract/fleet/openapi.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { renewalText } from '@kitestring/hub-contract/signed-texts.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import WebSocket from 'ws';
import { assertDescribedMessage } from './support/described.ts';
import { hubArchiveTests } from './support/hub-archive-tests.ts';
import { hubCommandTests } from './support/hub-command-tests.ts';
import { type Answer, HubProcess } from './support/hub-process.ts';
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

  it('keeps keys and the first API key where only its user can read them, and tells its health without a key', async () => {
    for (const file of ['api-key', 'keys/operator.nk', 'keys/command.pem']) {
      assert.equal(statSync(join(hub.dataDir, file)).mode & 0o077, 0, file);
    }
    const { body, status } = await hub.ask('health', { key: '' });
    assert.deepEqual([status, body.status, body.broker, body.database], [200, 'up', 'up', 'up']);
  });

  it('answers only who has a key, what the role of the key allows, and in the style of a station', async () => {
    // On a fast machine the requests without a valid key are more than an address may send in a second.
    const askAsStranger = (path: string, options: Parameters<HubProcess['ask']>[1]) =>
      until('an answer', async () => {
        const answer = await hub.ask(path, options);
        return answer.status !== 429 && answer;
      });
    assert.equal((await askAsStranger('stations', { key: '' })).body.code, 'MISSING_TOKEN');
    assert.equal((await askAsStranger('stations', { key: 'wrong' })).body.code, 'INVALID_TOKEN');
    for (const operation of FLEET_API.operations) {
      const path = fullPath(operation).replaceAll(/\{\w+\}/g, 'x');
      const { body, status } = await askAsStranger(path, { key: '', method: operation.method });
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
    assert.equal((await askAsStranger('stations', { key: made.secret })).status, 401);
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
    // The answer to a station may be lost: the key that has used the code gets it again, and no other one.
    const both = [good, enrolBody(hub.url, invitation.code, Nkey.make('user'))];
    const answers = await Promise.all(both.map(enrol));
    assert.deepEqual(answers.map(([, error]) => error).sort(), ['CODE_NOT_VALID', undefined]);
    for (const [index, answer] of answers.entries()) assert.deepEqual(await enrol(both[index]), answer);
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
    const [shown] = await until('its first beat', async () => {
      const stations = await readFleet();
      return stations.some(({ state }) => state === 'online') && stations;
    });
    assert.deepEqual(
      [shown?.sid, shown?.state, shown?.flight_state, shown?.altitude, shown?.alarms],
      [station.sid, 'online', 'Flying', 20, { fatal: 0, critical: 0, warning: 1, info: 0 }],
    );
    // One in flight is silent after three seconds, one that stands after fifteen.
    const { body } = await until('the list', async () => {
      station.beat();
      const answer = await hub.ask('stations?state=online&text=ENGINE');
      return answer.body.total > 0 && answer;
    });
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
    const askedMs = performance.now();
    const first = await until('the first state', async () => {
      station.beat();
      const answer = await read('flight/state');
      return answer.response.status !== 503 && answer;
    });
    assert.deepEqual([first.response.status, first.text], [200, flight]);
    assert.ok(first.ageMs <= performance.now() - askedMs + 1000, `${first.ageMs} ms`);
    station.states.set('flight/state', flight.replace('20.5', '21'));
    station.publishState('flight/state');
    await until('the new state', async () => (await read('flight/state')).text.includes('21'));
    station.beat();
    // A state that the station does not send in time, and stations that cannot be asked.
    assert.equal(JSON.parse((await read('camera/state')).text).code, 'STATION_NOT_LIVE');
    assert.equal(JSON.parse((await read('flight/state', 'saaaaaaaaaaaa')).text).code, 'NOT_FOUND');
    const { stations } = (await hub.ask('stations?state=offline')).body;
    assert.equal(JSON.parse((await read('flight/state', stations[0].sid)).text).code, 'STATION_OFFLINE');
  });

  hubCommandTests(hub, () => station);
  hubArchiveTests(hub, () => station);

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
