import type { ErrorCode } from '@kitestring/station-contract/errors.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { Exchange } from '../http/exchange.ts';

/** An answer without its exchange. */
export interface ObservedAnswer {
  /** 0: the connection ended before one. */
  readonly status: number;
  readonly code?: ErrorCode;
  readonly retryAfterS?: number | undefined;
  /** JSON value, where there is one. */
  readonly body?: unknown;
}

/** An open WebSocket. */
export interface ObservedWebSocket {
  readonly operationId: string;
  /** Plugin or account. */
  readonly client: string;
  /** Names of its topics, as in the contract; empty for one that carries something else. */
  readonly topics: ReadonlySet<string>;
}

/** Observes the requests and WebSockets of all clients, without effect on them. */
export interface TrafficObserver {
  /** Whether it wants to see answers. Asked for every request. */
  readonly isOn: boolean;
  /** @param text state of a topic, JSON */
  stateRead(exchange: Exchange, operation: Operation, text: string): void;
  answered(exchange: Exchange, operationId: string, answer: ObservedAnswer): void;
  /** Called for each token that is issued, also while it is off. @param grant the answer's body */
  tokenIssued(exchange: Exchange, grant: unknown): void;
  opened(webSocket: ObservedWebSocket): void;
  subscribed(webSocket: ObservedWebSocket, topic: string): void;
  /** @param by which side has begun the end */
  closed(webSocket: ObservedWebSocket, code: number, by: 'station' | 'client'): void;
}
