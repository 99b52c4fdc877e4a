import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/*
 * Messages between the station and its media process, over a dedicated pipe: on the channel of `fork`, malformed bytes
 * raise an exception in the station that cannot be caught.
 */

/** Length of the following message, bytes, big-endian. */
const HEAD_BYTES = 4;
/** A snapshot of the largest camera has a fifth of this size. */
export const MESSAGE_MAX_BYTES = 32 * 2 ** 20;
/** Maximum backlog to a process that does not read: many seconds of normal traffic. */
const WAITING_MAX_BYTES = 2 * MESSAGE_MAX_BYTES;

/** The file descriptor of the pipe in the media process. */
export const PIPE_FD = 3;

interface MessagePipeEvents {
  /** A complete value; its shape has to be checked. */
  readonly onMessage: (value: unknown) => void;
  /** Malformed input, or a backlog that is not read. Reported once; nothing more is read. */
  readonly onBroken: (reason: string) => void;
  /** The other end has closed. */
  readonly onEnd?: () => void;
}

/** One end of the pipe. */
export class MessagePipe {
  readonly #stream: Duplex;
  readonly #events: MessagePipeEvents;
  #parts: Buffer[] = [];
  #size = 0;
  #isBroken = false;
  #hasEnded = false;

  constructor(stream: Duplex, events: MessagePipeEvents) {
    this.#stream = stream;
    this.#events = events;
    stream.on('data', (part: Buffer) => this.#receive(part));
    // A process that ends closes its end of the pipe, with or without an error.
    stream.on('error', () => {});
    stream.once('end', () => this.#end());
    stream.once('close', () => this.#end());
  }

  /** Dropped if the other end has closed. @throws RangeError for a message that exceeds the limit of the other end */
  send(message: unknown): void {
    if (this.#isBroken || !this.#stream.writable) return;
    if (this.#stream.writableLength > WAITING_MAX_BYTES) {
      this.#break('it takes no messages');
      return;
    }
    const body = serialize(message);
    if (body.length > MESSAGE_MAX_BYTES) throw new RangeError(`a message of ${body.length} bytes is too large`);
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head.writeUInt32BE(body.length);
    this.#stream.cork();
    this.#stream.write(head);
    this.#stream.write(body);
    this.#stream.uncork();
  }

  #receive(part: Buffer): void {
    if (this.#isBroken) return;
    this.#parts.push(part);
    this.#size += part.length;
    while (!this.#isBroken && this.#size >= HEAD_BYTES) {
      const length = this.#peekLength();
      if (length > MESSAGE_MAX_BYTES) {
        this.#break(`a message of ${length} bytes`);
        return;
      }
      if (this.#size < HEAD_BYTES + length) return;
      this.#take(length);
    }
  }

  #peekLength(): number {
    if ((this.#parts[0]?.length ?? 0) < HEAD_BYTES) this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0]?.readUInt32BE() ?? 0;
  }

  #take(length: number): void {
    const all = this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts);
    const end = HEAD_BYTES + length;
    const rest = all.subarray(end);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    const value = readValue(all.subarray(HEAD_BYTES, end));
    if (value === undefined) this.#break('bytes that are no message');
    else this.#events.onMessage(value.read);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#events.onEnd?.();
  }

  #break(reason: string): void {
    this.#isBroken = true;
    this.#parts = [];
    this.#events.onBroken(reason);
  }
}

function readValue(bytes: Buffer): { readonly read: unknown } | undefined {
  try {
    return { read: deserialize(bytes) };
  } catch {
    return undefined;
  }
}
