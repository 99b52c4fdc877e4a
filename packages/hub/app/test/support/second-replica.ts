import { join } from 'node:path';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { inboxPrefix } from '@kitestring/hub-contract/subjects.ts';
import { type NatsConnection, wsconnect } from '@nats-io/nats-core';
import { openHubKeys } from '../../src/identity/hub-keys.ts';
import { scopedUserJwt } from '../../src/identity/nats-jwt.ts';
import type { HubProcess } from './hub-process.ts';

const PATIENCE_MS = 180_000;

/** A connection to the broker of a hub with the rights of another replica of it, which gives up no request because this process was held up. */
export async function connectReplica({ brokerUrl, dataDir }: HubProcess): Promise<NatsConnection> {
  const keys = openHubKeys(join(dataDir, 'keys'), { mayMake: false });
  const user = Nkey.make('user');
  const name = 'hubsecondreplica';
  const jwt = scopedUserJwt(keys.hubSigning, {
    user: user.publicKey,
    name,
    account: keys.account.publicKey,
    issuedS: Math.floor(Date.now() / 1000),
  });
  const connection = await wsconnect({
    servers: brokerUrl,
    name,
    inboxPrefix: inboxPrefix(name),
    authenticator: (nonce = '') => ({
      jwt,
      nkey: user.publicKey,
      sig: user.sign(Buffer.from(nonce)).toString('base64url'),
    }),
  });
  const { request } = connection;
  connection.request = (subject, payload, options) =>
    request.call(connection, subject, payload, options && { ...options, timeout: PATIENCE_MS });
  return connection;
}
