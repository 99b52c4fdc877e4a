import { setImmediate } from 'node:timers/promises';
import type { ApiError } from '../src/api-error.ts';
import type { ConnectionError } from '../src/connection-error.ts';
import type { Platform, Socket, SocketEvents, SocketRequest } from '../src/platform.ts';

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly body: unknown;
  readonly range: string | undefined;
}

type Answer = Response | Error | 'never' | ((request: SentRequest) => Response);

/** A socket whose station is the test. */
class TestSocket implements Socket {
  readonly request: SocketRequest;
  readonly #events: SocketEvents;
  closedByClient = false;

  constructor(request: SocketRequest, events: SocketEvents) {
    this.request = request;
    this.#events = events;
  }

  close(): void {
    this.closedByClient = true;
  }

  open(subprotocol = ''): this {
    this.#events.opened(subprotocol);
    return this;
  }

  send(message: unknown): void {
    this.#events.message(typeof message === 'string' ? message : JSON.stringify(message));
  }

  ping(): void {
    this.#events.alive();
  }

  end(code: number, error?: ApiError | ConnectionError): void {
    this.#events.closed(code, error);
  }
}

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** A platform without network and without time of its own: answers are scripted, time moves when the test says so. */
export class TestPlatform implements Platform {
  readonly sent: SentRequest[] = [];
  readonly sockets: TestSocket[] = [];
  readonly answers: Answer[] = [];
  /** Answers to token requests, which are not in `sent`. Without any: tokens t1, t2, ... for an hour. */
  readonly tokenAnswers: Answer[] = [];
  tokenRequests = 0;
  readonly #timers = new Set<Timer>();
  #nowMs = 0;

  readonly random = () => 0.5;
  readonly nowMs = () => this.#nowMs;

  readonly schedule = (delayMs: number, callback: () => void) => {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    const headers = init.headers as Record<string, string>;
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url,
      token: headers.authorization?.replace('Bearer ', ''),
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      range: headers.range,
    };
    const isTokenRequest = url.endsWith('/auth/token/request');
    if (isTokenRequest) this.tokenRequests += 1;
    else this.sent.push(request);
    const answer = isTokenRequest
      ? (this.tokenAnswers.shift() ?? grant(`t${this.tokenRequests}`))
      : this.answers.shift();
    return this.#play(answer ?? new Error('the test has no answer to this'), request, init.signal);
  };

  readonly openSocket = (request: SocketRequest, events: SocketEvents): TestSocket => {
    const socket = new TestSocket(request, events);
    this.sockets.push(socket);
    return socket;
  };

  /** The newest socket. */
  get socket(): TestSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }

  /** Milliseconds until the next timer; undefined when there is none. */
  get nextTimerMs(): number | undefined {
    const next = Math.min(...[...this.#timers].map(({ atMs }) => atMs));
    return Number.isFinite(next) ? next - this.#nowMs : undefined;
  }

  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const timer of [...this.#timers].filter(({ atMs }) => atMs <= this.#nowMs)) {
      this.#timers.delete(timer);
      timer.callback();
    }
    await settle();
  }

  async #play(answer: Answer, request: SentRequest, signal: AbortSignal | null | undefined): Promise<Response> {
    if (answer === 'never') {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    }
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(request) : answer;
  }
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

export const grant = (token: string, expiresInS = 3600): Response =>
  Response.json({ id: 's', plugin_id: 'p', scopes: [], created_at: '', access_token: token, expires_in: expiresInS });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, message: `because of ${code}` }, { status, headers });
