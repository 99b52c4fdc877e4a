import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const DOLLAR = 0x24;
const FRAMING_BYTES = 4;
const RTP_HEADER_BYTES = 12;
const KEEP_ALIVE_MS = 20_000;
const ANSWER_MS = 5000;

/** Watches a stream over RTSP on TCP and counts what comes, without decoding it. */
export class SoakViewer implements Disposable {
  pictures = 0;
  packets = 0;
  bytes = 0;
  /** Packets that should have come between two that did. */
  gaps = 0;
  /** When it asked to play, and when the first picture and the last one were whole: `performance.now()`. */
  askedMs = 0;
  firstPictureMs = Number.NaN;
  lastPictureMs = 0;
  readonly #socket: Socket;
  readonly #url: URL;
  readonly #answers: string[] = [];
  #waiting: Buffer = Buffer.alloc(0);
  #sequence: number | undefined;
  #cseq = 0;
  #session = '';
  #keepAlive: NodeJS.Timeout | undefined;
  #wake = () => {};

  private constructor(socket: Socket, url: URL) {
    this.#socket = socket;
    this.#url = url;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.#wake());
  }

  /** @throws when the station does not let it in, or not in time */
  static async watch(url: URL): Promise<SoakViewer> {
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    await once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_MS) });
    const viewer = new SoakViewer(socket, url);
    try {
      await viewer.#begin();
    } catch (fault) {
      viewer[Symbol.dispose]();
      throw fault;
    }
    return viewer;
  }

  get isWatching(): boolean {
    return !this.#socket.destroyed;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#keepAlive);
    this.#socket.destroy();
  }

  async #begin(): Promise<void> {
    await this.#ask('DESCRIBE', '', 'Accept: application/sdp\r\n');
    const setUp = await this.#ask('SETUP', '/trackID=0', 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n');
    this.#session = /^Session: ([0-9a-f]+)/m.exec(setUp)?.[1] ?? '';
    this.askedMs = performance.now();
    await this.#ask('PLAY', '', `Session: ${this.#session}\r\n`);
    this.#keepAlive = setInterval(
      () => this.#send('GET_PARAMETER', '', `Session: ${this.#session}\r\n`),
      KEEP_ALIVE_MS,
    );
  }

  async #ask(method: string, track: string, headers: string): Promise<string> {
    const seen = this.#answers.length;
    this.#send(method, track, headers);
    const timer = setTimeout(() => this.#socket.destroy(), ANSWER_MS);
    while (this.#answers.length === seen && !this.#socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    clearTimeout(timer);
    const answer = this.#answers[seen] ?? 'no answer';
    if (!answer.startsWith('RTSP/1.0 200')) throw new Error(`${method}: ${answer.split('\r\n')[0]}`);
    return answer;
  }

  #send(method: string, track: string, headers: string): void {
    this.#cseq += 1;
    const { host, pathname, search } = this.#url;
    const target = `rtsp://${host}${pathname}${track}${search}`;
    this.#socket.write(`${method} ${target} RTSP/1.0\r\nCSeq: ${this.#cseq}\r\n${headers}\r\n`);
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    while (this.#takeOne());
  }

  #takeOne(): boolean {
    const bytes = this.#waiting;
    if (bytes.length < FRAMING_BYTES) return false;
    if (bytes[0] !== DOLLAR) return this.#takeAnswer();
    const end = FRAMING_BYTES + bytes.readUInt16BE(2);
    if (bytes.length < end) return false;
    if (bytes[1] === 0) this.#packet(bytes.subarray(FRAMING_BYTES, end));
    this.#waiting = bytes.subarray(end);
    return true;
  }

  #takeAnswer(): boolean {
    const end = this.#waiting.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#waiting.toString('latin1', 0, end);
    const bodyBytes = Number(/^Content-Length: (\d+)/m.exec(head)?.[1] ?? 0);
    if (this.#waiting.length < end + 4 + bodyBytes) return false;
    // Keep-alive answers arrive all the time, unrequested.
    if (this.#keepAlive === undefined) this.#answers.push(head);
    this.#waiting = this.#waiting.subarray(end + 4 + bodyBytes);
    this.#wake();
    return true;
  }

  #packet(packet: Buffer): void {
    if (packet.length < RTP_HEADER_BYTES) return;
    const sequence = packet.readUInt16BE(2);
    if (this.#sequence !== undefined) this.gaps += (sequence - this.#sequence - 1) & 0xffff;
    this.#sequence = sequence;
    this.packets += 1;
    const isLastOfPicture = ((packet[1] ?? 0) & 0x80) !== 0;
    if (!isLastOfPicture) return;
    this.pictures += 1;
    this.lastPictureMs = performance.now();
    if (this.pictures === 1) this.firstPictureMs = this.lastPictureMs;
  }
}
