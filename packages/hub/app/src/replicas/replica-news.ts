import type { Log } from '@kitestring/base/log.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import Type, { type Static } from 'typebox';

/** Ends of sign-ins in one message; beyond that, others find out by themselves within seconds. */
export const SIGN_INS_TOLD_MAX = 1000;

/** Messages between replicas, by name. */
const NEWS = {
  /** The row of a station has changed. */
  station: Type.Object({ sid: Type.String() }),
  /** API keys were created or removed. */
  keys: Type.Object({}),
  /** Sign-ins have ended: the hashes of their cookies. */
  sign_ins: Type.Object({ keys: Type.Array(Type.String(), { maxItems: SIGN_INS_TOLD_MAX }) }),
  /** Groups, bindings of roles or upload policies have changed. */
  rights: Type.Object({}),
  /** The archive has every record of these epochs up to a number. */
  cursors: Type.Object({
    cursors: Type.Array(Type.Object({ sid: Type.String(), epoch: Type.String(), have: Type.Integer() })),
  }),
  /** Topics of a station that clients of a replica read. */
  want: Type.Object({
    sid: Type.String(),
    topics: Type.Array(Type.String(), { maxItems: LIMITS.wantedTopics }),
    ttlS: Type.Integer({ minimum: 1, maximum: LIMITS.wantTtlSMax }),
  }),
} as const;
type NewsKind = keyof typeof NEWS;

/** A message between replicas: at most the broker’s limit; a thousand cursors take some 60 kB. */
const NEWS_BYTES_MAX = 512 * 1024;

/** Messages between the replicas of a hub. They may be lost: each replica also reads the database periodically and after each loss of the broker. */
export class ReplicaNews {
  readonly #connection: NatsConnection;
  readonly #log: Log;
  /** Distinguishes its own messages from those of others. */
  readonly replica: string;

  constructor(connection: NatsConnection, replica: string, log: Log) {
    this.#connection = connection;
    this.replica = replica;
    this.#log = log;
  }

  tell<Kind extends NewsKind>(kind: Kind, news: Static<(typeof NEWS)[Kind]>): void {
    // A closed connection reaches no other replica.
    if (this.#connection.isClosed()) return;
    this.#connection.publish(SUBJECTS.administration(`${kind}.${this.replica}`), JSON.stringify(news));
  }

  /** Listens to messages of other replicas. */
  on<Kind extends NewsKind>(
    kind: Kind,
    take: (news: Static<(typeof NEWS)[Kind]>, replica: string) => void | Promise<void>,
  ): void {
    this.#connection.subscribe(SUBJECTS.administration(`${kind}.*`), {
      callback: (error, { data, subject }) => {
        const replica = subject.split('.').at(-1) ?? '';
        if (error !== null || replica === this.replica) return;
        const read = readMessage(NEWS[kind], data, NEWS_BYTES_MAX);
        if (!read.ok) {
          this.#log.warn({ replica, kind, fault: read.message }, 'a message of another replica is malformed');
          return;
        }
        Promise.resolve(take(read.value as Static<(typeof NEWS)[Kind]>, replica)).catch((fault: unknown) =>
          this.#log.warn(
            { err: fault, replica, kind },
            'a message of another replica could not be processed; its data will be read later',
          ),
        );
      },
    });
  }
}
