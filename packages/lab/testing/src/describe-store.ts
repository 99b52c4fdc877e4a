import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type {
  AccountRecord,
  NotificationRecord,
  PinRecord,
  PluginRecord,
  SessionRecord,
  StationStore,
  WatchLinkRecord,
} from '@kitestring/station-core/ports';

/** One store under test. */
interface StoreUnderTest {
  readonly store: StationStore;
  /** The same data, as the next start of the station would see it. */
  reopen(): StationStore;
  end(): void;
}

/** So far in the future that a 32-bit number, a float or milliseconds in between would show. */
const LATE_US = 2 ** 51 + 1;

/** Requirements on every Store. @param make a new, empty one */
export function describeStore(name: string, make: () => StoreUnderTest): void {
  describe(name, () => {
    let subject: StoreUnderTest;
    let store: StationStore;
    beforeEach(() => {
      subject = make();
      store = subject.store;
    });
    afterEach(() => subject.end());
    const reopened = () => subject.reopen();

    describe('plugins', () => {
      it('are empty at first', () => assert.deepEqual(store.plugins.list(), []));

      it('come back whole after a restart, oldest first', () => {
        const rotated = plugin('b', { createdAtUs: LATE_US, previousKey: { hash: 'old', validUntilUs: LATE_US + 1 } });
        store.plugins.put(rotated);
        store.plugins.put(plugin('a', { createdAtUs: 5 }));
        assert.deepEqual(reopened().plugins.list(), [plugin('a', { createdAtUs: 5 }), rotated]);
      });

      it('are replaced by id, and a previous key goes when it is no longer given', () => {
        store.plugins.put(plugin('a', { previousKey: { hash: 'old', validUntilUs: 9 } }));
        store.plugins.put(plugin('a', { enabled: false, name: 'Gate 2', scopes: [] }));
        assert.deepEqual(reopened().plugins.list(), [plugin('a', { enabled: false, name: 'Gate 2', scopes: [] })]);
      });

      it('keep names in any script and with any sign', () => {
        const odd = plugin('a', { name: `Überwachung 無人機 '"; DROP TABLE plugins; -- \u{1F681}` });
        store.plugins.put(odd);
        assert.deepEqual(reopened().plugins.list(), [odd]);
      });

      it('take their sessions with them when removed, and only theirs', () => {
        for (const id of ['a', 'b']) store.plugins.put(plugin(id));
        store.sessions.add(session('1', { pluginId: 'a' }));
        store.sessions.add(session('2', { pluginId: 'b' }));
        store.plugins.remove('a');
        assert.deepEqual(store.plugins.list(), [plugin('b')]);
        assert.deepEqual(reopened().sessions.list(), [session('2', { pluginId: 'b' })]);
      });

      it('keep their sessions when they are replaced', () => {
        store.plugins.put(plugin('a'));
        store.sessions.add(session('1'));
        store.plugins.put(plugin('a', { keyHash: 'new' }));
        assert.deepEqual(reopened().sessions.list(), [session('1')]);
      });

      it('are not missed when removed twice', () => {
        store.plugins.remove('nobody');
        assert.deepEqual(store.plugins.list(), []);
      });
    });

    describe('sessions', () => {
      beforeEach(() => store.plugins.put(plugin('a')));

      it('come back whole after a restart, oldest first', () => {
        const late = session('1', { createdAtUs: LATE_US, validUntilUs: LATE_US + 86_400e6, name: 'night shift' });
        store.sessions.add(late);
        store.sessions.add(session('2'));
        assert.deepEqual(reopened().sessions.list(), [session('2'), late]);
      });

      it('are gone when removed, and not missed when removed twice', () => {
        store.sessions.add(session('1'));
        store.sessions.remove('1');
        store.sessions.remove('1');
        assert.deepEqual(reopened().sessions.list(), []);
      });

      it('of a plugin that is gone are not kept', () => {
        store.sessions.add(session('1', { pluginId: 'gone' }));
        assert.deepEqual(store.sessions.list(), []);
      });
    });

    describe('accounts', () => {
      it('come back whole after a restart, oldest first, and are no plugins', () => {
        const passkey = { id: 'c', name: 'Key ring', publicKey: 'MFk', counter: 7, createdAtUs: LATE_US };
        const late = account('b', { createdAtUs: LATE_US, name: `Zoë 無人機 '"; DROP TABLE accounts; -- <b>` });
        store.accounts.put(late);
        store.accounts.put(account('a', { passkeys: [{ ...passkey, lastUsedAtUs: LATE_US + 1 }, passkey] }));
        store.plugins.markUsed('b', 9);
        store.accounts.put({ ...late, enabled: false, role: 'admin', passwordHash: 'scrypt$1' });
        const later = reopened();
        assert.deepEqual(later.accounts.list(), [
          account('a', { passkeys: [{ ...passkey, lastUsedAtUs: LATE_US + 1 }, passkey] }),
          { ...late, enabled: false, role: 'admin', passwordHash: 'scrypt$1', lastUsedAtUs: 9 },
        ]);
        assert.deepEqual(later.plugins.list(), []);
      });

      it('take their sessions and links with them when removed, and only theirs', () => {
        store.plugins.put(plugin('p'));
        for (const id of ['a', 'b']) store.accounts.put(account(id));
        for (const id of ['a', 'b', 'p']) store.sessions.add(session(`of ${id}`, { pluginId: id }));
        store.watchLinks.put(watchLink('1', { pluginId: 'a' }));
        store.accounts.remove('a', 1);
        store.accounts.remove('p', 1);
        const later = reopened();
        assert.deepEqual(
          [later.accounts.list(), later.plugins.list(), later.sessions.list(), later.watchLinks.list()].map((list) =>
            list.map(({ id }) => id),
          ),
          [['b'], ['p'], ['of b', 'of p'], []],
        );
      });
    });

    describe('documents', () => {
      it('are kept by name, replaced and removed', () => {
        const { documents } = store;
        documents.set('a', '{"title":"<b> \'; DROP TABLE documents; --"}');
        documents.set('b', 'first');
        documents.set('b', 'second');
        documents.set('c', 'gone');
        documents.set('c', undefined);
        const later = reopened().documents;
        assert.deepEqual(
          ['a', 'b', 'c', 'never'].map((name) => later.get(name)),
          ['{"title":"<b> \'; DROP TABLE documents; --"}', 'second', undefined, undefined],
        );
      });
    });

    describe('links for watching', () => {
      beforeEach(() => store.plugins.put(plugin('a')));

      it('come back whole after a restart, oldest first, with what has happened to them', () => {
        store.watchLinks.put(
          watchLink('late', { createdAtUs: LATE_US, name: `Überwachung '"; DROP TABLE sessions; --` }),
        );
        store.watchLinks.put(watchLink('1'));
        const opened = watchLink('1', { lastOpenedAtUs: 5, revokedAtUs: 7 });
        store.watchLinks.put(opened);
        assert.deepEqual(
          reopened()
            .watchLinks.list()
            .map(({ id }) => id),
          ['1', 'late'],
        );
        assert.deepEqual(reopened().watchLinks.list()[0], opened);
      });

      it('take their sessions with them when removed, and only theirs, and go with their plugin', () => {
        for (const id of ['1', '2']) store.watchLinks.put(watchLink(id));
        store.sessions.add(session('of 1', { watchLinkId: '1' }));
        store.sessions.add(session('of 2', { watchLinkId: '2' }));
        store.sessions.add(session('own'));
        store.watchLinks.remove('1');
        const later = reopened();
        assert.deepEqual(
          later.sessions.list().map(({ id, watchLinkId }) => [id, watchLinkId]),
          [
            ['of 2', '2'],
            ['own', undefined],
          ],
        );
        later.plugins.remove('a');
        assert.deepEqual(later.watchLinks.list(), []);
      });

      it('of a plugin that is gone are not kept', () => {
        store.watchLinks.put(watchLink('1', { pluginId: 'gone' }));
        assert.deepEqual(store.watchLinks.list(), []);
      });
    });

    describe('notifications', () => {
      const put = (...records: NotificationRecord[]) => {
        for (const record of records) store.notifications.put(record);
      };

      it('come back whole after a restart', () => {
        const parameters = { plugin_name: 'Gate "2"', speed: 12.25, critical: true };
        put({ code: 10010, beginUs: LATE_US, endUs: LATE_US + 1, parameters }, { code: 2, beginUs: 3, parameters: {} });
        const { notifications } = reopened();
        assert.deepEqual(notifications.active(), [{ code: 2, beginUs: 3, parameters: {} }]);
        assert.deepEqual(notifications.endedBetween(LATE_US + 1, LATE_US + 2, 10), [
          { code: 10010, beginUs: LATE_US, endUs: LATE_US + 1, parameters },
        ]);
      });

      it('are active until they have an end, oldest first', () => {
        put(occurrence(2, 30), occurrence(1, 30), occurrence(9, 10), occurrence(3, 20, 25));
        put(occurrence(9, 10, 40));
        assert.deepEqual(store.notifications.active(), [occurrence(1, 30), occurrence(2, 30)]);
      });

      it('are one occurrence per code and begin', () => {
        put(occurrence(1, 10, 20), occurrence(1, 11, 20), occurrence(2, 10, 20), occurrence(1, 10, 21));
        const ended = store.notifications.endedBetween(0, 100, 10);
        assert.deepEqual(ended, [occurrence(2, 10, 20), occurrence(1, 11, 20), occurrence(1, 10, 21)]);
      });

      it('that ended are found from the first moment asked up to, and without, the last', () => {
        put(occurrence(1, 0, 9), occurrence(2, 0, 10), occurrence(3, 0, 19), occurrence(4, 0, 20), occurrence(5, 0));
        assert.deepEqual(store.notifications.endedBetween(10, 20, 10), [occurrence(2, 0, 10), occurrence(3, 0, 19)]);
        assert.deepEqual(store.notifications.endedBetween(20, 10, 10), []);
        assert.equal(store.notifications.endedBetween(Number.NEGATIVE_INFINITY, 21, 10).length, 4);
      });

      it('that are too many to give are the newest by end', () => {
        put(occurrence(1, 0, 30), occurrence(2, 0, 10), occurrence(3, 0, 20));
        assert.deepEqual(store.notifications.endedBetween(0, 99, 2), [occurrence(3, 0, 20), occurrence(1, 0, 30)]);
        assert.deepEqual(store.notifications.endedBetween(0, 99, 0), []);
      });

      it('that ended are found before a place between two of the same end', () => {
        put(
          occurrence(1, 0, 10),
          occurrence(2, 0, 20),
          occurrence(3, 0, 20),
          occurrence(4, 1, 20),
          occurrence(5, 0, 30),
        );
        const before = (code: number, beginUs: number) =>
          store.notifications.endedBetween(0, 99, 2, { endUs: 20, beginUs, code }).map((record) => record.code);
        assert.deepEqual(before(4, 1), [2, 3]);
        assert.deepEqual(before(3, 0), [1, 2]);
        assert.deepEqual(before(2, 0), [1]);
      });

      it('that ended before a moment are forgotten, active ones never', () => {
        put(occurrence(1, 0, 9), occurrence(2, 0, 10), occurrence(3, 0));
        store.notifications.forgetEndedBefore(10);
        const { notifications } = reopened();
        assert.deepEqual(notifications.endedBetween(0, 99, 10), [occurrence(2, 0, 10)]);
        assert.deepEqual(notifications.active(), [occurrence(3, 0)]);
      });
    });

    describe('pins', () => {
      const pin = (id: string, changes: Partial<PinRecord> = {}): PinRecord => ({
        id,
        name: 'Hydrant',
        kind: 'water',
        latDeg: 46.49979049123,
        lonDeg: -179.9999999,
        createdAtUs: 5,
        createdBy: 'first',
        ...changes,
      });

      it('come back whole after a restart, oldest first', () => {
        const late = pin('1', {
          createdAtUs: LATE_US,
          errorRadiusM: 1 / 3,
          name: `無人機 '"; DROP TABLE pins; -- <b>`,
        });
        store.pins.add(late);
        store.pins.add(pin('2'));
        assert.deepEqual(reopened().pins.list(), [pin('2'), late]);
      });

      it('are gone when removed, and not missed when removed twice', () => {
        store.pins.add(pin('1'));
        store.pins.remove('1');
        store.pins.remove('1');
        assert.deepEqual(reopened().pins.list(), []);
      });
    });

    describe('counters', () => {
      it('are unknown until they are set', () => assert.equal(store.counters.get('flight hours'), undefined));

      it('keep whole and broken numbers exactly over a restart', () => {
        store.counters.set('time', LATE_US);
        store.counters.set('hours', 1 / 3);
        store.counters.set('hours', 0.1 + 0.2);
        assert.equal(reopened().counters.get('time'), LATE_US);
        assert.equal(subject.reopen().counters.get('hours'), 0.1 + 0.2);
      });
    });
  });
}

