import { BUCKETS } from '@kitestring/hubcontract/streams.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import { Bucket } from './bucket.ts';
import type { OidcIdentity } from './oidc-provider.ts';

/** A person who is signed in by the provider. */
export interface SignedInPerson extends Omit<OidcIdentity, 'refreshToken'> {
  readonly id: string;
  /** Refresh token, which only the cookie opens. */
  readonly sealed?: string;
  /** When the provider was last asked about the person, or is being asked. */
  readonly askedMs: number;
}

/** How it was opened: exactly one of these. */
export interface SignInBy {
  /** API key. */
  readonly keyId?: string;
  /** By a link for administrators. */
  readonly isLink?: true;
  readonly person?: SignedInPerson;
}

/** A sign-in as every replica of the hub sees it. Times: Unix milliseconds. */
export interface HubSessionRecord extends SignInBy {
  readonly v: 1;
  /** Id without any right, for connections and quotas. */
  readonly id: string;
  readonly openedMs: number;
  /** Last use, noted once a minute. */
  readonly usedMs: number;
}

export interface StoredSession {
  readonly record: HubSessionRecord;
  readonly revision: number;
}

/** Sign-ins in a bucket of the broker, by the hash of their cookie: any replica serves any of them. */
export class HubSessionStore {
  readonly #bucket: Bucket;

  /** @param isConnected whether the broker is there: without it requests fail at once */
  constructor(connection: NatsConnection, isConnected: () => boolean, replicas = 1) {
    this.#bucket = new Bucket({ connection, isConnected, replicas, plan: BUCKETS.SIGNINS });
  }

  /** @throws StoreFault when the broker is away */
  get(key: string): Promise<StoredSession | undefined> {
    return this.#bucket.use(async (bucket) => {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') return undefined;
      return { record: entry.json<HubSessionRecord>(), revision: entry.revision };
    });
  }

  /** @throws StoreFault when the broker is away, or the bucket is full */
  async add(key: string, record: HubSessionRecord): Promise<StoredSession> {
    return { record, revision: await this.#bucket.use((bucket) => bucket.put(key, JSON.stringify(record))) };
  }

  /** Never brings a removed one back. @returns undefined when another replica was faster */
  async replace(
    key: string,
    { revision }: StoredSession,
    record: HubSessionRecord,
  ): Promise<StoredSession | undefined> {
    try {
      const bucket = await this.#bucket.open();
      return { record, revision: await bucket.update(key, JSON.stringify(record), revision) };
    } catch {
      return undefined;
    }
  }

  /** @throws StoreFault when the broker is away */
  remove(key: string): Promise<void> {
    return this.#bucket.use((bucket) => bucket.purge(key));
  }

  /** Every one of them. @throws StoreFault when the broker is away */
  all(): Promise<readonly (readonly [key: string, record: HubSessionRecord])[]> {
    return this.#bucket.use(async (bucket) => {
      const found: (readonly [string, HubSessionRecord])[] = [];
      for await (const entry of await bucket.history()) {
        if (entry.operation === 'PUT') found.push([entry.key, entry.json<HubSessionRecord>()]);
      }
      return found;
    });
  }
}
