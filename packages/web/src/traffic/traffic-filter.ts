import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { Exchange } from '../http/exchange.ts';

/** A request whose token and body are right. */
export interface FilteredRequest {
  readonly exchange: Exchange;
  readonly operation: Operation;
  carryOut(): void;
  /** Checks the token again. @returns false when it was refused */
  passes(): boolean;
}

/** Applied to a request between the access check and its handler. */
export interface RequestFilter {
  /** Whether it changes anything now. Asked for every request. */
  readonly isActive: boolean;
  /** Carries the request out, now or later, or ends it in another way. */
  meet(request: FilteredRequest): void;
}

/** An open WebSocket. */
export interface FilteredWebSocket {
  readonly operationId: string;
  /** Plugin or account. */
  readonly client: string;
  /** Names by which the client may be selected. */
  readonly clientNames: readonly string[];
  /** Past the filter. */
  write(frame: Buffer): void;
  /** With a close frame, where a peer may send this code. */
  endWith(code: number): void;
  terminate(): void;
  onClose(listener: () => void): void;
}

/** Applied to the messages that a service sends on a WebSocket. */
export interface MessageFilter {
  /** Whether it changes anything now. Asked for every message. */
  readonly isActive: boolean;
  opened(webSocket: FilteredWebSocket): void;
  /** Whether nothing is sent on it, pings included. */
  isSilent(webSocket: FilteredWebSocket): boolean;
  /** Writes the frame, now or later, changed or not, or drops it. */
  send(webSocket: FilteredWebSocket, frame: Buffer): void;
}
