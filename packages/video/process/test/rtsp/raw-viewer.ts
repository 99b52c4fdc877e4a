import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { readRtcp } from '../../src/rtp/rtcp.ts';
import { type RtpPacket, readRtpPacket } from '../../src/rtp/rtp-packet.ts';
import type { ScriptedSource } from './scripted-source.ts';

export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

type Headers = Readonly<Record<string, string>>;

/** A client that writes what a test tells it and remembers what comes. */
export class RawViewer {
  readonly socket: Socket;
  readonly base: string;
  readonly packets: RtpPacket[] = [];
  /** Packets of the second track. */
  readonly metadata: RtpPacket[] = [];
  readonly reports: Buffer[] = [];
  readonly responses: RawResponse[] = [];
  isClosed = false;
  #bytes: Buffer = Buffer.alloc(0);
  #cseq = 0;
  #wake: () => void = () => {};

  private constructor(socket: Socket, base: string) {
    this.socket = socket;
    this.base = base;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  static async open(port: number, { host = '127.0.0.1', isTls = false } = {}): Promise<RawViewer> {
    const at = { host, port };
    const socket = isTls ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
    const viewer = new RawViewer(
      socket,
      `${isTls ? 'rtsps' : 'rtsp'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    );
    await once(socket, isTls ? 'secureConnect' : 'connect');
    return viewer;
  }

  async ask(method: string, path: string, headers: Headers = {}, body = ''): Promise<RawResponse> {
    this.#cseq += 1;
    const all = { CSeq: String(this.#cseq), ...headers, ...(body === '' ? {} : { 'Content-Length': body.length }) };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`${method} ${path === '*' ? path : this.base + path} RTSP/1.0\r\n${lines.join('')}\r\n${body}`);
    const seen = this.responses.length;
    await this.until(() => this.responses.length > seen || this.isClosed);
    const response = this.responses[seen];
    if (response === undefined) throw new Error(`${method} got no answer, the connection was closed`);
    return response;
  }

  /** Sets up over TCP and plays, from a key frame on. @returns the session */
  async play(source: ScriptedSource, transport?: string): Promise<string> {
    const session = sessionOf(await this.setUp(`/${source.id}`, transport));
    await this.resume(source, session);
    return session;
  }

  async resume(source: ScriptedSource, session: string): Promise<RawResponse> {
    const watched = source.nextViewer();
    const playing = this.ask('PLAY', `/${source.id}`, { Session: session });
    await watched;
    source.show({ isKeyFrame: true });
    const response = await playing;
    if (response.status !== 200) throw new Error(`PLAY was answered ${response.status}`);
    return response;
  }

  setUp(path = '/zoom', transport = 'RTP/AVP/TCP;unicast;interleaved=0-1'): Promise<RawResponse> {
    return this.ask('SETUP', `${path}/trackID=0`, { Transport: transport });
  }

  /** Throws when the connection is closed and it is not true, for then it never is. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      if (this.isClosed) throw new Error('the connection was closed before that');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  closed(): Promise<void> {
    return this.until(() => this.isClosed);
  }

  destroy(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    while (this.#takeOne());
    this.#wake();
  }

  #takeOne(): boolean {
    return this.#bytes[0] === 0x24 ? this.#takePacket() : this.#takeResponse();
  }

  #takePacket(): boolean {
    const end = this.#bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + this.#bytes.readUInt16BE(2);
    if (this.#bytes.length < end) return false;
    const payload = this.#bytes.subarray(4, end);
    const channel = this.#bytes[1] ?? 0;
    const packet = channel % 2 === 0 ? readRtpPacket(payload) : undefined;
    if (packet !== undefined) (channel === 0 ? this.packets : this.metadata).push(packet);
    else if (readRtcp(payload) !== undefined) this.reports.push(payload);
    this.#bytes = this.#bytes.subarray(end);
    return true;
  }

  #takeResponse(): boolean {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const [first = '', ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n');
    const headers = new Map<string, string[]>();
    for (const line of lines) {
      const at = line.indexOf(': ');
      const name = line.slice(0, at).toLowerCase();
      headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 2)]);
    }
    const bodyEnd = end + 4 + Number(headers.get('content-length')?.[0] ?? 0);
    if (this.#bytes.length < bodyEnd) return false;
    const body = this.#bytes.toString('utf8', end + 4, bodyEnd);
    this.responses.push({ status: Number(first.split(' ')[1]), headers, body });
    this.#bytes = this.#bytes.subarray(bodyEnd);
    return true;
  }
}

export const header = (response: RawResponse, name: string): string => response.headers.get(name)?.[0] ?? '';

export const sessionOf = (response: RawResponse): string => header(response, 'session').split(';')[0] ?? '';
