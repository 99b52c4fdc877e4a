import { Nkey } from '@kitestring/hubcontract/nkey.ts';
import { isBrokerNonce } from '@kitestring/hubcontract/signed-texts.ts';
import { inboxPrefix } from '@kitestring/hubcontract/subjects.ts';
import { type Authenticator, type NatsConnection, wsconnect } from '@nats-io/nats-core';
import WebSocket from 'ws';
import type { HubIdentity } from '../identity/credentials-file.ts';
import { certificateAdvice } from './hub-ca.ts';

/**
 * A station that beats watches the connection by its beats; this is for one that is quarantined, and for others. Each ping of thousands of
 * stations costs.
 */
const PING_MS = 60_000;
const PINGS_UNANSWERED_MAX = 1;
const DIAL_TIMEOUT_MS = 10_000;
/** Above the broker’s limit of a message, with its headers. */
const FRAME_BYTES_MAX = 4 * 1024 * 1024;

/** A connection of a station to the broker. */
export interface BrokerConnection extends NatsConnection {
  /** Ends it at once. `close` waits for a broker that is silent: until it has taken all bytes, and then for its word. */
  drop(): void;
  /** Resolves once the broker has answered; rejects when the connection ends before, where `flush` would stay open for ever. */
  roundTrip(): Promise<void>;
}

/**
 * One connection to one node of the broker, over a WebSocket. It does not reconnect by itself: the link dials again, for
 * each connection begins with a greeting.
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
      // It has all that the library uses of the WebSocket of browsers.
      const used = socket as unknown as globalThis.WebSocket;
      return Promise.resolve({ socket: used, encrypted: server.startsWith('wss:') });
    },
  });
  const connection = await connecting.catch((error: unknown) => {
    // The library says "connection refused" for every fault of a WebSocket.
    throw fault === undefined ? error : new Error(certificateAdvice(fault) ?? fault.message, { cause: fault });
  });
  return Object.assign(connection, { drop: () => socket?.terminate(), roundTrip: roundTripsOf(connection) });
}

function roundTripsOf(connection: NatsConnection): () => Promise<void> {
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

/** Signs the broker’s nonce by node:crypto: the library’s own way takes 16 ms and more of the flight loop. */
function authenticator({ credentials: { jwt }, seed }: HubIdentity): Authenticator {
  const key = Nkey.fromSeed(seed, 'user');
  return (nonce = '') => {
    // The same key signs segments: a broker must not have one of those signed as its nonce.
    if (!isBrokerNonce(nonce)) throw new Error('the broker asks to sign what is no nonce');
    return { jwt, nkey: key.publicKey, sig: key.sign(Buffer.from(nonce)).toString('base64url') };
  };
}

/** Whether the broker has refused the credentials, or no longer takes them. */
export function isAuthorizationFault(fault: unknown): boolean {
  return fault instanceof Error && ['AuthorizationError', 'UserAuthenticationExpiredError'].includes(fault.name);
}
