import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CookieSecrets } from '../../src/people/cookie-secrets.ts';
import { HubSessionStore, SIGN_INS_EACH_MAX } from '../../src/people/hub-session-store.ts';
import { recordKey } from '../../src/people/session-cookie.ts';
import { SignInFlows } from '../../src/people/sign-in-flows.ts';
import { type DatabaseFixture, NOW_MS } from './database-fixture.ts';
import { granted } from './granted.ts';
import { TestReplicas } from './test-replicas.ts';
import { until } from './until.ts';

const MINUTE_MS = 60_000;
const BY_LINK = () => ({ isLink: true as const });

/** Sign-ins of people, at two replicas. */
export function signInTests(fixture: () => DatabaseFixture): void {
  const two = async () => {
    const { database } = fixture();
    const replicas = new TestReplicas();
    return { database, replicas, here: await replicas.add(database), there: await replicas.add(database) };
  };

  it('ends a sign-in at once at every replica, and within 5 s where the message of it is lost', async () => {
    const { here, replicas, there } = await two();
    for (const areMessagesLost of [false, true]) {
      replicas.areMessagesLost = areMessagesLost;
      const { record, secret } = (await here.sessions.open(BY_LINK)) ?? assert.fail();
      assert.equal((await there.recognise(secret))?.kind, 'session');
      const ended: string[] = [];
      const cancel = there.sessions.onEnded((id) => void ended.push(id));
      assert.equal(await here.sessions.endOf(record.id), true);
      assert.deepEqual(ended, areMessagesLost ? [] : [record.id]);
      assert.equal((await here.recognise(secret))?.kind, 'ended');
      if (areMessagesLost) {
        assert.equal((await there.recognise(secret))?.kind, 'session');
        // As the hub does by itself then, for its WebSockets.
        await there.sessions.readAgain();
        assert.deepEqual(ended, [record.id]);
        replicas.nowMs += 5000;
      }
      assert.equal((await there.recognise(secret))?.kind, 'ended');
      assert.equal(await here.sessions.endOf(record.id), false);
      cancel();
    }
  });

  it('ends one after 30 minutes without use and after 8 hours, and removes it', async () => {
    const { database, here, replicas, there } = await two();
    const { record, secret } = (await here.sessions.open(BY_LINK)) ?? assert.fail();
    const idle = (await here.sessions.open(BY_LINK)) ?? assert.fail();
    const endMs = replicas.nowMs + 8 * 60 * MINUTE_MS;
    const noted = async () => (await new HubSessionStore(database).get([recordKey(secret)])).get(recordKey(secret));
    while (replicas.nowMs + 29 * MINUTE_MS < endMs) {
      replicas.nowMs += 29 * MINUTE_MS;
      const [used, other] = (replicas.nowMs / MINUTE_MS) % 2 === 0 ? [here, there] : [there, here];
      assert.equal((await used.recognise(secret))?.kind, 'session');
      await until('the note', async () => (await noted())?.record.usedMs === replicas.nowMs);
      assert.equal((await other.recognise(secret))?.kind, 'session');
    }
    assert.equal((await there.recognise(idle.secret))?.kind, 'ended');
    replicas.nowMs = endMs;
    assert.equal((await there.recognise(secret))?.kind, 'ended');
    assert.ok((await here.sessions.list(1000)).every(({ id }) => id !== record.id));
    await here.sessions.check(() => false);
    assert.equal(await noted(), undefined);
  });

  it('keeps open WebSockets in use, and forgets at a replica what is not used there', async () => {
    const { here, replicas } = await two();
    const { record, secret } = (await here.sessions.open(BY_LINK)) ?? assert.fail();
    for (let minutes = 0; minutes < 40; minutes += 5) {
      replicas.nowMs += 5 * MINUTE_MS;
      await here.sessions.readAgain();
      await here.sessions.check((id) => id === record.id);
      await until('the note', async () => {
        await here.sessions.readAgain();
        return here.sessions.current(recordKey(secret))?.usedMs === replicas.nowMs;
      });
    }
    await here.sessions.check(() => false);
    assert.equal(here.sessions.current(recordKey(secret)), undefined);
    assert.equal((await here.recognise(secret))?.kind, 'session');
  });

  it('goes on for 10 minutes with the sign-ins that it knows while the database is away', async () => {
    const { database, replicas } = await two();
    let isAway = false;
    const reach = {
      ...database,
      query: ((...question) => {
        return isAway ? Promise.reject(new Error('away')) : database.query(...question);
      }) as typeof database.query,
    };
    const here = await replicas.add(reach);
    const known = (await here.sessions.open(BY_LINK)) ?? assert.fail();
    const unknown = (await (await replicas.add(database)).sessions.open(BY_LINK)) ?? assert.fail();
    isAway = true;
    replicas.nowMs += 9 * MINUTE_MS;
    await assert.rejects(here.sessions.readAgain());
    assert.equal((await here.recognise(known.secret))?.kind, 'session');
    assert.equal((await here.recognise(unknown.secret))?.kind, 'unavailable');
    replicas.nowMs += MINUTE_MS;
    assert.equal((await here.recognise(known.secret))?.kind, 'unavailable');
    isAway = false;
    assert.equal((await here.recognise(known.secret))?.kind, 'session');
  });

  it('asks the database for no cookie that this hub has not made, and once for one that comes often at the same moment', async () => {
    const { database, replicas } = await two();
    let asked = 0;
    const counted = {
      ...database,
      query: ((...question) => {
        asked += 1;
        return database.query(...question);
      }) as typeof database.query,
    };
    const here = await replicas.add(counted);
    const { secret } = (await (await replicas.add(database)).sessions.open(BY_LINK)) ?? assert.fail();
    asked = 0;
    const other = new CookieSecrets(Buffer.alloc(32)).make();
    for (const invented of ['a'.repeat(43), other, `${secret.slice(0, 42)}${secret.endsWith('A') ? 'E' : 'A'}`]) {
      assert.equal((await here.recognise(invented))?.kind, 'ended');
    }
    assert.equal(asked, 0);
    const found = await Promise.all(Array.from({ length: 100 }, () => here.recognise(secret)));
    assert.deepEqual([asked, new Set(found.map((one) => one?.kind))], [1, new Set(['session'])]);
  });

  it('gives each key so many browsers, and a further one ends that which was not used for longest', async () => {
    const { database, here, replicas, there } = await two();
    const [{ key }, { key: other }] = [
      granted(await here.keys.add({ name: 'hall', role: 'viewer', groupId: undefined, createdMs: NOW_MS })),
      granted(await here.keys.add({ name: 'desk', role: 'viewer', groupId: undefined, createdMs: NOW_MS })),
    ];
    const first = (await here.sessions.open(() => ({ keyId: key.id }))) ?? assert.fail();
    const foreign = (await here.sessions.open(() => ({ keyId: other.id }))) ?? assert.fail();
    replicas.nowMs += 1;
    await database.query(
      `INSERT INTO sign_in (key, id, key_id, opened_ms, used_ms)
       SELECT 'k' || n, 'i' || n, $1, $2, $2 FROM generate_series(1, $3::integer) AS n`,
      [key.id, replicas.nowMs, SIGN_INS_EACH_MAX - 1],
    );
    assert.equal((await there.recognise(first.secret))?.kind, 'session');
    const further = (await here.sessions.open(() => ({ keyId: key.id }))) ?? assert.fail();
    for (const { recognise } of [here, there]) {
      assert.equal((await recognise(first.secret))?.kind, 'ended');
      for (const { secret } of [foreign, further]) assert.equal((await recognise(secret))?.kind, 'session');
    }
    await here.keys.remove(key.id);
    await here.keys.remove(other.id);
  });

  it('finishes a sign-in by the provider once, within ten minutes, also while others begin many', async () => {
    const { database } = fixture();
    let nowMs = NOW_MS;
    const flows = new SignInFlows({ database, nowMs: () => nowMs, secrets: new CookieSecrets(Buffer.alloc(32, 1)) });
    const flow = { state: 's', nonce: 'n', verifier: 'v', redirectUri: 'http://hub/', returnTo: '/map' };
    const begun = await flows.begin(flow);
    const both = await Promise.all([flows.finish(begun), flows.finish(begun)]);
    assert.deepEqual(both.toSorted(), [flow, undefined]);
    const late = await flows.begin(flow);
    nowMs += 600_001;
    assert.equal(await flows.finish(late), undefined);
    const pushedOut = await flows.begin(flow);
    await database.query(
      `INSERT INTO sign_in_flow (key, flow, began_ms) SELECT 'f' || n, '{}', $1 FROM generate_series(1, 20000) AS n`,
      [nowMs],
    );
    const last = await flows.begin(flow);
    const [row] = await database.query<{ count: number }>('SELECT count(*) FROM sign_in_flow');
    assert.ok((row?.count ?? 0) <= 20_001, `${row?.count} are kept`);
    assert.deepEqual([await flows.finish(pushedOut), await flows.finish(last)], [undefined, flow]);
  });
}