function plugin(id: string, changes: Partial<PluginRecord> = {}): PluginRecord {
  const scopes = ['read', 'control'] as const;
  return {
    id,
    name: `plugin ${id}`,
    scopes,
    enabled: true,
    epoch: 1,
    keyHash: `hash of ${id}`,
    createdAtUs: 1,
    ...changes,
  };
}

function account(id: string, changes: Partial<AccountRecord> = {}): AccountRecord {
  const known = { role: 'pilot', enabled: true, epoch: 1, passkeys: [], createdAtUs: 1 } as const;
  return { id, login: `login of ${id}`, name: `Account ${id}`, ...known, ...changes };
}

function session(id: string, changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id,
    pluginId: 'a',
    epoch: 1,
    scopes: ['read'],
    tokenHash: `hash of ${id}`,
    tokenHint: 'abc',
    createdAtUs: 1,
    validUntilUs: 2,
    ...changes,
  };
}

function watchLink(id: string, changes: Partial<WatchLinkRecord> = {}): WatchLinkRecord {
  return {
    id,
    name: `link ${id}`,
    pluginId: 'a',
    secretHash: `hash of ${id}`,
    createdAtUs: 1,
    validUntilUs: 2,
    ...changes,
  };
}

const occurrence = (code: number, beginUs: number, endUs?: number): NotificationRecord =>
  endUs === undefined ? { code, beginUs, parameters: {} } : { code, beginUs, endUs, parameters: {} };
