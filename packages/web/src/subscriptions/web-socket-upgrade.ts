/** Upgrades requests to WebSockets, within the limit per session. */

import type { Socket } from 'node:net';
import type { Clock } from '@kitestring/base/clock.ts';
import { contain, type OnBug } from '@kitestring/base/containment.ts';
import { clientNamesOf } from '@kitestring/station-contract/auth/caller.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { refusal } from '@kitestring/station-contract/refusal.ts';
import { CONNECTION_COOKIE } from '@kitestring/station-contract/subscriptions/operations.ts';
import { ENVELOPE_SUBPROTOCOL } from '@kitestring/station-contract/subscriptions/subprotocols.ts';
import { type CallerInput, type RefusalAnswer, TAKEN_OVER } from '../http/route.ts';
import type { MessageFilter } from '../traffic/traffic-filter.ts';
import type { TrafficObserver } from '../traffic/traffic-observer.ts';
import { CLOSE, Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Upgrades } from './upgrades.ts';

/** Retry time for a session with too many WebSockets, seconds; closing one takes less. */
const FULL_RETRY_S = 5;

interface WebSocketUpgradeDeps {
  readonly connections: Connections;
  readonly upgrades: Upgrades;
  readonly realTimeClock: Clock;
  readonly newId: () => string;
  readonly websocketsPerSession: number;
  readonly onBug: OnBug;
  /** Applied to every message; optional. */
  readonly filter?: MessageFilter | undefined;
  /** Told about every WebSocket; optional. */
  readonly observer?: TrafficObserver | undefined;
}

export type WebSocketCall = Pick<CallerInput, 'caller' | 'exchange'>;

interface OpenOptions {
  readonly operation: Operation;
  /** Whether the response sets the cookie by which other requests identify the WebSocket. */
  readonly naming: 'named' | 'nameless';
  /** Path of that cookie; the root when absent. */
  readonly cookiePath?: string;
}

export class WebSocketUpgrade {
  readonly #deps: WebSocketUpgradeDeps;

  constructor(deps: WebSocketUpgradeDeps) {
    this.#deps = deps;
  }

  /** @param opened called at once, unless the request cannot be upgraded */
  open(
    { caller, exchange }: WebSocketCall,
    options: OpenOptions,
    opened: (connection: Connection) => void,
  ): RefusalAnswer | typeof TAKEN_OVER {
    const { connections, filter, newId, observer, onBug, upgrades, realTimeClock, websocketsPerSession } = this.#deps;
    if (!upgrades.isAskedBy(exchange.request)) return UPGRADE_REQUIRED;
    if (connections.count(caller.sessionId) >= websocketsPerSession) return tooMany(websocketsPerSession);
    const { cookiePath = '/', naming, operation } = options;
    const id = newId();
    const { sessionId } = caller;
    const place = { operationId: operation.id, client: caller.callerName, clientNames: clientNamesOf(caller), filter };
    const cookie = naming === 'named' ? connectionCookie(id, cookiePath, exchange.isSecure) : undefined;
    const refused = upgrades.accept(exchange, cookie, ({ webSocket, socket }) => {
      const isEnveloped = webSocket.protocol === ENVELOPE_SUBPROTOCOL;
      const connection = new Connection({
        id,
        sessionId,
        isEnveloped,
        webSocket,
        socket: socket as Socket,
        realTimeClock,
        ...place,
      });
      observer?.opened(connection);
      connection.onEnd((code, by) => observer?.closed(connection, code, by));
      filter?.opened(connection);
      connections.add(connection);
      // The 101 has been sent: no response can report the error any more.
      const ended: OnBug = (bug, place) => {
        onBug(bug, place);
        connection.close(CLOSE.internalError, 'internal error');
      };
      contain('subscription', ended, () => opened(connection));
    });
    return refused ?? TAKEN_OVER;
  }
}

const connectionCookie = (id: string, path: string, isSecure: boolean): string =>
  `${CONNECTION_COOKIE}=websocket:${id}; Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

const UPGRADE_REQUIRED: RefusalAnswer = {
  refusal: refusal('UPGRADE_REQUIRED'),
  headers: ['Upgrade', 'websocket', 'Connection', 'Upgrade, close'],
};

const tooMany = (most: number): RefusalAnswer => ({
  refusal: refusal('TOO_MANY_CONNECTIONS.webSockets', { most }),
  headers: ['Retry-After', String(FULL_RETRY_S)],
});
