import { BUCKETS } from '@kitestring/hubcontract/streams.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import { Bucket } from './bucket.ts';
import type { OidcFlow } from './oidc-provider.ts';
import { newSecret, recordKeyOf } from './session-cookie.ts';

export interface BegunSignIn extends OidcFlow {
  readonly returnTo: string;
}

/** Sign-ins that have begun, each bound to the browser by a cookie, and finished once. */
export class SignInFlows {
  readonly #bucket: Bucket;

  constructor(connection: NatsConnection, isConnected: () => boolean, replicas = 1) {
    this.#bucket = new Bucket({ connection, isConnected, replicas, plan: BUCKETS.SIGN_IN_FLOWS });
  }

  /** @returns the secret for the cookie @throws StoreFault when the broker is away */
  async begin(flow: BegunSignIn): Promise<string> {
    const secret = newSecret();
    await this.#bucket.use((bucket) => bucket.put(recordKeyOf(secret), JSON.stringify(flow)));
    return secret;
  }

  /** The sign-in of this browser; undefined when there is none, any more. @throws StoreFault when the broker is away */
  finish(secret: string): Promise<BegunSignIn | undefined> {
    const key = recordKeyOf(secret);
    return this.#bucket.use(async (bucket) => {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') return undefined;
      // One of two who finish it at the same moment.
      await bucket.purge(key, { previousSeq: entry.revision });
      return entry.json<BegunSignIn>();
    });
  }
}
