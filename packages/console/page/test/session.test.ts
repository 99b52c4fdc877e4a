import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { PageSession, type SignedIn } from '../src/station/page-session.ts';

/** As much of the storage of a tab as a session uses. */
class TabStorage {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

describe('the session of a page', () => {
  let station: StationProcess;
  before(async () => {
    station = await StationProcess.start();
  });
  after(() => station[Symbol.asyncDispose]());

  const signedIn = async (session: PageSession): Promise<SignedIn> => {
    await session.signIn({ key: TEST_API_KEY, isKept: true, isAdministrator: false });
    assert.equal(kind(session), 'signedIn');
    return session.state as SignedIn;
  };
  const kind = ({ state }: PageSession) => state.kind;
  const rejection = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => assert.fail('it was answered'),
      (fault: unknown) => fault,
    );

  it('ends with its token, and not with the token of the sign-in before, whose last answers come late', async () => {
    const session = new PageSession(station.url, new TabStorage() as unknown as Storage);
    const { client: first } = await signedIn(session);
    await first.auth.invalidateToken();
    const fault = await rejection(first.flight.getFlightState());
    session.noticed(fault, first);
    assert.equal(kind(session), 'ended');
    const { client: second } = await signedIn(session);
    session.noticed(fault, first);
    assert.equal(kind(session), 'signedIn');
    await second.auth.invalidateToken();
    session.noticed(await rejection(second.flight.getFlightState()), second);
    assert.equal(kind(session), 'ended');
  });

  it('goes on after a reload where that was asked for, until its token ends', async () => {
    const storage = new TabStorage() as unknown as Storage;
    const { client, sessionId } = await signedIn(new PageSession(station.url, storage));
    const reloaded = new PageSession(station.url, storage);
    await reloaded.resume();
    assert.equal((reloaded.state as SignedIn).sessionId, sessionId);
    await client.auth.invalidateToken();
    const late = new PageSession(station.url, storage);
    await late.resume();
    assert.equal(kind(late), 'signedOut');
  });

  it('is carried over one reload that the page itself makes, though the user wanted nothing kept', async () => {
    const storage = new TabStorage() as unknown as Storage;
    const first = new PageSession(station.url, storage);
    await first.signIn({ key: TEST_API_KEY, isKept: false, isAdministrator: false });
    const { sessionId } = first.state as SignedIn;
    const unasked = new PageSession(station.url, storage);
    await unasked.resume();
    assert.equal(kind(unasked), 'signedOut');
    first.carryOverReload();
    const reloaded = new PageSession(station.url, storage);
    await reloaded.resume();
    assert.equal((reloaded.state as SignedIn).sessionId, sessionId);
    const later = new PageSession(station.url, storage);
    await later.resume();
    assert.equal(kind(later), 'signedOut');
  });

  it('ends with its page, unless it is kept or carried over a reload; a tab has one token', async () => {
    const storage = new TabStorage() as unknown as Storage;
    const holds = ({ client }: SignedIn) =>
      client.flight.getFlightState().then(
        () => true,
        () => false,
      );
    const session = new PageSession(station.url, storage);
    const kept = await signedIn(session);
    await session.leave();
    assert.equal(await holds(kept), true);
    await session.signIn({ key: TEST_API_KEY, isKept: false, isAdministrator: false });
    const second = session.state as SignedIn;
    assert.notEqual(second.sessionId, kept.sessionId);
    session.carryOverReload();
    await session.leave();
    assert.equal(await holds(second), true);
    await new PageSession(station.url, storage).resume();
    await session.leave();
    assert.equal(await holds(second), false);
    assert.equal(await holds(kept), false);
  });

  it('may administer only where that was asked for, and with a key for less no more than that', async () => {
    const scopes = async (key: string, isAdministrator: boolean) => {
      const session = new PageSession(station.url, new TabStorage() as unknown as Storage);
      await session.signIn({ key, isKept: false, isAdministrator });
      return (session.state as SignedIn).scopes.join(' ');
    };
    assert.equal(await scopes(TEST_API_KEY, false), 'read control can_override experimental');
    assert.equal(await scopes(TEST_API_KEY, true), 'read control can_override experimental internal');
    await using admin = new KitestringClient({ url: station.url, key: TEST_API_KEY, timeoutMs: 180_000 });
    const { key } = await admin.admin.addPlugin({ name: 'screen', scopes: ['read'] });
    assert.equal(await scopes(key, false), 'read');
    assert.equal(await scopes(key, true), 'read');
  });
});
