import type { IncomingHttpHeaders } from 'node:http';
import { CONNECTION_COOKIE } from '@kitestring/contract/subscriptions/operations.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import type { Failure, Outcome } from '../http/route.ts';
import { TAKEN_OVER } from '../http/route.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { type Feeds, feedNamed } from './topic-names.ts';
import type { WebSocketCall, WebSocketDoor } from './web-socket-door.ts';

export interface SubscriptionsParts {
  readonly feeds: Feeds;
  readonly connections: Connections;
  readonly door: WebSocketDoor;
}

/** What a client can do with topics: open a WebSocket on one, add more to it, take them away. */
export class Subscriptions {
  readonly #parts: SubscriptionsParts;

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts;
  }

  open(topic: string, call: WebSocketCall): Outcome {
    const { connections, door, feeds } = this.#parts;
    const feed = feedNamed(topic, feeds);
    if ('refusal' in feed) return feed;
    const closed = door.refusalOf(call);
    if (closed !== undefined) return closed;
    door.open(call, 'named', (connection) => connections.subscribe(connection, feed));
    return TAKEN_OVER;
  }

  add(topic: string, call: WebSocketCall): Outcome {
    return this.#change(topic, call, (connection, feed) => this.#parts.connections.subscribe(connection, feed));
  }

  /** Taking away a topic that the WebSocket does not have changes nothing. */
  remove(topic: string, call: WebSocketCall): Outcome {
    return this.#change(topic, call, (connection, feed) => this.#parts.connections.unsubscribe(connection, feed));
  }

  #change(
    topic: string,
    { caller, request }: WebSocketCall,
    change: (connection: Connection, feed: Exclude<ReturnType<typeof feedNamed>, Failure>) => void,
  ): Outcome {
    const feed = feedNamed(topic, this.#parts.feeds);
    if ('refusal' in feed) return feed;
    const id = connectionIdOf(request.raw.headers);
    if (id === undefined) return refuse('INVALID_CONNECTION', 'the cookie connection is missing');
    const connection = this.#parts.connections.get(id);
    if (connection === undefined) return refuse('INVALID_CONNECTION', 'the cookie connection names no open WebSocket');
    if (connection.sessionId !== caller.sessionId) {
      return refuse('CONNECTION_OF_ANOTHER_SESSION', 'the WebSocket was opened by another session');
    }
    change(connection, feed);
    return { ok: true, value: undefined };
  }
}

const COOKIE = new RegExp(`(?:^|;)\\s*${CONNECTION_COOKIE}=\\s*"?websocket(?::|%3A)([0-9a-fA-F-]{36})"?\\s*(?:;|$)`);

/** The id in `connection=websocket:<id>`; some cookie jars quote or encode the value. */
function connectionIdOf({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  return COOKIE.exec(cookie)?.[1]?.toLowerCase();
}
