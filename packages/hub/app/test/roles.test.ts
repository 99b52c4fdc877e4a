import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { FLEET_API } from '@kitestring/hub-contract/fleet/openapi.ts';
import { FLEET_ROLES, type FleetRole } from '@kitestring/hub-contract/fleet/role.ts';
import { removeStationTopic } from '@kitestring/hub-contract/fleet/station-subscriptions.ts';
import { roleMay } from '@kitestring/hub-contract/role-rights.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import WebSocket from 'ws';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';
import { untilGiven } from './support/until-given.ts';

const COMMANDERS: readonly FleetRole[] = ['operator', 'pilot', 'supervisor'];

/** Rights of each role, written a second time: by the kind of the operation, not by its scopes. */
function mayByTable(role: FleetRole, { id, method }: Operation): boolean {
  const isOfStation = id.startsWith('fleet.station.api.');
  if (id.startsWith('fleet.session') || id.endsWith('.auth.token.invalidate')) return true;
  if (isOfStation && method !== 'GET' && !id.includes('subscribe') && !id.includes('.video.')) {
    if (id.endsWith('.override')) return role === 'supervisor';
    const flies = /\.(flight|system)\.control\.|\.pending_landing\.|\.readiness\.sign$|\.ground\./.test(id);
    return COMMANDERS.includes(role) && (role !== 'operator' || !flies);
  }
  if (/^fleet\.(enrolments|keys|persons|roles|groups\.|audit|webhooks|sign_ins|policies|station\.revoke)/.test(id)) {
    return role === 'admin' || (role === 'auditor' && id === 'fleet.audit');
  }
  if (id === 'fleet.alarm.acknowledge') return COMMANDERS.includes(role) || role === 'admin';
  if (id === 'fleet.uploads') return COMMANDERS.includes(role);
  if (/^fleet\.(recordings|flight_logs)\.file$/.test(id)) return role === 'supervisor';
  if (/^fleet\.(recordings|flight_logs)\.remove$/.test(id)) return role === 'admin';
  const isAudited = /^fleet\.(stations|station|station\.gaps|station\.segments|groups|commands)$/.test(id);
  return role !== 'auditor' || isAudited;
}

