import { StoreFault } from '@kitestring/store/store-fault.ts';
import { jetstream } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';

/** A request of a person waits for the broker no longer than this. */
const TIMEOUT_MS = 2000;
/** The second one makes the bucket. */
const ATTEMPTS = 2;

interface BucketDeps {
  readonly connection: NatsConnection;
  /** Whether the broker is there: without it requests fail at once. */
  readonly isConnected: () => boolean;
  /** Copies of it. */
  readonly replicas: number;
  readonly plan: { readonly name: string; readonly ttlS: number; readonly maxBytes: number };
}

/** A key-value bucket of the broker, made when it is not there. */
export class Bucket {
  readonly #deps: BucketDeps;
  #opened: Promise<KV> | undefined;

  constructor(deps: BucketDeps) {
    this.#deps = deps;
  }

  open(): Promise<KV> {
    const { connection, plan, replicas } = this.#deps;
    this.#opened ??= new Kvm(jetstream(connection, { timeout: TIMEOUT_MS })).create(plan.name, {
      ttl: plan.ttlS * 1000,
      max_bytes: plan.maxBytes,
      history: 1,
      replicas,
      // A follower may not know yet what the leader has acknowledged.
      allow_direct: false,
    });
    return this.#opened;
  }

  /** A broker that has lost its store gets the bucket again, empty. @throws StoreFault when the broker is away, or the bucket is full */
  async use<T>(work: (bucket: KV) => Promise<T>): Promise<T> {
    let cause: unknown;
    for (let attempt = 0; attempt < ATTEMPTS && this.#deps.isConnected(); attempt += 1) {
      try {
        return await work(await this.open());
      } catch (error) {
        cause = error;
        this.#opened = undefined;
      }
    }
    throw new StoreFault('STORE_UNWRITABLE', 'the broker does not answer for the sign-ins', cause);
  }
}
