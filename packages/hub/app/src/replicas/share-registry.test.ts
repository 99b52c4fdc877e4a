import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Database } from '../database/database.ts';
import { Rights } from '../people/rights.ts';
import { ReplicaNews } from './replica-news.ts';
import { shareRegistry } from './share-registry.ts';

/** Turns of the event loop in which everything that follows from a message is done. */
const TURNS = 50;

it('tells two other replicas of a change of rights once each, and finds what was not told within 5 s', async () => {
  const clock = new VirtualClock();
  const subscribers: { subject: RegExp; callback: (error: null, message: object) => void }[] = [];
  const published: string[] = [];
  let isLost = false;
  const connection = {
    isClosed: () => false,
    publish: (subject: string, text: string) => {
      published.push(subject);
      const message = { subject, data: Buffer.from(text), string: () => text };
      for (const one of subscribers) {
        if (!isLost && one.subject.test(subject)) queueMicrotask(() => one.callback(null, message));
      }
    },
    subscribe: (subject: string, { callback }: { callback: (error: null, message: object) => void }) => {
      subscribers.push({ subject: new RegExp(`^${subject.replaceAll('*', '[^.]+')}$`), callback });
    },
  } as unknown as NatsConnection;
  const bindings: object[] = [];
  const query = async (sql: string) => (sql.includes('FROM role_binding') ? [...bindings] : []);
  const database = { query } as unknown as Database;
  const stations = { load: async () => undefined, list: () => [], onChange: () => {} };
  const apiKeys = { follow: async () => {}, onChange: () => {} };
  const replicas = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const rights = await Rights.open(database);
      shareRegistry({
        rights,
        clock,
        news: new ReplicaNews(connection, name, SILENT_LOG),
        log: SILENT_LOG,
        hasReplicas: true,
        onRevoked: () => {},
        stations,
        apiKeys,
      } as never);
      return rights;
    }),
  );
  const [first = assert.fail()] = replicas;
  const roles = (rights: Rights) => rights.ofClaims(['pilots']).map(({ role }) => role);
  const settled = async () => {
    for (let passed = 0; passed < TURNS; passed += 1) await turn();
  };
  bindings.push({ id: 'r', role: 'operator', created_ms: 1, claim: 'pilots', key_id: null, group_id: null });
  await first.bindings.reload();
  first.changed();
  await settled();
  assert.deepEqual(replicas.map(roles), [['operator'], ['operator'], ['operator']]);
  assert.equal(published.length, 1, 'no replica answers the news of another one');

  isLost = true;
  bindings.length = 0;
  await first.bindings.reload();
  first.changed();
  await settled();
  assert.deepEqual(replicas.map(roles), [[], ['operator'], ['operator']]);
  clock.advance(5);
  await settled();
  assert.deepEqual(replicas.map(roles), [[], [], []]);
  assert.equal(published.length, 2);
});
