import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CameraAddress } from './camera-address.ts';
import { CameraFault, shownText } from './camera-fault.ts';
import { CameraLogin } from './camera-login.ts';
import { type CameraMessage, CameraMessageParser, type CameraResponse } from './camera-message-parser.ts';
import type { IngestLimits } from './ingest-limits.ts';

interface RtspExchangeOptions {
  readonly address: CameraAddress;
  readonly checksCertificate: boolean;
  readonly limits: IngestLimits;
  /** Interleaved data; a view, not to be kept. */
  readonly onInterleaved: (channel: number, payload: Buffer) => void;
  /** The connection is over. Called once, not after `end`. */
  readonly onFault: (fault: CameraFault) => void;
}

interface PendingRequest {
  readonly cseq: number;
  readonly answer: PromiseWithResolvers<CameraResponse>;
}

type Headers = readonly (readonly [name: string, value: string])[];

const AGENT = 'Kitestring';
/** Limit of unsent data to the camera; requests and reports are small. */
const UNREAD_MAX_BYTES = 65_536;
const TRIES = 3;

/** RTSP connection to a camera: requests with authentication, responses, and interleaved data. */
export class RtspExchange {
  readonly #options: RtspExchangeOptions;
  readonly #socket: Socket;
  readonly #login: CameraLogin;
  readonly #parser: CameraMessageParser;
  readonly #channels = new Set<number>();
  #cseq = 0;
  #asked: PendingRequest | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #session: string | undefined;
  #secondMs = 0;
  #requestsInSecond = 0;
  #isOver = false;

