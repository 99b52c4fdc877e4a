import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import WebSocket from 'ws';
import { type Answer, HubProcess, PROGRAM } from './support/hub-process.ts';
import { TestBrowser } from './support/test-browser.ts';
import { AUDIENCE, CLIENT_SECRET, TestProvider } from './support/test-provider.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';
import { untilGiven } from './support/until-given.ts';

describe('people at a hub with a sign-in provider', { skip: missingNatsServer() }, () => {
  let idp: TestProvider;
  let hub: HubProcess;
  let station: TestStation;
  before(async () => {
    idp = await TestProvider.listen();
    hub = new HubProcess([
      ...idp.flags,
      ...['--oidc-scopes', 'openid profile groups', '--oidc-audience', AUDIENCE, '--oidc-name', 'Town hall'],
    ]);
    const secretFile = join(hub.dataDir, 'provider-secret');
    writeFileSync(secretFile, `${CLIENT_SECRET}\n`, { mode: 0o600 });
    hub.flags.push('--oidc-client-secret-file', secretFile);
    await hub.start();
    idp.accounts.set('anna', { name: 'Anna Example', groups: ['fire-pilots'] });
    idp.accounts.set('berta', { name: 'Berta Example', groups: [] });
  });
  after(async () => {
    await station?.connection?.close();
    await hub[Symbol.asyncDispose]();
    await idp[Symbol.asyncDispose]();
  });

  const CALLBACK = '/fleet/v1/sign-in/oidc/callback';
  const start = () => `${hub.url}/fleet/v1/sign-in/oidc?return_to=/map%3Fa=1`;
  /** The provider's answer, before it reaches the hub. */
  const answered = (browser: TestBrowser) => browser.follow(start(), ({ pathname }) => pathname === CALLBACK);
  const signIn = async (login: string) => {
    const browser = new TestBrowser(login);
    const end = await browser.follow(start(), ({ origin, pathname }) => origin === hub.url && pathname === '/map');
    return { browser, end, cookie: browser.cookies(hub.url) };
  };
  const asPage = (path: string, cookie: string, more: object = {}) =>
    hub.ask(path, { key: '', headers: { cookie, origin: hub.url }, ...more });

  /** As the metrics count them, by reason. */
  const signInsRefused = async () => {
    const text = await (await fetch(`${hub.url}/metrics`)).text();
    const found = text.matchAll(/^kitestring_hub_signins_refused_total\{reason="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...found].map(([, reason, count]) => [reason, Number(count)]));
  };

  it('says that the provider is away, and lets a key and a link for administrators in', async () => {
    const refused = await hub.ask('sign-in/oidc', { key: '' });
    assert.deepEqual([refused.status, refused.body.code], [503, 'SIGN_IN_PROVIDER_AWAY']);
    const shown = await hub.ask('sign-in/oidc?return_to=/map', { key: '', headers: { accept: 'text/html,*/*' } });
    assert.deepEqual([shown.status, shown.headers.get('location')], [303, '/map?sign_in=away']);
    assert.deepEqual(await signInsRefused(), { wrong: 0, throttled: 0, failed: 2 });
    const { oidc } = (await hub.ask('sign-in', { key: '' })).body;
    assert.deepEqual([oidc.name, oidc.url, oidc.state], ['Town hall', '/fleet/v1/sign-in/oidc', 'away']);
    assert.match(oidc.reason, new RegExp(`^${idp.issuer} does not answer as a provider`));
    const signedIn = await hub.ask('session', { key: '', body: { api_key: hub.key } });
    assert.equal(signedIn.status, 201);
    const withKey = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const token = (
      await promisify(execFile)(process.execPath, [PROGRAM, 'hub', 'admin-link', '--data-dir', hub.dataDir])
    ).stdout.trim();
    const open = () => hub.ask('session', { key: '', body: { admin_link: token } });
    const opened = await open();
    assert.deepEqual([opened.status, opened.body.kind, opened.body.rights[0].role], [201, 'link', 'admin']);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.equal((await asPage('enrolments', cookie, { body: {} })).status, 201);
    assert.equal((await open()).body.code, 'INVALID_API_KEY', 'once');
    const { sign_ins: signIns } = (await asPage('sign-ins', cookie)).body;
    assert.deepEqual(signIns.map(({ is_own, kind, name }: Answer) => [kind, name, is_own]).sort(), [
      ['key', 'first', false],
      ['link', 'admin-link', true],
    ]);
    const byKey = signIns.find(({ kind }: Answer) => kind === 'key').id;
    assert.equal((await asPage('sign-ins/x', cookie, { method: 'DELETE' })).body.code, 'NOT_FOUND');
    assert.equal((await asPage(`sign-ins/${byKey}`, cookie, { method: 'DELETE' })).status, 204);
    assert.equal((await asPage('sign-ins', cookie)).body.sign_ins.length, 1);
    assert.equal((await asPage('session', withKey)).status, 401);
    const { entries } = (await hub.ask('audit?who=admin-link')).body;
    assert.deepEqual(
      entries.map(({ what, who }: Answer) => [what, who]),
      [
        ['fleet.sign_ins.end', 'admin-link'],
        ['fleet.enrolments.add', 'admin-link'],
        ['fleet.session.open', 'admin-link'],
      ],
    );
    await idp.serve(hub.url);
    await until('the provider', async () => (await hub.ask('sign-in/oidc', { key: '' })).status !== 503);
    assert.equal((await hub.ask('sign-in', { key: '' })).body.oidc.state, 'up');
  });

  it('signs a person in by code, with the roles that their claim is bound to, and without one with none', async () => {
    const { cookie, end } = await signIn('anna');
    assert.equal(end.search, '?a=1');
    const before = (await asPage('session', cookie)).body;
    assert.deepEqual([before.kind, before.name, before.rights], ['person', 'Anna Example', []]);
    assert.match(before.id, /^p[a-z2-7]{12}$/);
    assert.equal((await asPage('stations', cookie)).body.code, 'INSUFFICIENT_SCOPE');
    await hub.ask('roles', { body: { claim: 'fire-pilots', role: 'pilot' } });
    const { rights } = (await asPage('session', cookie)).body;
    assert.deepEqual(rights, [{ role: 'pilot', scopes: ['read', 'control'] }]);
    assert.equal((await asPage('stations', cookie)).status, 200);
    assert.equal((await asPage('stations', (await signIn('berta')).cookie)).body.code, 'INSUFFICIENT_SCOPE');
    assert.ok(!JSON.stringify(hub.log).includes(CLIENT_SECRET));
  });

  it('refuses an answer of the provider to another browser, a second time, with another state, and its refusal', async () => {
    const victim = new TestBrowser('berta');
    const { wrong } = await signInsRefused();
    const mine = await answered(new TestBrowser('anna'));
    // The link of an attacker, opened by a victim, who would be signed in as the attacker.
    const outcome = async (browser: TestBrowser, url: string) => {
      const response = await browser.fetch(url);
      return [response.status, response.headers.get('location')];
    };
    assert.deepEqual(await outcome(victim, mine.href), [303, '/?sign_in=expired']);
    const begun = new TestBrowser('anna');
    const other = await answered(begun);
    assert.deepEqual(await outcome(begun, mine.href), [303, '/map?a=1&sign_in=refused'], 'the code of another sign-in');
    assert.deepEqual(await outcome(begun, other.href), [303, '/?sign_in=expired'], 'used up');
    const wrongState = new TestBrowser('anna');
    const url = await answered(wrongState);
    url.searchParams.set('state', 'x'.repeat(43));
    assert.deepEqual(await outcome(wrongState, url.href), [303, '/map?a=1&sign_in=refused']);
    const denied = new TestBrowser('anna');
    const state = (await answered(denied)).searchParams.get('state');
    const refusal = `${hub.url}${CALLBACK}?error=access_denied&state=${state}&iss=${encodeURIComponent(idp.issuer)}`;
    assert.deepEqual(await outcome(denied, refusal), [303, '/map?a=1&sign_in=refused']);
    for (const browser of [victim, begun, wrongState, denied]) assert.equal(browser.cookies(hub.url), '');
    assert.equal((await signInsRefused()).wrong, (wrong ?? 0) + 5);
    // Neither a path that a browser takes for another host, nor a letter that no header may have.
    for (const [path, page] of [
      ['/..//evil.example', '/evil.example'],
      ['/.//evil.example', '/evil.example'],
      ['/\u20ac', '/%E2%82%AC'],
    ] as const) {
      const from = `${hub.url}/fleet/v1/sign-in/oidc?return_to=${encodeURIComponent(path)}`;
      const back = async () => {
        const browser = new TestBrowser('anna');
        return [browser, await browser.follow(from, ({ pathname }) => pathname === CALLBACK)] as const;
      };
      const [good, ok] = await back();
      assert.deepEqual(await outcome(good, ok.href), [303, page]);
      const [bad, refused] = await back();
      refused.searchParams.set('state', 'x');
      assert.deepEqual(await outcome(bad, refused.href), [303, `${page}?sign_in=refused`]);
    }
    // If two use it at the same moment, one finishes it.
    const twice = new TestBrowser('anna');
    const { href } = await answered(twice);
    const both = await Promise.all([outcome(twice, href), outcome(twice, href)]);
    assert.deepEqual(both.map(([, place]) => place).toSorted(), ['/?sign_in=expired', '/map?a=1']);
    for (const path of ['https://evil.example/', '//evil.example/', '/\\evil.example', '/%09/evil.example']) {
      const answer = await hub.ask(`sign-in/oidc?return_to=${encodeURIComponent(path)}`, { key: '' });
      if (path !== '/%09/evil.example') assert.equal(answer.body.code, 'INVALID_REQUEST', path);
    }
  });

  it('commands in the name of the person, whose name is in one place and can be exported and erased', async () => {
    station = await TestStation.enrol(hub, 'Engine 7');
    station.answer = (id) => ({ v: 1, id, status: 202 });
    await station.goOnline();
    station.beat();
    await until('the beat', async () => (await hub.ask(`stations/${station.sid}`)).body.station.state === 'online');
    const { cookie } = await signIn('anna');
    const { id } = (await asPage('session', cookie)).body;
    const headers = { cookie, origin: hub.url, 'Idempotency-Key': 'land-of-anna-example' };
    const given = await untilGiven(() => {
      station.beat();
      return hub.ask(`stations/${station.sid}/api/v1/flight/control/land`, { key: '', method: 'POST', headers });
    });
    assert.equal(given.status, 202, JSON.stringify(given.body));
    const [command] = station.commands;
    assert.deepEqual(
      [command?.person.id, command?.person.name, command?.person.role, command?.via],
      [id, 'Anna Example', 'pilot', 'page of the hub'],
    );
    const shown = async () => (await hub.ask('audit?limit=1')).body.entries[0];
    assert.deepEqual([(await shown()).who, (await shown()).person], ['Anna Example', id]);
    const { body: held } = await hub.ask(`persons/${id}`);
    assert.deepEqual([held.person.subject, held.commands.length, held.complete], ['anna', 1, true]);
    assert.ok(held.audit.some(({ what }: Answer) => what === 'flight.control.land'));
    const orders: Answer[] = [];
    station.connection?.subscribe(SUBJECTS.request(station.sid, 'upload'), {
      callback: (_, { data }) => {
        const [, payload = ''] = Buffer.from(data).toString().split('.');
        orders.push(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      },
    });
    const upload = { sid: station.sid, recording: '20260301_103000_+0100' };
    assert.equal((await asPage('uploads', cookie, { body: upload })).body.ordered_by, 'Anna Example');
    const { person } = await until('the order', () => {
      station.beat();
      return orders[0];
    });
    assert.deepEqual([person.id, person.name], [id, 'Anna Example']);
    assert.equal((await hub.ask(`persons/${id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await hub.ask('recordings')).body.recordings[0].ordered_by, id);
    assert.equal((await asPage('session', cookie)).status, 401, 'and signed out');
    const after = (await hub.ask('audit?limit=1000')).body.entries;
    assert.ok(!JSON.stringify(after).includes('Anna Example') && JSON.stringify(after).includes(id));
    assert.equal((await hub.ask(`persons/${id}`)).body.code, 'NOT_FOUND');
    assert.notEqual((await asPage('session', (await signIn('anna')).cookie)).body.id, id);
  });

  it('ends the sign-ins of a person at once when the provider signs them out, with their WebSockets', async () => {
    const { cookie } = await signIn('anna');
    const other = await signIn('berta');
    const socket = new WebSocket(`${hub.url.replace('http', 'ws')}/fleet/v1/live`, {
      headers: { cookie, origin: hub.url },
    });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    const client = await idp.provider?.Client.find('hub');
    await client?.backchannelLogout('anna', idp.sids.get('anna') ?? '');
    assert.equal((await closed)[0], 1008);
    assert.equal((await asPage('session', cookie)).status, 401);
    assert.equal((await asPage('session', other.cookie)).status, 200);
    const forged = await hub.ask('sign-in/oidc/logout', {
      key: '',
      method: 'POST',
      form: new URLSearchParams({ logout_token: 'a.b.c' }),
    });
    assert.deepEqual([forged.status, forged.body.code], [400, 'INVALID_REQUEST']);
  });

  it('lets programs call with an access token of the provider that names this hub', async () => {
    // It signs with another key from now on.
    await idp.serve();
    const token = await idp.accessToken();
    const code = async () => (await hub.ask('stations', { key: token })).body.code;
    await until('the new key', async () => (await code()) === 'INSUFFICIENT_SCOPE');
    await hub.ask('roles', { body: { claim: 'machines', role: 'viewer' } });
    assert.equal((await hub.ask('stations', { key: token })).status, 200);
    assert.deepEqual((await hub.ask('session', { key: token })).body.name, 'dispatch');
    const wrong = await idp.accessToken('https://other.test/');
    assert.equal((await hub.ask('stations', { key: wrong })).body.code, 'INVALID_TOKEN');
    await until('the reason', () => hub.log.find(({ fault }) => fault === 'unexpected "aud" claim value'));
    const [head, body] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [`${none}.${body}.`, `${none}.${body}.x`, `${head}.${body}.${'A'.repeat(342)}`]) {
      assert.equal((await hub.ask('stations', { key: forged })).body.code, 'INVALID_TOKEN', forged);
    }
  });
});
