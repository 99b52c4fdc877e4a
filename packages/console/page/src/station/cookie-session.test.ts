import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ApiError } from '@kitestring/client/api-error.ts';
import { CookieSession } from './cookie-session.ts';

const LIMITS = { altitude_max_without_gps_m: 25, gps_accuracy_max_m: 5, drift_warn_m: 3, drift_max_m: 6 };

describe('the sign-in of a page at a hub', () => {
  let answer: readonly [status: number, body: object] = [200, {}];
  const server = createServer((_, response) => {
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]));
  });
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => server.close());

  const open = () => {
    const { port } = server.address() as AddressInfo;
    return new CookieSession(`http://127.0.0.1:${port}/fleet/v1/stations/sabcdefghijkl`, 'sabcdefghijkl');
  };
  const stationWith = (session_id: string, scopes: readonly string[] = ['read', 'control'], is_camera_only = false) =>
    [
      200,
      {
        station_name: 'Engine 7',
        is_simulated: true,
        is_replay: false,
        version: '0.1.0',
        api_version: '1.1.2',
        limits: { ...LIMITS, control_lease_s: 60 },
        has_accounts: false,
        hub: { session_id, plugin_name: 'desk (hub)', scopes, is_camera_only },
      },
    ] as const;
  const shownState = (session: CookieSession) => {
    const { state } = session;
    return state.kind === 'signedIn' ? [state.sessionId, state.scopes.join(), state.token] : state.kind;
  };

  it('is the session that the station has for it, without a token, and another one after a restart or with other rights', async () => {
    const session = open();
    answer = stationWith('one');
    assert.equal((await session.start()).isAtHub, true);
    assert.deepEqual(shownState(session), ['one', 'read,control', undefined]);
    const before = session.state;
    await session.look();
    assert.equal(session.state, before, 'the same one changes nothing');
    answer = stationWith('two');
    await session.look();
    assert.deepEqual(shownState(session), ['two', 'read,control', undefined]);
    answer = stationWith('two', ['read']);
    await session.look();
    assert.deepEqual(shownState(session), ['two', 'read', undefined]);
  });

  it('does not fly with a role for the camera, and sees at once that the role is another one', async () => {
    const session = open();
    const mayFly = () => session.state.kind === 'signedIn' && session.state.mayFly;
    answer = stationWith('one', ['read', 'control'], true);
    await session.start();
    assert.equal(mayFly(), false);
    // Both roles have the same scopes.
    answer = stationWith('one');
    await session.look();
    assert.equal(mayFly(), true);
  });

  it('stays while the station is offline, ends with the sign-in, and goes on with the next one', async () => {
    const session = open();
    answer = stationWith('one');
    await session.start();
    answer = [503, { code: 'STATION_OFFLINE', message: 'offline' }];
    assert.equal(await session.look(), undefined);
    assert.deepEqual(shownState(session), ['one', 'read,control', undefined]);
    answer = [401, { code: 'INVALID_TOKEN', message: 'the session has ended' }];
    await session.look();
    assert.equal(shownState(session), 'ended');
    assert.ok(session.fault instanceof ApiError && session.fault.status === 401);
    answer = stationWith('three');
    await session.look();
    assert.deepEqual(shownState(session), ['three', 'read,control', undefined]);
    assert.equal(session.fault, undefined);
  });

  it('does not begin without the station, and says why', async () => {
    answer = [404, { code: 'NOT_FOUND', message: 'there is nothing' }];
    await assert.rejects(open().start(), ({ status }: ApiError) => status === 404);
  });
});
