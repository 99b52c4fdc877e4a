import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import type { Database } from '../../src/database/database.ts';
import type { SignedInPerson, SignInBy } from '../../src/people/hub-session-store.ts';
import { Persons } from '../../src/people/persons.ts';
import { type DatabaseFixture, NOW_MS } from './database-fixture.ts';
import { granted } from './granted.ts';
import { type TestReplica, TestReplicas } from './test-replicas.ts';

/** PGlite has one transaction at a time. */
const rounds = ({ text }: Database): number => (text.startsWith('PGlite') ? 2 : 10);
/** Sign-ins of whom is ended, and of others, that are opened meanwhile. */
const OPENED = 12;
const TURNS_MAX = 40;
const ISSUER = 'https://login.test';

/** Ends of sign-ins at the very moment in which further ones are opened, used and renewed, at two replicas. */
export function revocationTests(fixture: () => DatabaseFixture): void {
  for (const what of ['an API key', 'a person', 'a sign-out of a person', 'a sign-out of a session'] as const) {
    it(`leaves no sign-in of before at any replica after ${what} was ended, and ends no other`, async (t) => {
      const { database } = fixture();
      const seed = Date.now() % 2 ** 31;
      t.diagnostic(`seed ${seed}`);
      const random = new UniformStream(seed);
      const persons = new Persons(database);
      for (let round = 0; round < rounds(database); round += 1) {
        const replicas = new TestReplicas();
        replicas.areMessagesLost = random.uniform() < 0.5;
        const renew = async (person: SignedInPerson) => ({ ...person, claims: ['renewed'] });
        const both = [await replicas.add(database, renew), await replicas.add(database, renew)] as const;
        const [here] = both;
        const newKey = async () =>
          granted(await here.keys.add({ name: 'desk', role: 'viewer', groupId: undefined, createdMs: NOW_MS })).key.id;
        const [keyId, otherKey] = [await newKey(), await newKey()];
        /** Opens one as far as the provider or the key has let it in, and the rest later. */
        const affirmed = async (replica: TestReplica, isMeant: boolean) => {
          if (what === 'an API key') {
            return () => replica.sessions.open(() => ({ keyId: isMeant ? keyId : otherKey }));
          }
          const lastSignOut = await replica.sessions.lastSignOut();
          const subject = isMeant || what === 'a sign-out of a session' ? `anna ${seed}` : `berta ${seed}`;
          const identity = { issuer: ISSUER, subject, name: subject, claims: [], oidcSid: isMeant ? 'one' : 'other' };
          const id = await persons.seen(identity, NOW_MS);
          // The provider is to be asked again at once.
          const person = { ...identity, id, sealed: 'x', askedMs: replicas.nowMs - 3_600_000 };
          return () => replica.sessions.open((): SignInBy => ({ person }), lastSignOut);
        };
        const end = async (): Promise<unknown> => {
          if (what === 'an API key') return here.keys.remove(keyId);
          const subject = `anna ${seed}`;
          if (what === 'a sign-out of a person') return here.sessions.signOut({ issuer: ISSUER, subject });
          if (what === 'a sign-out of a session') return here.sessions.signOut({ issuer: ISSUER, oidcSid: 'one' });
          const person = (await persons.list(1000)).find((one) => one.subject === subject);
          return here.sessions.haveEnded((await persons.erase(person?.id ?? '')) ?? assert.fail('no person'));
        };
        const secrets = { meant: new Set<string>(), other: new Set<string>() };
        const kinds = Array.from({ length: OPENED }, (_, index) =>
          index % 3 === 0 ? ('other' as const) : ('meant' as const),
        );
        const begun = await Promise.all(
          kinds.map(async (kind) => ({ kind, open: await affirmed(random.pick(both), kind === 'meant') })),
        );
        const atSomeTime = async (work: () => Promise<unknown>) => {
          for (let turns = random.below(TURNS_MAX); turns > 0; turns -= 1) await new Promise(setImmediate);
          await work();
        };
        const use = async () => {
          for (const secret of [...secrets.meant, ...secrets.other]) await random.pick(both).recognise(secret);
        };
        await Promise.all([
          ...begun.map(({ kind, open }) =>
            atSomeTime(async () => {
              const opened = await open();
              if (opened !== undefined) secrets[kind].add(opened.secret);
              assert.ok(opened !== undefined || kind === 'meant', `seed ${seed}`);
            }),
          ),
          ...[atSomeTime(use), atSomeTime(use), atSomeTime(end)],
        ]);
        if (replicas.areMessagesLost) await both[1].sessions.readAgain();
        // For a removed key the others get another message.
        if (what === 'an API key') for (const { sessions } of both) await sessions.readAgain();
        for (const [kind, expected] of [
          ['meant', 'ended'],
          ['other', 'session'],
        ] as const) {
          for (const secret of secrets[kind]) {
            const found = await Promise.all(both.map(({ recognise }) => recognise(secret)));
            assert.deepEqual(
              found.map((one) => one?.kind),
              [expected, expected],
              `seed ${seed} round ${round}: ${kind}`,
            );
          }
        }
        // A new one is another matter.
        const again = await (await affirmed(random.pick(both), true))();
        assert.equal(again === undefined, what === 'an API key', `seed ${seed}`);
        await database.query('DELETE FROM sign_in');
        await database.query('DELETE FROM api_key WHERE id = ANY ($1)', [[keyId, otherKey]]);
      }
    });
  }
}