  private constructor(options: RtspExchangeOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    this.#login = new CameraLogin(options.address.login);
    this.#parser = new CameraMessageParser(options.limits, (channel) => this.#channels.has(channel));
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#fail(new CameraFault('unreachable', error.message, { cause: error })));
    socket.on('close', () => this.#fail(new CameraFault('unreachable', 'it has closed the connection')));
  }

  /** @throws CameraFault */
  static async open(options: RtspExchangeOptions, signal: AbortSignal): Promise<RtspExchange> {
    const socket = await connected(options, signal);
    return new RtspExchange(options, socket);
  }

  get localAddress(): string {
    return this.#socket.localAddress ?? '';
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? '';
  }

  /** Later requests belong to this session. */
  setSession(id: string | undefined): void {
    this.#session = id;
  }

  expect(channels: readonly number[]): void {
    for (const channel of channels) this.#channels.add(channel);
  }

  /** Sequential. @returns the response with any status except 401 @throws CameraFault */
  ask(method: string, url: string, headers: Headers = []): Promise<CameraResponse> {
    const answer = this.#last.then(() => this.#askShowingWho(method, url, headers));
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** An interleaved packet to the camera. */
  send(channel: number, bytes: Buffer): void {
    const framed = Buffer.concat([Buffer.of(0x24, channel, bytes.length >> 8, bytes.length & 0xff), bytes]);
    this.#write(framed);
  }

  /** Sends TEARDOWN if there is a session, and closes. */
  end(url: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#asked?.answer.reject(new CameraFault('refused', 'it is not wanted any more'));
    if (this.#session === undefined) this.#socket.destroy();
    else this.#socket.end(this.#requestText('TEARDOWN', url, [], ++this.#cseq));
    setTimeout(() => this.#socket.destroy(), GOODBYE_MS).unref();
  }

  async #askShowingWho(method: string, url: string, headers: Headers): Promise<CameraResponse> {
    for (let tries = 1; ; tries += 1) {
      const response = await this.#askOnce(method, url, headers);
      if (response.status !== 401) return response;
      const canRetry = this.#login.accept(response.headers.get('www-authenticate') ?? []);
      if (!canRetry || tries >= TRIES) throw unauthorised(this.#options.address);
    }
  }

  async #askOnce(method: string, url: string, headers: Headers): Promise<CameraResponse> {
    if (this.#isOver) throw new CameraFault('unreachable', 'the connection is closed');
    const cseq = ++this.#cseq;
    const answer = Promise.withResolvers<CameraResponse>();
    this.#asked = { cseq, answer };
    const late = new CameraFault('silent', `it does not answer ${method} within ${this.#options.limits.answerMs} ms`);
    const timer = setTimeout(() => answer.reject(late), this.#options.limits.answerMs);
    this.#write(this.#requestText(method, url, headers, cseq));
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      this.#asked = undefined;
    }
  }

  #requestText(method: string, url: string, headers: Headers, cseq: number): Buffer {
    const authorization = this.#login.headerFor(method, url);
    const lines = [
      `${method} ${url} RTSP/1.0`,
      `CSeq: ${cseq}`,
      `User-Agent: ${AGENT}`,
      ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
      ...(this.#session === undefined ? [] : [`Session: ${this.#session}`]),
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ];
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8');
  }

  #write(bytes: Buffer): void {
    if (this.#isOver || !this.#socket.writable) return;
    if (this.#socket.writableLength > UNREAD_MAX_BYTES) {
      this.#fail(new CameraFault('silent', 'it reads nothing of what it is sent'));
      return;
    }
    this.#socket.write(bytes);
  }

  #read(chunk: Buffer): void {
    this.#parser.push(chunk);
    for (let message = this.#parser.next(); message !== undefined; message = this.#parser.next()) {
      if (this.#isOver) return;
      this.#take(message);
    }
  }

  #take(message: CameraMessage): void {
    if (message.kind === 'interleaved') this.#options.onInterleaved(message.channel, message.payload);
    else if (message.kind === 'response') this.#answered(message.response);
    else if (message.kind === 'request') this.#refuse(message);
    else this.#fail(new CameraFault('malformed', message.reason));
  }

  /** A response without a sequence number belongs to the pending request: there is only one at a time. */
  #answered(response: CameraResponse): void {
    const cseq = response.headers.get('cseq')?.[0];
    if (this.#asked === undefined) return;
    if (cseq === undefined || Number(cseq) === this.#asked.cseq) this.#asked.answer.resolve(response);
  }

  /** Requests of a camera are not supported, but need a response. */
  #refuse({ cseq, method }: Extract<CameraMessage, { kind: 'request' }>): void {
    const nowMs = performance.now();
    if (nowMs - this.#secondMs >= 1000) {
      this.#secondMs = nowMs;
      this.#requestsInSecond = 0;
    }
    this.#requestsInSecond += 1;
    if (this.#requestsInSecond > this.#options.limits.requestsPerS) {
      this.#fail(new CameraFault('malformed', 'it asks without end'));
    } else if (/^\d{1,10}$/.test(cseq)) {
      const status = method === 'OPTIONS' || method === 'GET_PARAMETER' ? '200 OK' : '501 Not Implemented';
      this.#write(Buffer.from(`RTSP/1.0 ${status}\r\nCSeq: ${cseq}\r\n\r\n`));
    }
  }

  #fail(fault: CameraFault): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#socket.destroy();
    this.#asked?.answer.reject(fault);
    this.#options.onFault(fault);
  }
}

/** Time to send the last request. */
const GOODBYE_MS = 500;

const unauthorised = ({ login }: CameraAddress): CameraFault =>
  new CameraFault(
    'unauthorised',
    login === undefined ? 'it wants a user and a password' : 'it does not accept the user and password',
  );

function connected({ address, checksCertificate, limits }: RtspExchangeOptions, signal: AbortSignal): Promise<Socket> {
  const { host, isEncrypted, port } = address;
  const { promise, reject, resolve } = Promise.withResolvers<Socket>();
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = isEncrypted
    ? connectTls({ host, port, ...name, rejectUnauthorized: checksCertificate })
    : connect({ host, port });
  const give = (trouble: 'unreachable' | 'silent', message: string) => {
    socket.destroy();
    reject(new CameraFault(trouble, message));
  };
  const timer = setTimeout(() => give('silent', `no connection within ${limits.connectMs} ms`), limits.connectMs);
  const onAbort = () => give('unreachable', 'it is not wanted any more');
  const onError = (error: NodeJS.ErrnoException) =>
    give('unreachable', shownText(error.message || `${error.code}`, 200));
  const onClose = () => give('unreachable', 'it has closed the connection');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  socket.once('error', onError).once('close', onClose);
  socket.once(isEncrypted ? 'secureConnect' : 'connect', () => resolve(socket));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    socket.off('error', onError).off('close', onClose);
    // A destroyed socket may still emit its error.
    if (socket.destroyed) socket.on('error', () => {});
  });
}
