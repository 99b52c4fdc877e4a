import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import WebSocket from 'ws';
import { type Answer, HubProcess } from './support/hub-process.ts';

const MINUTE_MS = 60_000;

describe('the sign-in of a hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  before(() => hub.start());
  after(() => hub[Symbol.asyncDispose]());

  const signIn = async (key = hub.key) => {
    const answer = await hub.ask('session', { key: '', body: { api_key: key } });
    return { ...answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  /** A request with the cookie, as a page of the hub sends it. */
  const asPage = (path: string, cookie: string, options: { body?: unknown; method?: string; origin?: string } = {}) => {
    const { origin = hub.url, ...more } = options;
    return hub.ask(path, { key: '', headers: { cookie, origin }, ...more });
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
      key: '',
      body: { api_key: hub.key },
      headers: { origin: 'https://evil.example' },
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

  it('ends a sign-in at once, with its WebSockets', async () => {
    const { cookie } = await signIn();
    const socket = new WebSocket(`${hub.url.replace('http', 'ws')}/fleet/v1/live`, {
      headers: { cookie, origin: hub.url },
    });
    await once(socket, 'open');
    const answer = await asPage('session', cookie, { method: 'DELETE' });
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')?.split(';')[0]], [204, 'ks=']);
    const [code] = await once(socket, 'close');
    assert.equal(code, 1008);
    assert.equal((await asPage('session', cookie)).body.code, 'INVALID_TOKEN');
    const { entries } = (await hub.ask('audit?limit=1')).body;
    assert.deepEqual([entries[0].what, entries[0].who], ['fleet.session.end', 'first']);
  });

  it('ends it with the removal of its key', async () => {
    const { body: made } = await hub.ask('keys', { body: { name: 'screen', role: 'viewer' } });
    const screen = await signIn(made.secret);
    assert.equal((await asPage('enrolments', screen.cookie)).body.code, 'INSUFFICIENT_SCOPE');
    assert.equal((await hub.ask(`keys/${made.key.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await asPage('session', screen.cookie)).status, 401);
    const { sign_ins: open } = (await hub.ask('sign-ins')).body;
    assert.ok(open.every(({ who }: Answer) => who !== made.key.id));
  });

  it('keeps sign-ins over a restart of the hub, also with a broker that has lost its store, and closes a data folder that others can read', async () => {
    const { cookie } = await signIn();
    await hub.end('SIGTERM');
    chmodSync(hub.dataDir, 0o755);
    await hub.start();
    assert.equal(statSync(hub.dataDir).mode & 0o777, 0o700);
    assert.equal((await asPage('session', cookie)).status, 200);
    await hub.end('SIGKILL');
    rmSync(join(hub.dataDir, 'broker'), { recursive: true });
    await hub.start();
    assert.equal((await asPage('session', cookie)).status, 200);
  });

  it('carries out no change whose sign-in has ended between its head and its body', async () => {
    const { cookie } = await signIn();
    const body = JSON.stringify({ name: 'left behind', role: 'admin' });
    const slow = request(`${hub.url}/fleet/v1/keys`, {
      method: 'POST',
      headers: { cookie, origin: hub.url, 'content-type': 'application/json', 'content-length': body.length },
    });
    const answered = once(slow, 'response');
    slow.flushHeaders();
    slow.write(body.slice(0, 5));
    // The hub has the head when it shows the use.
    assert.equal((await asPage('session', cookie)).status, 200);
    assert.equal((await asPage('session', cookie, { method: 'DELETE' })).status, 204);
    slow.end(body.slice(5));
    const [{ statusCode }] = await answered;
    assert.equal(statusCode, 401);
    const { keys } = (await hub.ask('keys')).body;
    assert.ok(keys.every(({ name }: Answer) => name !== 'left behind'));
  });

  it('identifies no caller by an invented, doubled or empty cookie, and slows down only clients that guess keys', async () => {
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
    for (let index = 1; index < 10; index += 1) {
      assert.equal((await hub.ask('stations', { key: `kitehub_${index}` })).body.code, 'INVALID_TOKEN', `${index}`);
    }
    const guess = await hub.ask('stations', { key: 'kitehub_guess' });
    assert.deepEqual([guess.status, guess.body.code], [429, 'RATE_LIMITED']);
    const last = await signIn('wrong');
    assert.equal(last.body.code, 'TOO_MANY_WRONG_KEYS');
    for (const { headers } of [guess, last]) assert.ok(Number(headers.get('retry-after')) >= 1);
    // One that was told already that its key is wrong is told so again.
    assert.equal((await hub.ask('stations', { key: 'kitehub_1' })).body.code, 'INVALID_TOKEN');
    // Others who share the address work on.
    assert.equal((await signIn()).status, 201);
    assert.equal((await hub.ask('stations')).status, 200);
    assert.ok(hub.log.some(({ code, msg }) => msg === 'sign-in' && code === 'TOO_MANY_WRONG_KEYS'));
  });
});
