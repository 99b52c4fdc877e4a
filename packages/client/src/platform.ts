import type { ApiError } from './api-error.ts';
import type { ConnectionError } from './connection-error.ts';

/** What the client needs from where it runs: a browser, Node, or a test. */
export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openSocket: (request: SocketRequest, events: SocketEvents) => Socket;
  /** Milliseconds that only grow; their beginning means nothing. */
  readonly nowMs: () => number;
  /** Calls back once after `delayMs`. @returns what cancels it */
  readonly schedule: (delayMs: number, callback: () => void) => () => void;
  /** In [0, 1), to spread retries. */
  readonly random: () => number;
}

export interface SocketRequest {
  readonly url: string;
  readonly token: string;
  readonly subprotocols: readonly string[];
}

export interface Socket {
  close(): void;
}

export interface SocketEvents {
  /** @param subprotocol the one chosen by the station, empty for none */
  opened(subprotocol: string): void;
  message(text: string): void;
  /** The link lives although there is no message. Never called where pings cannot be seen (browsers). */
  alive(): void;
  /** Last event; also when it never opened. `error` says why, where that can be known. */
  closed(code: number, error?: ApiError | ConnectionError): void;
}

export const defaultTime = {
  nowMs: () => performance.now(),
  schedule: (delayMs: number, callback: () => void) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
} as const;
