import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import { CONNECTION_COOKIE } from '@kitestring/station-contract/subscriptions/operations.ts';
import { matchTopic } from '@kitestring/station-contract/topics.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import type { HandlerResult } from '../http/route.ts';
import type { TrafficObserver } from '../traffic/traffic-observer.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Feed } from './feed.ts';
import { type Feeds, feedNamed } from './topic-names.ts';
import type { WebSocketCall, WebSocketUpgrade } from './web-socket-upgrade.ts';

interface SubscriptionsDeps {
  readonly feeds: Feeds;
  readonly connections: Pick<Connections, 'get' | 'subscribe' | 'unsubscribe'>;
  readonly upgrade: Pick<WebSocketUpgrade, 'open'>;
  /** Path of the cookie that identifies a WebSocket; absent: the root. */
  readonly cookiePath?: string;
  readonly version: ApiVersion;
  /** Told about every subscription; optional. */
  readonly observer?: TrafficObserver | undefined;
}

/** Topic subscriptions of a client: open a WebSocket, add topics to it, remove them. */
export class Subscriptions {
  readonly #deps: SubscriptionsDeps;

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps;
  }

  open(topic: string, call: WebSocketCall, operation: Operation): HandlerResult {
    const { cookiePath, upgrade, feeds, version } = this.#deps;
    const feed = feedNamed(topic, feeds, version);
    if ('refusal' in feed) return feed;
    const naming = { operation, naming: 'named', ...(cookiePath !== undefined && { cookiePath }) } as const;
    return upgrade.open(call, naming, (connection) => this.#subscribe(topic, call, connection, feed));
  }

  add(topic: string, call: WebSocketCall): HandlerResult {
    return this.#change(topic, call, (connection, feed) => this.#subscribe(topic, call, connection, feed));
  }

  /** Removing a topic that is not subscribed has no effect. */
  remove(topic: string, call: WebSocketCall): HandlerResult {
    return this.#change(topic, call, (connection, feed) => {
      connection.topics.delete(this.#noted(topic, call));
      this.#deps.connections.unsubscribe(connection, feed);
    });
  }

  #subscribe(topic: string, call: WebSocketCall, connection: Connection, feed: Feed): void {
    const name = this.#noted(topic, call);
    connection.topics.add(name);
    // First: the first message may end it.
    this.#deps.observer?.subscribed(connection, name);
    this.#deps.connections.subscribe(connection, feed);
  }

  /** The name of the topic in the contract, which the journal reads from the exchange. */
  #noted(topic: string, { exchange }: WebSocketCall): string {
    const name = matchTopic(topic)?.topic.name ?? topic;
    exchange.topic = name;
    return name;
  }

  #change(
    topic: string,
    { caller, exchange }: WebSocketCall,
    change: (connection: Connection, feed: Feed) => void,
  ): HandlerResult {
    const feed = feedNamed(topic, this.#deps.feeds, this.#deps.version);
    if ('refusal' in feed) return feed;
    const id = connectionId(exchange.request.headers);
    if (id === undefined) return refuse('INVALID_CONNECTION.missing');
    const connection = this.#deps.connections.get(id);
    if (connection === undefined) return refuse('INVALID_CONNECTION.notOpen');
    if (connection.sessionId !== caller.sessionId) {
      return refuse('CONNECTION_OF_ANOTHER_SESSION');
    }
    change(connection, feed);
    return { ok: true, value: undefined };
  }
}

const COOKIE = new RegExp(`(?:^|;)\\s*${CONNECTION_COOKIE}=\\s*"?websocket(?::|%3A)([0-9a-fA-F-]{36})"?\\s*(?:;|$)`);

/** The id in `connection=websocket:<id>`; some cookie jars quote or encode the value. */
function connectionId({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  return COOKIE.exec(cookie)?.[1]?.toLowerCase();
}
