import type { Socket } from 'node:net';
import { FRAMING_BYTES, type PacketBatch } from '../rtp/packet-batch.ts';
import type { PacketSender } from './packet-sender.ts';

const DOLLAR = 0x24;

/** Interleaved packets on an RTSP connection. Source: RFC 2326 section 10.12. */
export class InterleavedSender implements PacketSender {
  readonly kind = 'tcp';
  readonly #socket: Socket;
  readonly #channels: readonly [rtp: number, rtcp: number];
  readonly #onClose: () => void;

  constructor(socket: Socket, channels: readonly [rtp: number, rtcp: number], onClose: () => void) {
    this.#socket = socket;
    this.#channels = channels;
    this.#onClose = onClose;
  }

  get backlogBytes(): number {
    return this.#socket.writableLength;
  }

  sendPackets({ buffer, starts, ends }: PacketBatch): void {
    starts.forEach((start, index) => {
      writeFraming(buffer, start - FRAMING_BYTES, this.#channels[0], (ends[index] ?? start) - start);
    });
    this.#write(buffer);
  }

  sendReport(bytes: Buffer): void {
    const framed = Buffer.allocUnsafe(FRAMING_BYTES + bytes.length);
    writeFraming(framed, 0, this.#channels[1], bytes.length);
    framed.set(bytes, FRAMING_BYTES);
    this.#write(framed);
  }

  close(): void {
    this.#onClose();
  }

  #write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }
}

function writeFraming(target: Buffer, at: number, channel: number, bytes: number): void {
  target[at] = DOLLAR;
  target[at + 1] = channel;
  target.writeUInt16BE(bytes, at + 2);
}
