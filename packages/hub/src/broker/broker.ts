import { randomBytes } from 'node:crypto';
import { Nkey } from '@kitestring/hubcontract/nkey.ts';
import { inboxPrefix } from '@kitestring/hubcontract/subjects.ts';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { HubKeys } from '../identity/hub-keys.ts';
import { scopedUserJwt, systemUserJwt } from '../identity/nats-jwt.ts';

/** Between two attempts to reach the broker. */
const RECONNECT_MS = 250;
/** The connection that pushes claims is needed for moments only. */
const SYSTEM_USER_S = 60;
const PUSH_TIMEOUT_MS = 5000;
/** The server's default of two minutes is too long to notice a frozen broker. */
const PING_EVERY_MS = 10_000;

interface BrokerOptions {
  readonly keys: HubKeys;
  /** `127.0.0.1:4222`. */
  readonly server: string;
  readonly nowMs: () => number;
}

/** Connects as a replica of the hub; dials again for ever. Its key lives in this process only. */
export function connectHub({ keys, nowMs, server }: BrokerOptions): Promise<NatsConnection> {
  const user = Nkey.make('user');
  const name = `hub${randomBytes(6).toString('hex')}`;
  const issuedS = Math.floor(nowMs() / 1000);
  const jwt = scopedUserJwt(keys.hubSigning, {
    ...{ user: user.publicKey, name, account: keys.account.publicKey, issuedS },
  });
  return connect({
    servers: server,
    name,
    inboxPrefix: inboxPrefix(name),
    authenticator: authenticatorOf(user, jwt),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_EVERY_MS,
    // The server may forget its accounts for a moment while it starts.
    ignoreAuthErrorAbort: true,
  });
}

/** Hands a new version of the account's token to the broker, which cuts the links of revoked stations at once. */
export async function pushAccount({ keys, nowMs, server }: BrokerOptions, jwt: string): Promise<void> {
  const user = Nkey.make('user');
  const issuedS = Math.floor(nowMs() / 1000);
  const userJwt = systemUserJwt(keys.systemAccount, user.publicKey, issuedS, issuedS + SYSTEM_USER_S);
  const connection = await connect({
    ...{ servers: server, name: 'hub-identity', authenticator: authenticatorOf(user, userJwt), reconnect: false },
    timeout: PUSH_TIMEOUT_MS,
  });
  try {
    const reply = await connection.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: PUSH_TIMEOUT_MS });
    const { error } = reply.json<{ error?: { description?: string } }>();
    if (error !== undefined)
      throw new Error(`the broker refused the account: ${error.description ?? 'no reason given'}`);
  } finally {
    await connection.close();
  }
}

/** Signs the server's nonce with Node's own Ed25519: the library's takes a hundred times as long. */
const authenticatorOf = (user: Nkey, jwt: string) => (nonce?: string) => ({
  jwt,
  nkey: user.publicKey,
  sig: nonce === undefined ? '' : user.sign(Buffer.from(nonce)).toString('base64url'),
});
