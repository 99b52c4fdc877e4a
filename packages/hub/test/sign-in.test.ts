import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/station/ports/log.ts';
import { missingNatsServer } from '@kitestring/testing/nats-server.ts';
import type { NatsConnection } from '@nats-io/nats-core';
import WebSocket from 'ws';
import { HubSessionStore } from '../src/people/hub-session-store.ts';
import { HubSessions } from '../src/people/hub-sessions.ts';
import { SessionCookie } from '../src/people/session-cookie.ts';
import { HubProcess } from './support/hub-process.ts';
import { connectReplica } from './support/second-replica.ts';
import { until } from './support/until.ts';

const MINUTE_MS = 60_000;

describe('the sign-in of a hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  let connection: NatsConnection;
  before(async () => {
    await hub.start();
    connection = await connectReplica(hub);
  });
  after(async () => {
    await connection?.close();
    await hub[Symbol.asyncDispose]();
  });

  const signIn = async (key = hub.key) => {
    const answer = await hub.ask('session', { key: '', body: { api_key: key } });
    return { ...answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  /** A request with the cookie, as a page of the hub sends it. */
  const asPage = (path: string, cookie: string, options: { body?: unknown; method?: string; origin?: string } = {}) => {
    const { origin = hub.url, ...more } = options;
    return hub.ask(path, { key: '', headers: { cookie, origin }, ...more });
  };
  /** Another replica, whose clock is ahead by so much. */
  const replica = (aheadMs = () => 0) =>
    new HubSessions({
      ...{ connection, isConnected: () => true, nowMs: () => Date.now() + aheadMs(), log: SILENT_LOG },
      renew: async () => undefined,
    });
  const recognisedBy = async (sessions: HubSessions, cookie: string) => {
    const request = { headers: { cookie } } as IncomingMessage;
    await sessions.recognise(request, new SessionCookie(false));
    return sessions.of(request)?.kind;
  };

  it('says what is missing where a request has neither a key nor a link, or both', async () => {
    for (const body of [{}, { api_key: hub.key, admin_link: 'x' }]) {
      const answer = await hub.ask('session', { key: '', body, method: 'POST' });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.message, 'the body must have either api_key or admin_link');
    }
  });

  it('gives a cookie for an API key, tells who is signed in, and takes the cookie in place of the key', async () => {
    assert.deepEqual((await hub.ask('sign-in', { key: '' })).body, { key: true });
    const { body, cookie, headers, status } = await signIn();
    assert.equal(status, 201);
    assert.match(headers.get('set-cookie') ?? '', /^ks=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.deepEqual([body.kind, body.name, body.idle_s], ['key', 'first', 1800]);
    assert.equal(Date.parse(body.expires) - Date.parse(body.opened), 8 * 60 * MINUTE_MS);
    assert.deepEqual(body.rights, [{ role: 'admin', scopes: ['read', 'internal'] }]);
    assert.deepEqual((await asPage('session', cookie)).body, body);
    assert.equal((await asPage('stations', cookie)).status, 200);
    assert.equal((await asPage('enrolments', cookie, { body: {} })).status, 201);
    // With the key itself there is no sign-in to end, and it ends only with the key.
    const direct = (await hub.ask('session')).body;
    assert.deepEqual([direct.id, direct.expires], [body.id, undefined]);
    assert.equal((await hub.ask('session', { method: 'DELETE' })).body.code, 'NOT_FOUND');
    assert.ok(!JSON.stringify(hub.log).includes(cookie.slice(3)), 'no cookie is in the log');
    const kept = JSON.stringify(await new HubSessionStore(connection, () => true).all());
    assert.ok(kept.includes(body.id) && !kept.includes(cookie.slice(3)), 'the store has its hash only');
  });

  it('refuses a change and a WebSocket with the cookie that do not come from a page of the hub', async () => {
    const { cookie } = await signIn();
    const from = async (headers: Record<string, string>) =>
      (await hub.ask('enrolments', { key: '', body: {}, headers: { cookie, ...headers } })).body.code;
    const port = new URL(hub.url).port;
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${Number(port) + 1}`]) {
      assert.equal(await from({ origin }), 'FOREIGN_PAGE', origin);
    }
    assert.equal(await from({}), 'FOREIGN_PAGE', 'one that does not say where it comes from');
    for (const site of ['cross-site', 'same-site']) {
      assert.equal(await from({ origin: hub.url, 'sec-fetch-site': site }), 'FOREIGN_PAGE', site);
    }
    const foreign = await hub.ask('session', {
      ...{ key: '', body: { api_key: hub.key }, headers: { origin: 'https://evil.example' } },
    });
    assert.equal(foreign.body.code, 'FOREIGN_PAGE', 'nobody else signs a browser in');
    const socket = new WebSocket(`${hub.url.replace('http', 'ws')}/fleet/v1/live`, {
      headers: { cookie, origin: 'https://evil.example' },
    });
    const [, response] = await once(socket, 'unexpected-response');
    assert.equal(response.statusCode, 403);
    // A key in the header is no cookie: a browser never sends it by itself.
    assert.equal((await hub.ask('enrolments', { body: {}, headers: { origin: 'https://evil.example' } })).status, 201);
  });

  it('ends a sign-in at once at every replica, with its WebSockets', async () => {
    const { cookie } = await signIn();
    const other = replica();
    assert.equal(await recognisedBy(other, cookie), 'session');
    const socket = new WebSocket(`${hub.url.replace('http', 'ws')}/fleet/v1/live`, {
      headers: { cookie, origin: hub.url },
    });
    await once(socket, 'open');
    const ended = new Promise<string>((resolve) => other.onEnded(resolve));
    const answer = await asPage('session', cookie, { method: 'DELETE' });
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')?.split(';')[0]], [204, 'ks=']);
    const [code] = await once(socket, 'close');
    assert.equal(code, 1008);
    await ended;
    assert.equal(await recognisedBy(other, cookie), 'ended');
    assert.equal((await asPage('session', cookie)).body.code, 'INVALID_TOKEN');
    const { entries } = (await hub.ask('audit?limit=1')).body;
    assert.deepEqual([entries[0].what, entries[0].who], ['fleet.session.end', 'first']);
  });

  it('ends it after 30 minutes without use and after 8 hours, and with the removal of its key', async () => {
    const { cookie } = await signIn();
    let aheadMs = 0;
    const other = replica(() => aheadMs);
    for (; aheadMs < 7.5 * 60 * MINUTE_MS; aheadMs += 29 * MINUTE_MS) {
      assert.equal(await recognisedBy(other, cookie), 'session', `${aheadMs / MINUTE_MS} min`);
      // The use is noted for all replicas.
      const later = replica(() => aheadMs + 29 * MINUTE_MS);
      await until('the note', async () => (await recognisedBy(later, cookie)) === 'session');
    }
    aheadMs = 8 * 60 * MINUTE_MS;
    assert.equal(await recognisedBy(other, cookie), 'ended');
    const idle = replica(() => 30 * MINUTE_MS);
    assert.equal(await recognisedBy(idle, (await signIn()).cookie), 'ended');

    const { body: made } = await hub.ask('keys', { body: { name: 'screen', role: 'viewer' } });
    const screen = await signIn(made.secret);
    assert.equal(await recognisedBy(replica(), screen.cookie), 'session');
    assert.equal((await asPage('enrolments', screen.cookie)).body.code, 'INSUFFICIENT_SCOPE');
    assert.equal((await hub.ask(`keys/${made.key.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await asPage('session', screen.cookie)).status, 401);
    assert.equal(await recognisedBy(replica(), screen.cookie), 'ended');
  });

  it('keeps sign-ins over a restart of the hub, and asks for a new one when the broker has lost its store', async () => {
    const { cookie } = await signIn();
    await connection.close();
    await hub.end('SIGTERM');
    await hub.start();
    const after = () =>
      until('the broker', async () => {
        const answer = await asPage('session', cookie);
        return answer.status !== 503 && answer;
      });
    assert.equal((await after()).status, 200);
    await hub.end('SIGKILL');
    rmSync(join(hub.dataDir, 'broker'), { recursive: true });
    await hub.start();
    assert.equal((await after()).status, 401);
    assert.equal((await signIn()).status, 201);
  });

  it('knows nobody by an invented, doubled or empty cookie, and slows down who tries keys', async () => {
    const { cookie } = await signIn();
    const invented = `ks=${'a'.repeat(43)}`;
    for (const wrong of [
      invented,
      `${cookie}; ${cookie}`,
      `${cookie}; ${invented}`,
      'ks=',
      'ks=../x',
      `__Host-${cookie}`,
    ]) {
      assert.equal((await asPage('session', wrong)).status, 401, wrong);
    }
    assert.equal((await signIn('x'.repeat(200))).body.code, 'INVALID_API_KEY');
    assert.equal((await signIn('x'.repeat(201))).body.code, 'INVALID_REQUEST');
    let last = await signIn('wrong');
    for (let tried = 1; tried < 5 && last.body.code === 'INVALID_API_KEY'; tried += 1) last = await signIn('wrong');
    assert.equal(last.body.code, 'TOO_MANY_WRONG_KEYS');
    assert.ok(Number(last.headers.get('retry-after')) >= 1);
    assert.equal((await signIn()).body.code, 'TOO_MANY_WRONG_KEYS', 'right ones wait too');
    assert.ok(hub.log.some(({ code, msg }) => msg === 'sign-in' && code === 'TOO_MANY_WRONG_KEYS'));
  });
});
