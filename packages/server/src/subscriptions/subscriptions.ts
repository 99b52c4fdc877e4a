import type { IncomingHttpHeaders } from 'node:http';
import { CONNECTION_COOKIE } from '@kitestring/contract/subscriptions/operations.ts';
import { ENVELOPE_SUBPROTOCOL } from '@kitestring/contract/topics.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import type { CallerCall, Failure, Outcome } from '../http/route.ts';
import { TAKEN_OVER } from '../http/route.ts';
import { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { type Feeds, feedNamed } from './topic-names.ts';
import type { Upgrades } from './upgrades.ts';

/** Seconds after which a client with too many WebSockets may try again; closing one takes it less. */
const FULL_RETRY_S = 5;

export interface SubscriptionsParts {
  readonly feeds: Feeds;
  readonly connections: Connections;
  readonly upgrades: Upgrades;
  readonly wall: Clock;
  readonly newId: () => string;
  readonly webSocketsPerSession: number;
}

type TopicCall = Pick<CallerCall, 'caller' | 'request' | 'reply'>;

/** What a client can do with topics: open a WebSocket on one, add more to it, take them away. */
export class Subscriptions {
  readonly #parts: SubscriptionsParts;

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts;
  }

  open(topic: string, { caller, request, reply }: TopicCall): Outcome {
    const { connections, feeds, newId, upgrades, wall } = this.#parts;
    const feed = feedNamed(topic, feeds);
    if ('refusal' in feed) return feed;
    if (!upgrades.isAskedBy(request.raw)) return UPGRADE_REQUIRED;
    if (this.#isFull(caller)) return this.#tooMany();
    const id = newId();
    upgrades.accept(reply, id, ({ webSocket, socket }) => {
      const isEnveloped = webSocket.protocol === ENVELOPE_SUBPROTOCOL;
      const connection = new Connection({ id, sessionId: caller.sessionId, isEnveloped, webSocket, socket, wall });
      connections.add(connection);
      connections.subscribe(connection, feed);
    });
    return TAKEN_OVER;
  }

  add(topic: string, call: TopicCall): Outcome {
    return this.#change(topic, call, (connection, feed) => this.#parts.connections.subscribe(connection, feed));
  }

  /** Taking away a topic that the WebSocket does not have changes nothing. */
  remove(topic: string, call: TopicCall): Outcome {
    return this.#change(topic, call, (connection, feed) => this.#parts.connections.unsubscribe(connection, feed));
  }

  #change(
    topic: string,
    { caller, request }: TopicCall,
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

  #isFull({ sessionId }: Caller): boolean {
    return this.#parts.connections.countOf(sessionId) >= this.#parts.webSocketsPerSession;
  }

  #tooMany(): Failure {
    const message = `the session has ${this.#parts.webSocketsPerSession} WebSockets open, which is the most it may have`;
    return {
      refusal: { code: 'TOO_MANY_CONNECTIONS', message },
      headers: ['Retry-After', String(FULL_RETRY_S)],
    };
  }
}

const UPGRADE_REQUIRED: Failure = {
  refusal: { code: 'UPGRADE_REQUIRED', message: 'this path speaks WebSocket only; connect with a WebSocket client' },
  headers: ['Upgrade', 'websocket', 'Connection', 'Upgrade'],
};

const COOKIE = new RegExp(`(?:^|;)\\s*${CONNECTION_COOKIE}=\\s*"?websocket(?::|%3A)([0-9a-fA-F-]{36})"?\\s*(?:;|$)`);

/** The id in `connection=websocket:<id>`; some cookie jars quote or encode the value. */
function connectionIdOf({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  return COOKIE.exec(cookie)?.[1]?.toLowerCase();
}
