import type { ApiError } from './api-error.ts';
import type { ConnectionError } from './connection-error.ts';

/** Requirements of the client on its runtime: a browser, Node, or a test. */
export interface Platform {
  /** Called once with the address of the station. @throws InvalidOptionError where it cannot be trusted as demanded */
  readonly checkUrl?: (url: string) => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openSocket: (request: SocketRequest, events: SocketEvents) => Socket;
  /** Monotonic time, milliseconds, from an arbitrary origin. */
  readonly nowMs: () => number;
  /** Calls back once after `delayMs`. @returns a function that cancels it */
  readonly schedule: (delayMs: number, callback: () => void) => () => void;
  /** Random number in [0, 1), to spread retries. */
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
  /** @param subprotocol the one selected by the station, empty for none */
  opened(subprotocol: string): void;
  message(text: string): void;
  /** The connection is alive although no message arrived. Never called where pings are invisible (browsers). */
  alive(): void;
  /** The last event, also when the socket never opened. `error` states the reason if it is known. */
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
