import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '@kitestring/base/fault.ts';
import { WebSocket } from 'ws';

/** A test that waits this long has failed; nothing waits for it otherwise. */
const GIVE_UP_MS = 180_000;

export interface TestWebSocketOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

/** The answer to an upgrade that was not made. */
export class UpgradeRefusedFault extends Fault {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;

  constructor(response: IncomingMessage, text: string) {
    super(`${response.statusCode} ${text}`);
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.body = text === '' ? undefined : JSON.parse(text);
  }
}

/** A WebSocket of a test: its messages in order, and how it ended. */
export class TestWebSocket {
  readonly socket: WebSocket;
  /** Headers of the 101. */
  readonly headers: IncomingMessage['headers'];
  readonly #messages: unknown[] = [];
  readonly #raw: string[] = [];
  #read = 0;
  #wake: () => void = () => {};
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(socket: WebSocket, headers: IncomingMessage['headers']) {
    this.socket = socket;
    this.headers = headers;
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#wake();
      });
    });
  }

  /** @throws UpgradeRefusedFault */
  static open(url: string, { headers = {}, protocols = [] }: TestWebSocketOptions = {}): Promise<TestWebSocket> {
    const socket = new WebSocket(url, [...protocols], { headers: { ...headers }, rejectUnauthorized: false });
    let opened: TestWebSocket | undefined;
    return new Promise((resolve, reject) => {
      socket.once('upgrade', (response) => {
        opened = new TestWebSocket(socket, response.headers);
        // The first message may come with the answer itself.
        socket.on('message', (data) => opened?.receive(String(data)));
      });
      socket.once('open', () => opened !== undefined && resolve(opened));
      socket.once('error', reject);
      socket.once('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => reject(new UpgradeRefusedFault(response, text)));
      });
    });
  }

  /** Every message so far, as it came. */
  get raw(): readonly string[] {
    return this.#raw;
  }

  /** Value of the cookie that names this connection, as a client sends it back. */
  get cookie(): string {
    return (this.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
  }

  /** The TCP connection below, to stop reading from. */
  get tcp(): Socket {
    return (this.socket as unknown as { _socket: Socket })._socket;
  }

  /** The first message, after those that were returned before, for which `holds` is true. */
  async next<T = Record<string, unknown>>(holds: (message: T) => boolean = () => true): Promise<T> {
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    for (;;) {
      while (this.#read < this.#messages.length) {
        const message = this.#messages[this.#read++] as T;
        if (holds(message)) return message;
      }
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the WebSocket is closed');
      signal.throwIfAborted();
      await this.#change(signal);
    }
  }

  receive(text: string): void {
    this.#raw.push(text);
    this.#messages.push(JSON.parse(text));
    this.#wake();
  }

  close(): void {
    this.socket.close();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
