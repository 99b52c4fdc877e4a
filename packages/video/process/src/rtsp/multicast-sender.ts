import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { PacketBatch } from '../rtp/packet-batch.ts';
import type { MulticastGroup } from './multicast-group.ts';
import type { PacketSender } from './packet-sender.ts';

const ignored = () => {};

/** One packet, one datagram to a group, which goes as far as its time to live. */
export class MulticastSender implements PacketSender {
  readonly kind = 'udp';
  readonly #socket: Socket;
  readonly #group: MulticastGroup;
  #isClosed = false;

  private constructor(socket: Socket, group: MulticastGroup) {
    this.#socket = socket;
    this.#group = group;
  }

  /** @param localAddress that of the interface. Rejects with the error of the socket */
  static async open(group: MulticastGroup, localAddress: string): Promise<MulticastSender> {
    const socket = createSocket('udp4');
    try {
      socket.bind({ port: 0, address: localAddress, exclusive: true });
      await once(socket, 'listening');
      socket.setMulticastTTL(group.ttl);
      socket.setMulticastInterface(localAddress);
    } catch (error) {
      socket.close();
      throw error;
    }
    socket.on('error', ignored);
    return new MulticastSender(socket, group);
  }

  get backlogBytes(): number {
    return this.#isClosed ? 0 : this.#socket.getSendQueueSize();
  }

  sendPackets({ buffer, ends, starts }: PacketBatch): void {
    starts.forEach((start, index) => {
      this.#send(buffer.subarray(start, ends[index]), this.#group.port);
    });
  }

  sendReport(bytes: Buffer): void {
    this.#send(bytes, this.#group.port + 1);
  }

  close(): void {
    this.#isClosed = true;
    setImmediate(() => this.#socket.close());
  }

  #send(bytes: Buffer, port: number): void {
    if (!this.#isClosed) this.#socket.send(bytes, port, this.#group.address, ignored);
  }
}
