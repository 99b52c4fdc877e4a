import { randomBytes } from 'node:crypto';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { inboxPrefix } from '@kitestring/hub-contract/subjects.ts';
import { connect, type NatsConnection, type ReconnectToServerHandler } from '@nats-io/transport-node';
import { HubFault } from '../hub-fault.ts';
import type { HubKeys } from '../identity/hub-keys.ts';
import { scopedUserJwt, systemUserJwt } from '../identity/nats-jwt.ts';
import { checkNatsTls } from './check-nats-tls.ts';
import type { NatsTls } from './nats-tls.ts';

/** Interval between attempts to reach the broker. */
const RECONNECT_MS = 250;
/** The connection that pushes claims is needed only briefly. */
const SYSTEM_USER_S = 60;
const PUSH_TIMEOUT_MS = 5000;
/**
 * A node without power is silent: after 4 to 6 s another one is dialled, about when a cluster has a new leader. The
 * library would wait four to six minutes.
 */
const PING_EVERY_MS = 2000;
const PINGS_UNANSWERED_MAX = 2;
/** Handshake with one node; on a busy machine it takes a second. */
const DIAL_TIMEOUT_MS = 10_000;

/** How this hub reaches its broker. */
export interface BrokerAddress {
  /** For example `127.0.0.1:4222`, `tls://n1.example:4222`. */
  readonly servers: readonly string[];
  /** Undefined: without TLS. */
  readonly tls: NatsTls | undefined;
}

interface BrokerOptions {
  readonly keys: HubKeys;
  readonly broker: BrokerAddress;
  readonly nowMs: () => number;
}

/** Name of this process among the replicas of the hub. */
export const newReplicaName = (): string => `hub${randomBytes(6).toString('hex')}`;

/** Connects as a replica of the hub; reconnects without limit. Its key exists only in this process. @throws HubFault */
export async function connectHub({ broker, keys, name, nowMs }: BrokerOptions & { readonly name: string }) {
  const user = Nkey.make('user');
  const issuedS = Math.floor(nowMs() / 1000);
  const jwt = scopedUserJwt(keys.hubSigning, {
    user: user.publicKey,
    name,
    account: keys.account.publicKey,
    issuedS,
  });
  if (broker.tls !== undefined) await checkNatsTls(broker.servers, broker.tls);
  try {
    return await connect({
      ...connectOptions(broker),
      name,
      inboxPrefix: inboxPrefix(name),
      authenticator: authenticator(user, jwt),
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: PINGS_UNANSWERED_MAX,
      timeout: DIAL_TIMEOUT_MS,
      reconnectToServer: longestNotDialled,
      // A starting server may not know its accounts for a moment.
      ignoreAuthErrorAbort: true,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubFault(
      'ENGINE_UNREACHABLE',
      `the nats-servers ${broker.servers.join(', ')} do not take this hub (${reason}): check that one runs, with the configuration of "kitestring hub engine config" and the keys of this hub`,
      cause,
    );
  }
}

/** The library would first dial the node that has just become silent, and wait for the full timeout of a handshake. */
const longestNotDialled: ReconnectToServerHandler = (servers) =>
  servers.toSorted((a, b) => a.lastConnect - b.lastConnect)[0] ?? null;

const connectOptions = ({ servers, tls }: BrokerAddress) => ({
  servers: [...servers],
  // Otherwise a server without TLS would be used unencrypted.
  ...(tls !== undefined && { tls }),
});

/** Sends a new version of the account's token to the broker, which disconnects revoked stations at once. */
export const pushAccount = (options: BrokerOptions, jwt: string): Promise<void> =>
  withSystemAccount(options, async (connection) => {
    const reply = await connection.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: PUSH_TIMEOUT_MS });
    const { error } = reply.json<{ error?: { description?: string } }>();
    if (error !== undefined)
      throw new Error(`the broker refused the account: ${error.description ?? 'no reason given'}`);
  });

/** Runs a function with a connection of the system account, and closes it afterwards. */
export async function withSystemAccount<T>(
  { broker, keys, nowMs }: BrokerOptions,
  work: (connection: NatsConnection) => Promise<T>,
): Promise<T> {
  const user = Nkey.make('user');
  const issuedS = Math.floor(nowMs() / 1000);
  const userJwt = systemUserJwt(keys.systemAccount, user.publicKey, issuedS, issuedS + SYSTEM_USER_S);
  const connection = await connect({
    ...connectOptions(broker),
    name: 'hub-identity',
    authenticator: authenticator(user, userJwt),
    reconnect: false,
    timeout: PUSH_TIMEOUT_MS,
  });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Signs the server's nonce with Node's own Ed25519: that of the library takes a hundred times as long. */
const authenticator = (user: Nkey, jwt: string) => (nonce?: string) => ({
  jwt,
  nkey: user.publicKey,
  sig: nonce === undefined ? '' : user.sign(Buffer.from(nonce)).toString('base64url'),
});
