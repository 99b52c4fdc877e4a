import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const EVERY = 10;

/** A line over UDP that loses every tenth packet of data towards the receiver. */
export class LossyLine implements AsyncDisposable {
  lost = 0;
  readonly #near = createSocket('udp4');
  readonly #far = createSocket('udp4');
  #sender: RemoteInfo | undefined;
  #count = 0;

  static async start(port: number): Promise<LossyLine> {
    const line = new LossyLine();
    line.#near.on('message', (packet, sender) => line.#forward(packet, sender, port));
    line.#far.on('message', (packet) => {
      const to = line.#sender;
      if (to !== undefined) line.#near.send(packet, to.port, to.address);
    });
    line.#near.bind(0, '127.0.0.1');
    await once(line.#near, 'listening');
    return line;
  }

  get port(): number {
    return this.#near.address().port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const close = (socket: Socket) => new Promise<void>((resolve) => socket.close(() => resolve()));
    await Promise.all([close(this.#near), close(this.#far)]);
  }

  #forward(packet: Buffer, sender: RemoteInfo, port: number): void {
    this.#sender = sender;
    const isData = (packet[0] ?? 0) < 0x80;
    if (isData && ++this.#count % EVERY === 0) this.lost += 1;
    else this.#far.send(packet, port, '127.0.0.1');
  }
}
