import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { isBrokerNonce } from '@kitestring/hub-contract/signed-texts.ts';
import { inboxPrefix } from '@kitestring/hub-contract/subjects.ts';
import { type Authenticator, type NatsConnection, wsconnect } from '@nats-io/nats-core';
import WebSocket from 'ws';
import type { HubIdentity } from '../identity/credentials-file.ts';
import { certificateAdvice } from './hub-ca.ts';

/** A station with beats detects a lost connection by them; this is for quarantined stations and others. Every ping of thousands of stations costs. */
const PING_MS = 60_000;
const PINGS_UNANSWERED_MAX = 1;
const DIAL_TIMEOUT_MS = 10_000;
/** Above the broker’s limit of a message, including headers. */
const FRAME_BYTES_MAX = 4 * 1024 * 1024;

/** A connection of a station to the broker. */
export interface BrokerConnection extends NatsConnection {
  /** Ends the connection at once. `close` would wait for a silent broker to receive all bytes and to reply. */
  drop(): void;
  /** Resolves once the broker has answered; rejects when the connection ends before, in which case `flush` would never settle. */
  roundTrip(): Promise<void>;
}

/**
 * One connection to one broker node, over a WebSocket. It does not reconnect: the link dials again, because each
 * connection begins with a greeting.
 */
export async function dial(identity: HubIdentity, server: string): Promise<BrokerConnection> {
  const { ca, sid } = identity.credentials;
  let fault: Error | undefined;
  let socket: WebSocket | undefined;
  const connecting = wsconnect({
    servers: server,
    name: sid,
    authenticator: authenticator(identity),
    inboxPrefix: inboxPrefix(sid),
    reconnect: false,
    ignoreClusterUpdates: true,
    timeout: DIAL_TIMEOUT_MS,
    pingInterval: PING_MS,
    maxPingOut: PINGS_UNANSWERED_MAX,
    wsFactory: () => {
      socket = webSocket(server, ca);
      socket.on('error', (error) => {
        fault = error;
      });
      // It has everything of the browser’s WebSocket that the library uses.
      const used = socket as unknown as globalThis.WebSocket;
      return Promise.resolve({ socket: used, encrypted: server.startsWith('wss:') });
    },
  });
  const connection = await connecting.catch((error: unknown) => {
    // The library reports every fault of a WebSocket as "connection refused".
    throw fault === undefined ? error : new Error(certificateAdvice(fault) ?? fault.message, { cause: fault });
  });
  return Object.assign(connection, { drop: () => socket?.terminate(), roundTrip: roundTrips(connection) });
}

function roundTrips(connection: NatsConnection): () => Promise<void> {
  const open = new Set<(fault: Error) => void>();
  void connection.closed().then((fault) => {
    for (const reject of open) reject(fault instanceof Error ? fault : new Error('the connection has ended'));
  });
  return () => {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    open.add(reject);
    connection.flush().then(resolve, reject);
    return promise.finally(() => open.delete(reject));
  };
}

/** The certificates of the enrolment replace the public authorities. */
const webSocket = (url: string, ca: string | undefined): WebSocket =>
  new WebSocket(url, {
    perMessageDeflate: false,
    handshakeTimeout: DIAL_TIMEOUT_MS,
    maxPayload: FRAME_BYTES_MAX,
    ...(ca !== undefined && { ca }),
  });

/** Signs the broker’s nonce with node:crypto: the library blocks the flight loop for 16 ms or more. */
function authenticator({ credentials: { jwt }, seed }: HubIdentity): Authenticator {
  const key = Nkey.fromSeed(seed, 'user');
  return (nonce = '') => {
    // The same key signs segments: a broker must not be able to have a segment signed as its nonce.
    if (!isBrokerNonce(nonce)) throw new Error('the broker asks to sign what is no nonce');
    return { jwt, nkey: key.publicKey, sig: key.sign(Buffer.from(nonce)).toString('base64url') };
  };
}

/** Whether the broker refuses the credentials. */
export function isAuthorizationFault(fault: unknown): boolean {
  return fault instanceof Error && ['AuthorizationError', 'UserAuthenticationExpiredError'].includes(fault.name);
}
