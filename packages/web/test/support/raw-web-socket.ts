import { once } from 'node:events';
import type { Socket } from 'node:net';
import { openSocket } from './raw-exchange.ts';

const GIVE_UP_MS = 180_000;

export interface RawFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

export interface FrameOptions {
  readonly opcode: number;
  readonly payload?: Buffer | string;
  readonly fin?: boolean;
  readonly rsv?: number;
  readonly isMasked?: boolean;
  /** Bytes of the length beside the second one, where they are to be other than they should. */
  readonly lengthBytes?: 0 | 2 | 8;
  /** The length that the head names, in eight bytes, whatever follows. */
  readonly statedLength?: bigint;
}

const MASK = Buffer.from([0x12, 0x34, 0x56, 0x78]);

/** One frame of a client, right or wrong. */
export function clientFrame({ fin = true, isMasked = true, opcode, rsv = 0, ...rest }: FrameOptions): Buffer {
  const payload = Buffer.from(rest.payload ?? '');
  const bytes =
    rest.statedLength !== undefined
      ? 8
      : (rest.lengthBytes ?? (payload.length < 126 ? 0 : payload.length <= 0xffff ? 2 : 8));
  const length = Buffer.alloc(1 + bytes);
  length[0] = (isMasked ? 0x80 : 0) | (bytes === 0 ? payload.length : bytes === 2 ? 126 : 127);
  if (bytes > 0) length.writeUIntBE(payload.length, bytes === 8 ? 3 : 1, bytes === 8 ? 6 : 2);
  if (rest.statedLength !== undefined) length.writeBigUInt64BE(rest.statedLength, 1);
  const first = Buffer.from([(fin ? 0x80 : 0) | (rsv << 4) | opcode]);
  if (!isMasked) return Buffer.concat([first, length, payload]);
  const masked = payload.map((byte, index) => byte ^ (MASK[index & 3] ?? 0));
  return Buffer.concat([first, length, MASK, masked]);
}

/** A client of a WebSocket that sends whatever bytes a test wants, and sees every frame of the server. */
export class RawWebSocket implements Disposable {
  readonly #socket: Socket;
  readonly #frames: RawFrame[] = [];
  #bytes = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket, rest: Buffer) {
    this.#socket = socket;
    this.#take(rest);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#isEnded = true;
      this.#wake();
    });
  }

  /** @param path of the topic; @throws Error for another answer than 101 */
  static async open(port: number, token: string, path = '/api/v1/handoff/state/subscribe'): Promise<RawWebSocket> {
    const socket = openSocket(port, false);
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    socket.write(head);
    let answer = Buffer.alloc(0);
    while (!answer.includes('\r\n\r\n')) answer = Buffer.concat([answer, (await once(socket, 'data'))[0] as Buffer]);
    if (!answer.toString('latin1').startsWith('HTTP/1.1 101 ')) throw new Error(answer.toString());
    return new RawWebSocket(socket, answer.subarray(answer.indexOf('\r\n\r\n') + 4));
  }

  /** In pieces of so many bytes, each in a packet of its own as far as the system allows. */
  async send(bytes: Buffer, chop = bytes.length): Promise<void> {
    for (let at = 0; at < bytes.length && this.#socket.writable; at += chop) {
      await new Promise((resolve) => this.#socket.write(bytes.subarray(at, at + chop), resolve));
    }
  }

  /** The next frame of the server; undefined when it has ended the connection. */
  async next(): Promise<RawFrame | undefined> {
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    while (this.#frames.length === 0 && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      signal.throwIfAborted();
    }
    return this.#frames.shift();
  }

  /** The next frame that is no state. */
  async answer(): Promise<RawFrame | undefined> {
    for (;;) {
      const frame = await this.next();
      if (frame?.opcode !== 1) return frame;
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (let frame = this.#parse(); frame !== undefined; frame = this.#parse()) this.#frames.push(frame);
    this.#wake();
  }

  #parse(): RawFrame | undefined {
    const bytes = this.#bytes;
    if (bytes.length < 2) return undefined;
    const short = bytes.readUInt8(1);
    const at = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length < at) return undefined;
    const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
    if (bytes.length < at + length) return undefined;
    this.#bytes = bytes.subarray(at + length);
    return { opcode: bytes.readUInt8(0) & 0x0f, payload: bytes.subarray(at, at + length) };
  }
}
