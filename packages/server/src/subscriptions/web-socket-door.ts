/** Where requests become WebSockets, as many as a session may have. */

import { ENVELOPE_SUBPROTOCOL } from '@kitestring/contract/subscriptions/subprotocols.ts';
import { contain, type OnBug } from '@kitestring/station/containment.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { CallerCall, Failure } from '../http/route.ts';
import { CLOSE, Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Upgrades } from './upgrades.ts';

/** Seconds after which a client with too many WebSockets may try again; closing one takes it less. */
const FULL_RETRY_S = 5;

export interface WebSocketDoorParts {
  readonly connections: Connections;
  readonly upgrades: Upgrades;
  readonly wall: Clock;
  readonly newId: () => string;
  readonly webSocketsPerSession: number;
  readonly onBug: OnBug;
}

export type WebSocketCall = Pick<CallerCall, 'caller' | 'request' | 'reply'>;

/** Whether the answer sets the cookie by which other requests name the WebSocket. */
export type Naming = 'named' | 'nameless';

export class WebSocketDoor {
  readonly #parts: WebSocketDoorParts;

  constructor(parts: WebSocketDoorParts) {
    this.#parts = parts;
  }

  /** Why this request cannot become one; undefined where it can. */
  refusalOf({ caller, request }: WebSocketCall): Failure | undefined {
    const { connections, upgrades, webSocketsPerSession } = this.#parts;
    if (!upgrades.isAskedBy(request.raw)) return UPGRADE_REQUIRED;
    return connections.countOf(caller.sessionId) >= webSocketsPerSession ? tooMany(webSocketsPerSession) : undefined;
  }

  /** @param opened called at once, unless the handshake is wrong */
  open({ caller, reply }: WebSocketCall, naming: Naming, opened: (connection: Connection) => void): void {
    const { connections, newId, onBug, upgrades, wall } = this.#parts;
    const id = newId();
    const { sessionId } = caller;
    upgrades.accept(reply, naming === 'named' ? id : undefined, ({ webSocket, socket }) => {
      const isEnveloped = webSocket.protocol === ENVELOPE_SUBPROTOCOL;
      const connection = new Connection({ id, sessionId, isEnveloped, webSocket, socket, wall });
      connections.add(connection);
      // The 101 is out: there is no answer left that could say it.
      const ended: OnBug = (bug, place) => {
        onBug(bug, place);
        connection.close(CLOSE.internalError, 'internal error');
      };
      contain('subscription', ended, () => opened(connection));
    });
  }
}

const UPGRADE_REQUIRED: Failure = {
  refusal: { code: 'UPGRADE_REQUIRED', message: 'this path speaks WebSocket only; connect with a WebSocket client' },
  headers: ['Upgrade', 'websocket', 'Connection', 'Upgrade'],
};

const tooMany = (most: number): Failure => ({
  refusal: {
    code: 'TOO_MANY_CONNECTIONS',
    message: `the session has ${most} WebSockets open, which is the most it may have`,
  },
  headers: ['Retry-After', String(FULL_RETRY_S)],
});
