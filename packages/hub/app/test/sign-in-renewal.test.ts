import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { OidcProvider } from '../src/people/oidc-provider.ts';
import { PersonSignIn } from '../src/people/person-sign-in.ts';
import { Persons } from '../src/people/persons.ts';
import { recordKey } from '../src/people/session-cookie.ts';
import { openNewDatabase } from './support/new-database.ts';
import { TestBrowser } from './support/test-browser.ts';
import { AUDIENCE, CLIENT_SECRET, TestProvider } from './support/test-provider.ts';
import { TestReplicas } from './support/test-replicas.ts';
import { until } from './support/until.ts';

const MINUTE_MS = 60_000;
const HUB = 'http://127.0.0.1:1';
const CALLBACK = '/fleet/v1/sign-in/oidc/callback';

it('asks the provider again each 10 minutes: roles follow, an end there ends it here, and being away does not', async () => {
  await using idp = await TestProvider.listen();
  await idp.serve(HUB);
  const anna = { name: 'Anna Example', groups: ['fire-pilots'] };
  idp.accounts.set('anna', anna);
  const database = await openNewDatabase();
  const replicas = new TestReplicas();
  replicas.nowMs = Date.now();
  const nowMs = () => replicas.nowMs;
  const provider = new OidcProvider({
    issuer: idp.issuer,
    clientId: 'hub',
    clientSecret: CLIENT_SECRET,
    scopes: 'openid groups',
    nowMs,
    // On a busy machine a provider that is there may need longer than a hub waits.
    rolesClaim: 'groups',
    audience: AUDIENCE,
    timeoutS: 180,
  });
  const personSignIn = new PersonSignIn({ provider, persons: new Persons(database), nowMs, log: SILENT_LOG });
  let losesReplies = false;
  let lost = 0;
  const lossy: typeof database = {
    ...database,
    query: async (sql, values) => {
      const rows = await database.query(sql, values);
      if (!losesReplies || !sql.startsWith('UPDATE sign_in')) return rows as never;
      lost += 1;
      throw new Error('timeout');
    },
  };
  const replica = await replicas.add(lossy, (person, secret) => personSignIn.renew(person, secret));

  const begun = await provider.begin(`${HUB}${CALLBACK}`);
  assert.ok(begun.kind === 'ok');
  const back = await new TestBrowser('anna').follow(begun.value.url.href, ({ pathname }) => pathname === CALLBACK);
  const finished = await provider.finish(back.search.slice(1), begun.value.flow);
  assert.ok(finished.kind === 'ok', JSON.stringify(finished));
  const seen = await personSignIn.seen(finished.value);
  const by = (text: string) => ({ person: personSignIn.signedInPerson(seen, finished.value, text) });
  const { secret } = (await replica.sessions.open(by)) ?? assert.fail();

  // The stored data is not sufficient for a sign-in: it contains neither the cookie nor the refresh token.
  const [kept] = await database.query<{ key: string; person: { readonly sealed?: string } }>('SELECT * FROM sign_in');
  assert.ok(kept?.person.sealed !== undefined);
  for (const one of [secret, finished.value.refreshToken ?? assert.fail()]) {
    assert.ok(!JSON.stringify(kept).includes(one));
  }

  const look = async () => {
    const recognised = await replica.recognise(secret);
    return recognised?.kind === 'session' ? recognised.record.person?.claims.join() : recognised?.kind;
  };
  const askedMs = async () => {
    const [row] = await database.query<{ person: { readonly askedMs: number } }>('SELECT person FROM sign_in');
    return row?.person.askedMs ?? 0;
  };
  const beginMs = replicas.nowMs;
  const at = (minutes: number) => {
    replicas.nowMs = beginMs + minutes * MINUTE_MS;
  };
  assert.equal(await look(), 'fire-pilots');
  anna.groups = ['desk'];
  at(9);
  assert.equal(await look(), 'fire-pilots');
  at(11);
  // The database notes that this replica asks, and does not say so: it asks all the same.
  losesReplies = true;
  await until('the note', async () => {
    await look();
    return lost > 0 && (await askedMs()) > beginMs + 10 * MINUTE_MS;
  });
  losesReplies = false;
  replicas.nowMs += 6000;
  await until('the new claim', async () => (await look()) === 'desk');
  assert.ok(recordKey(secret) === kept.key);
  // Away: the last known roles stay.
  idp.instead = (_request, response) => response.destroy();
  at(22);
  assert.equal(await look(), 'desk');
  await until('the question', async () => (await askedMs()) > beginMs + 21 * MINUTE_MS);
  assert.equal(await look(), 'desk');
  idp.instead = undefined;
  // A provider that has forgotten the person.
  await idp.serve();
  at(33);
  await until('the end', async () => (await look()) === 'ended');
  await database.close();
});
