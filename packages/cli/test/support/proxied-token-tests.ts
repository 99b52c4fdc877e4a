import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import type { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { untilGiven } from '@kitestring/hub-app/test/support/until-given.ts';

/** Tokens that a hub gives for the API of one station: what they may, and when they end. */
export function proxiedTokenTests(proxied: ProxiedStation): void {
  let key: Answer;
  before(async () => {
    key = await proxied.newKey('dispatch', 'pilot');
  });
  const request = (fields: Record<string, string>) => proxied.requestToken(fields);
  const command = async (access: string, path: string, body?: object) => {
    const { status, text } = await untilGiven(async () => {
      const response = await fetch(`${proxied.base}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
    });
    return { status, body: text };
  };
  const ask = (access: string, path: string) => untilGiven(() => proxied.hub.ask(path, { key: access }));
  const below = (path: string) => `stations/${proxied.sid}/api/v1/${path}`;

  it('for its key, with the scopes that hub and station allow it, and refuses others as the station does', async () => {
    const { body: grant, status } = await request({ client_secret: key.secret, token_name: 'desk 2' });
    assert.equal(status, 200);
    assert.deepEqual(
      [grant.token_type, grant.expires_in, grant.scope, grant.name, grant.plugin_name],
      ['Bearer', 3600, 'read control', 'desk 2', 'dispatch (hub)'],
    );
    const narrow = await request({ client_secret: key.secret, scope: 'read' });
    assert.deepEqual(narrow.body.scopes, ['read']);
    assert.equal((await ask(narrow.body.access_token, below('flight/info'))).status, 200);
    assert.equal((await command(narrow.body.access_token, 'flight/control/land')).status, 403);
    const refusals: readonly (readonly [Record<string, string>, number, string])[] = [
      [{ client_secret: 'wrong' }, 401, 'INVALID_API_KEY'],
      [{}, 401, 'MISSING_API_KEY'],
      [{ client_secret: key.secret, scope: 'can_override' }, 403, 'SCOPE_NOT_GRANTED'],
      [{ client_secret: key.secret, grant_type: 'password' }, 400, 'UNSUPPORTED_GRANT_TYPE'],
    ];
    for (const [body, status, code] of refusals) {
      const refused = await request(body);
      assert.deepEqual([refused.status, refused.body.code], [status, code]);
      assert.ok(refused.body.error_description, 'as RFC 6749 has it');
    }
    assert.ok(!JSON.stringify(proxied.hub.log).includes(key.secret));
  });

  it('that is for this station alone, and forged by nobody', async () => {
    const { body: grant } = await request({ client_secret: key.secret });
    const access: string = grant.access_token;
    assert.equal((await ask(access, below('flight/state'))).status, 200);
    for (const path of [
      'stations',
      `stations/${proxied.sid}`,
      'events',
      below('flight/state').replace(proxied.sid, 'saaaaaaaaaaaa'),
    ]) {
      assert.equal((await ask(access, path)).body.code, 'INSUFFICIENT_SCOPE', path);
    }
    const [content = '', mac = ''] = access.split('.');
    const more = content.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const forged of [`${more}.${mac}`, content, `${content}.`, `${access}A`, 'kitestation_', 'kitestation_.']) {
      assert.equal((await ask(forged, below('flight/state'))).body.code, 'INVALID_TOKEN', forged);
    }
  });

  it('with which it sees itself in control, besides another of the same key, until it ends the token', async () => {
    const [desk, screen] = [await request({ client_secret: key.secret }), await request({ client_secret: key.secret })];
    const access: string = desk.body.access_token;
    assert.notEqual(desk.body.id, screen.body.id);
    // At the speed of this simulation, a lease of control is half a second of a machine that may be busy.
    await proxied.setClock({ paused: true });
    const taken = await command(access, 'handoff/control/request', { operator_name: 'M. Rossi' });
    assert.equal(taken.status, 201, taken.body);
    const holder = async () => (await ask(screen.body.access_token, below('handoff/state'))).body.controlling_client;
    const inControl = await until('control', holder);
    assert.deepEqual([inControl.session_id, inControl.plugin_id], [desk.body.id, desk.body.plugin_id]);
    const other = await command(screen.body.access_token, 'flight/control/take_off');
    assert.deepEqual([other.status, JSON.parse(other.body).code], [403, 'CONTROL_TAKEN']);
    assert.deepEqual(
      (await ask(access, below('auth/tokens'))).body.map(({ id }: Answer) => id),
      [desk.body.id],
    );
    assert.equal((await command(access, 'auth/token/invalidate')).status, 200);
    assert.equal((await ask(access, below('flight/state'))).body.code, 'INVALID_TOKEN');
    // Its session at the station has ended too, and with it its control.
    await until('the end of its control', async () => (await holder()) === null);
    assert.equal(
      (await command(screen.body.access_token, 'handoff/control/request', { operator_name: 'B' })).status,
      201,
    );
    assert.equal((await command(screen.body.access_token, 'handoff/control/release')).status, 204);
    await proxied.setClock({ paused: false });
  });

  it('that ends with the key, and outlives the hub', async () => {
    const { body: grant } = await request({ client_secret: key.secret });
    const ended = (await request({ client_secret: key.secret })).body.access_token;
    assert.equal((await command(ended, 'auth/token/invalidate')).status, 200);
    await proxied.hub.end('SIGKILL');
    await proxied.hub.start();
    await proxied.online();
    assert.equal((await ask(grant.access_token, below('flight/state'))).status, 200);
    assert.equal((await ask(ended, below('flight/state'))).body.code, 'INVALID_TOKEN');
    assert.equal((await proxied.hub.ask(`keys/${key.key.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await ask(grant.access_token, below('flight/state'))).body.code, 'INVALID_TOKEN');
  });
}
