import type { Agent, IncomingMessage } from 'node:http';
import { Fault } from '@kitestring/base/fault.ts';
import WebSocket, { type RawData } from 'ws';
import { Answer } from './answer.ts';
import { type HttpExchange, headerList } from './exchange.ts';
import { readBody } from './http-link.ts';
import { SILENCE_S, whenSilent } from './when-silent.ts';

interface UpgradeRequest {
  /** `ws://` or `wss://`, with path and query. */
  readonly url: string;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly subprotocols?: readonly string[];
  /** Do not answer pings of the station. */
  readonly isDeaf?: boolean;
}

/** A message and its time of arrival. */
interface ReceivedMessage {
  readonly atMs: number;
  readonly text: string;
  readonly isBinary: boolean;
}

/** Maximum stored characters of messages: by then the station has been judged. */
const KEPT_MAX = 64 * 1024 * 1024;

/** The upgrade was refused with a status. */
export class UpgradeRefusedFault extends Fault {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`the upgrade was answered with ${answer.status}`);
    this.answer = answer;
  }
}

/** An open WebSocket with its received messages. */
export class SocketLink implements Disposable {
  readonly messages: ReceivedMessage[] = [];
  /** How many the station has sent. */
  pings = 0;
  readonly askedAtMs: number;
  readonly openedAtMs = performance.now();
  /** Request and answer of the upgrade. */
  readonly exchange: HttpExchange;
  /** Close code; undefined while open. */
  closeCode: number | undefined;
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();
  #kept = 0;

  private constructor(socket: WebSocket, exchange: HttpExchange, askedAtMs: number) {
    this.#socket = socket;
    this.exchange = exchange;
    this.askedAtMs = askedAtMs;
    socket.on('message', (data: RawData, isBinary: boolean) => this.#received(data, isBinary));
    socket.on('ping', () => {
      this.pings += 1;
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', (code) => {
      this.closeCode = code;
      this.#wake();
    });
  }

  /** @throws UpgradeRefusedFault, or the error of the connection */
  static open(request: UpgradeRequest): Promise<SocketLink> {
    const { url, agent, headers, isDeaf = false, subprotocols = [] } = request;
    const askedAtMs = performance.now();
    const socket = new WebSocket(url, [...subprotocols], {
      agent,
      headers: { ...headers },
      autoPong: !isDeaf,
      maxPayload: 4 * 1024 * 1024,
    });
    const { promise, reject, resolve } = Promise.withResolvers<SocketLink>();
    const stopWatching = whenSilent(() => {
      reject(new Error(`no answer in ${SILENCE_S} s`));
      socket.terminate();
    });
    socket.on('error', reject);
    socket.on('unexpected-response', async (_outgoing, response) => {
      const fault = await readBody(response)
        .then((bytes) => new UpgradeRefusedFault(new Answer(exchangeOf(request, response, bytes), bytes)))
        .catch((error) => error);
      socket.terminate();
      reject(fault);
    });
    // Before `open`: messages may arrive in the same packet and need a listener.
    socket.once('upgrade', (response) =>
      resolve(new SocketLink(socket, exchangeOf(request, response, Buffer.alloc(0)), askedAtMs)),
    );
    return promise.finally(stopWatching);
  }

  get subprotocol(): string {
    return this.#socket.protocol;
  }

  /** `name=value` of the cookie with this name that the upgrade has set. */
  cookie(name: string): string | undefined {
    const lines = (this.exchange.answer?.headers ?? []).filter(([key]) => key.toLowerCase() === 'set-cookie');
    const line = lines.map(([, value]) => value).find((value) => value.startsWith(`${name}=`));
    return line?.split(';', 1)[0];
  }

  /** Resolves to true when the condition holds; to false at the deadline, or when the connection closes. */
  async until(holds: () => boolean, timeoutMs: number): Promise<boolean> {
    const endMs = performance.now() + timeoutMs;
    while (!holds()) {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0 || (this.closeCode !== undefined && !holds())) return false;
      await this.#next(leftMs);
    }
    return true;
  }

  /** Sends a ping. @returns whether it has been answered: then all has come that was sent before the answer */
  ping(): () => boolean {
    let isAnswered = false;
    this.#socket.once('pong', () => {
      isAnswered = true;
      this.#wake();
    });
    this.#socket.ping();
    return () => isAnswered;
  }

  /** Stops reading, like a client that hangs. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  #next(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      this.#waiting.add(wake);
    });
  }

  #received(data: RawData, isBinary: boolean): void {
    const text = data.toString();
    this.#kept += text.length;
    if (this.#kept <= KEPT_MAX) this.messages.push({ atMs: performance.now(), text, isBinary });
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }
}

function exchangeOf({ url, headers }: UpgradeRequest, message: IncomingMessage, bytes: Buffer): HttpExchange {
  const { pathname, search } = new URL(url);
  const request = {
    method: 'GET',
    path: pathname + search,
    headers: [...Object.entries(headers), ['Upgrade', 'websocket']] as const,
  };
  return { request, answer: { status: message.statusCode ?? 0, headers: headerList(message), body: bytes.toString() } };
}