describe('roles at a hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  let north: TestStation;
  let south: TestStation;
  before(async () => {
    await hub.start();
    north = await TestStation.enrol(hub, 'Engine 7');
    south = await TestStation.enrol(hub, 'Ladder 1');
    for (const station of [north, south]) {
      station.states.set('flight/state', '{"flight_state":"StandBy"}');
      station.answer = (id) => ({ v: 1, id, status: 202 });
      await station.goOnline();
      station.journal.seal(1, 'link.up', {});
      await station.sendAll();
      await until('the archive', () => station.have === station.journal.head);
    }
  });
  after(async () => {
    for (const station of [north, south]) await station?.connection?.close();
    await hub[Symbol.asyncDispose]();
  });

  const makeKey = async (role: FleetRole, group?: string) =>
    (await hub.ask('keys', { body: { name: `${role} ${group ?? ''}`, role, ...(group !== undefined && { group }) } }))
      .body;
  const beat = async (station: TestStation) => {
    const { seen } = (await hub.ask(`stations/${station.sid}`)).body.station;
    station.beat();
    await until('the beat', async () => (await hub.ask(`stations/${station.sid}`)).body.station.seen !== seen);
  };
  const land = (station: TestStation, key: string) =>
    untilGiven(async () => {
      await beat(station);
      return hub.ask(`stations/${station.sid}/api/v1/flight/control/land`, { method: 'POST', key });
    });

  for (const role of FLEET_ROLES) {
    it(`lets the role ${role} call what the table of roles says, of all operations, and nothing else`, async () => {
      const { key, secret } = await makeKey(role);
      const wrong: string[] = [];
      for (const operation of FLEET_API.operations) {
        if (operation.access === 'open' || operation.access === 'key') continue;
        const may = mayByTable(role, operation);
        assert.equal(roleMay(role, operation), may, operation.id);
        // The body and what it names are judged later: nothing is changed by these.
        const path = fullPath(operation)
          .replace('{sid}', 'saaaaaaaaaaaa')
          .replaceAll(/\{\w+\}/g, 'x');
        const { body, status } = await hub.ask(path, { key: secret, method: operation.method });
        if ((status === 403 && body.code === 'INSUFFICIENT_SCOPE') === may) wrong.push(`${operation.id} ${status}`);
      }
      assert.deepEqual(wrong, []);
      assert.equal((await hub.ask(`keys/${key.id}`, { method: 'DELETE' })).status, 204);
    });
  }

  it('shows a role of a group its stations only: in lists, states, events and live', async () => {
    const { body: group } = await hub.ask('groups', { body: { name: 'North' } });
    assert.equal((await hub.ask('groups', { body: { name: 'North' } })).body.code, 'GROUP_NAME_TAKEN');
    assert.equal((await hub.ask(`groups/${group.id}/stations/${north.sid}`, { method: 'POST' })).status, 204);
    const { key, secret } = await makeKey('pilot', group.id);
    const ask = (path: string, options: object = {}) => hub.ask(path, { key: secret, ...options });
    const shown = async () => (await ask('stations')).body.stations.map(({ sid }: Answer) => sid);
    assert.deepEqual(await shown(), [north.sid]);
    assert.equal((await ask(`stations?group=${group.id}`)).body.total, 1);
    const { stations, versions } = (await ask('inventory')).body;
    assert.deepEqual([stations.map(({ sid }: Answer) => sid), versions[0].stations], [[north.sid], 1]);
    assert.deepEqual((await ask('groups')).body.groups[0].stations, [north.sid]);
    assert.deepEqual((await ask('session')).body.rights, [
      { role: 'pilot', group: { id: group.id, name: 'North' }, scopes: ['read', 'control'] },
    ]);
    const events = async () => new Set((await ask('events?limit=1000')).body.events.map(({ sid }: Answer) => sid));
    assert.deepEqual(await events(), new Set([north.sid]));
    assert.deepEqual((await ask(`events?sid=${south.sid}`)).body.events, []);
    // A station without a role is not there, whatever is asked of it.
    for (const path of ['', '/history', '/gaps', '/api/v1/flight/state']) {
      await beat(north);
      await beat(south);
      assert.equal((await ask(`stations/${north.sid}${path}`)).status, 200, path);
      const { body } = await ask(`stations/${south.sid}${path}`);
      assert.equal(
        body.message,
        (await ask('stations/saaaaaaaaaaaa')).body.message.replace('saaaaaaaaaaaa', south.sid),
      );
    }
    assert.equal((await land(north, secret)).status, 202);
    assert.deepEqual(north.commands.at(-1)?.person, { id: key.id, name: key.name, role: 'pilot' });
    assert.equal((await land(south, secret)).body.code, 'NOT_FOUND');
    assert.equal(south.commands.length, 0);

    const socket = new WebSocket(`${hub.url.replace('http', 'ws')}/fleet/v1/live`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const live: string[] = [];
    socket.on('message', (data) => live.push(...JSON.parse(String(data)).stations.map(({ sid }: Answer) => sid)));
    await once(socket, 'open');
    await until('the stations', () => live.length > 0);
    south.beat();
    north.beat();
    await until('the beat', () => live.length > 1);
    assert.deepEqual(new Set(live), new Set([north.sid]));
    // Another station comes into the group: the WebSocket is closed, so that its reader asks again.
    const closed = once(socket, 'close');
    await hub.ask(`groups/${group.id}/stations/${south.sid}`, { method: 'POST' });
    assert.equal((await closed)[0], 1012);
    assert.deepEqual((await shown()).sort(), [north.sid, south.sid].sort());
    await hub.ask(`groups/${group.id}/stations/${south.sid}`, { method: 'DELETE' });
    assert.deepEqual(await shown(), [north.sid]);
    assert.equal((await hub.ask(`groups/${group.id}`, { method: 'DELETE' })).body.code, 'GROUP_IN_USE');
    assert.equal((await hub.ask(`groups/${group.id}`, { body: { name: 'Far North' } })).body.name, 'Far North');
    await hub.ask(`keys/${key.id}`, { method: 'DELETE' });
    assert.equal((await hub.ask(`groups/${group.id}`, { method: 'DELETE' })).status, 204);
  });

  it('ends no subscription at a station that does not exist, and keeps nothing of the request', async () => {
    const paths = { sid: 'saaaaaaaaaaaa', category: 'flight', endpoint: 'state' } as Readonly<Record<string, string>>;
    const path = fullPath(removeStationTopic).replaceAll(/\{(\w+)\}/g, (_, name: string) => paths[name] ?? 'x');
    const { body } = await hub.ask(path, { method: 'POST' });
    assert.deepEqual([body.code, /stations\/saaaaaaaaaaaa/.test(body.message)], ['NOT_FOUND', true]);
  });

  it('opens no WebSocket of a station whose role has gone while the first state of the station was waited for', async () => {
    const { body: group } = await hub.ask('groups', { body: { name: 'East' } });
    await hub.ask(`groups/${group.id}/stations/${north.sid}`, { method: 'POST' });
    const { key, secret } = await makeKey('viewer', group.id);
    await beat(north);
    const path = `/fleet/v1/stations/${north.sid}/api/v1/handoff/state/subscribe`;
    const socket = new WebSocket(`${hub.url.replace('http', 'ws')}${path}`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const refused = once(socket, 'unexpected-response');
    await until('the wish', () => north.wanted.includes('handoff/state'));
    await hub.ask(`groups/${group.id}/stations/${north.sid}`, { method: 'DELETE' });
    north.states.set('handoff/state', '{}');
    north.publishState('handoff/state');
    const [, response] = await refused;
    assert.equal(response.statusCode, 404);
    response.destroy();
    await hub.ask(`keys/${key.id}`, { method: 'DELETE' });
    assert.equal((await hub.ask(`groups/${group.id}`, { method: 'DELETE' })).status, 204);
  });

  it('gives a key further roles for a group, which apply at once, end at once, and are in the audit log', async () => {
    const { body: group } = await hub.ask('groups', { body: { name: 'South' } });
    await hub.ask(`groups/${group.id}/stations/${south.sid}`, { method: 'POST' });
    const { key, secret } = await makeKey('viewer');
    assert.equal((await land(south, secret)).body.code, 'INSUFFICIENT_SCOPE');
    const { body: bound, status } = await hub.ask('roles', {
      body: { key: key.id, role: 'supervisor', group: group.id },
    });
    assert.equal(status, 201);
    assert.equal((await land(south, secret)).status, 202);
    assert.deepEqual(
      [south.commands.at(-1)?.person.role, south.commands.at(-1)?.scopes],
      ['supervisor', ['read', 'control', 'can_override']],
    );
    const refused = await land(north, secret);
    assert.deepEqual([refused.status, /pilot or supervisor/.test(refused.body.message)], [403, true]);
    assert.equal((await hub.ask(`roles/${bound.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await land(south, secret)).body.code, 'INSUFFICIENT_SCOPE');
    const { entries } = (await hub.ask('audit?limit=20')).body;
    assert.ok(entries.some(({ outcome, what }: Answer) => what === 'fleet.roles.add' && /supervisor/.test(outcome)));
  });

  it('shows an auditor which stations there are, and nothing of what they do', async () => {
    north.beat({ phase: 'Flying', alt: 30, lat: 47, lon: 8 });
    const shown = async (key = hub.key) => {
      const { station } = (await hub.ask(`stations/${north.sid}`, { key })).body;
      const { stations } = (await hub.ask('stations', { key })).body;
      return [station, stations.find(({ sid }: Answer) => sid === north.sid)];
    };
    await until('the flight', async () => (await shown())[1].altitude === 30);
    const { secret } = await makeKey('auditor');
    for (const one of await shown(secret)) {
      const { altitude, alarms, flight_state, latitude, name, state } = one;
      assert.deepEqual([name, state], ['Engine 7', 'online']);
      assert.deepEqual([altitude, alarms, flight_state, latitude], [undefined, undefined, undefined, undefined]);
    }
  });

  it('refuses bindings of two subjects or none, of unknown keys and groups, and of administrators to a group', async () => {
    const { body: group } = await hub.ask('groups', { body: { name: 'West' } });
    const { key } = await makeKey('viewer');
    const bind = async (body: object) => (await hub.ask('roles', { body })).body.code;
    assert.equal(await bind({ role: 'viewer' }), 'INVALID_REQUEST');
    assert.equal(await bind({ claim: 'a', key: key.id, role: 'viewer' }), 'INVALID_REQUEST');
    assert.equal(await bind({ key: 'nowhere', role: 'viewer' }), 'NOT_FOUND');
    assert.equal(await bind({ claim: 'a', role: 'viewer', group: 'gaaaaaaaaaaaa' }), 'NOT_FOUND');
    for (const role of ['admin', 'auditor']) {
      assert.equal(await bind({ claim: 'a', role, group: group.id }), 'INVALID_REQUEST');
      assert.equal(
        (await hub.ask('keys', { body: { name: 'x', role, group: group.id } })).body.code,
        'INVALID_REQUEST',
      );
    }
    assert.equal(
      (await hub.ask(`groups/${group.id}/stations/saaaaaaaaaaaa`, { method: 'POST' })).body.code,
      'NOT_FOUND',
    );
  });

  it('keeps groups and roles over a restart', async () => {
    const groups = (await hub.ask('groups')).body;
    await hub.end('SIGTERM');
    await hub.start();
    assert.deepEqual((await hub.ask('groups')).body, groups);
    assert.deepEqual(
      groups.groups.map(({ name }: Answer) => name),
      ['South', 'West'],
    );
  });
});
