import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type AmfValue, amfBytes, readAmf } from '../../src/push/amf0.ts';
import { ChunkReader, chunks, RTMP, type RtmpMessage } from '../../src/push/rtmp-chunks.ts';

const HANDSHAKE_BYTES = 1536;
const STREAM_ID = 1;

interface RelayOptions {
  /** Answer to `publish`; it takes the stream if absent. */
  readonly refusal?: { readonly code: string; readonly description: string };
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Reads nothing more once the stream is live. */
  readonly isDeaf?: boolean;
}

/** A relay that takes a stream over RTMP, over real sockets. */
export class ScriptedRelay implements AsyncDisposable {
  readonly commands: (readonly AmfValue[])[] = [];
  readonly videos: Buffer[] = [];
  readonly sockets: Socket[] = [];
  readonly #server: Server;
  readonly #options: RelayOptions;
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined;

  private constructor(options: RelayOptions) {
    this.#options = options;
    const { tls } = options;
    const listener = (socket: Socket) => this.#serve(socket);
    this.#server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  }

  static async start(options: RelayOptions = {}): Promise<ScriptedRelay> {
    const relay = new ScriptedRelay(options);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves when it has so many video messages. */
  async received(count: number): Promise<void> {
    if (this.videos.length >= count) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = { count, resolve };
    await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.sockets.push(socket);
    socket.on('error', () => {});
    const reader = new ChunkReader();
    let greeting: Buffer | undefined = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      let rest = data;
      if (greeting !== undefined) {
        const isFirst = greeting.length === 0;
        greeting = Buffer.concat([greeting, data]);
        if (isFirst) socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(2 * HANDSHAKE_BYTES)]));
        if (greeting.length < 1 + 2 * HANDSHAKE_BYTES) return;
        rest = greeting.subarray(1 + 2 * HANDSHAKE_BYTES);
        greeting = undefined;
      }
      for (const message of reader.push(rest)) this.#receive(socket, message);
    });
  }

  #receive(socket: Socket, { payload, type }: RtmpMessage): void {
    if (type === RTMP.video) {
      this.videos.push(payload);
      if (this.videos.length >= (this.#waiting?.count ?? Number.POSITIVE_INFINITY)) this.#waiting?.resolve();
    }
    if (type !== RTMP.commandAmf0) return;
    const command = readAmf(payload);
    this.commands.push(command);
    const [name, call = 0] = command;
    const say = (...values: AmfValue[]) =>
      socket.write(
        chunks({ chunkStream: 3, type: RTMP.commandAmf0, streamId: 0, timeMs: 0, parts: [amfBytes(...values)] }),
      );
    if (name === 'connect') say('_result', call, {}, { code: 'NetConnection.Connect.Success' });
    if (name === 'createStream') say('_result', call, null, STREAM_ID);
    if (name !== 'publish') return;
    const { isDeaf = false, refusal } = this.#options;
    say(
      'onStatus',
      0,
      null,
      refusal === undefined ? { code: 'NetStream.Publish.Start' } : { level: 'error', ...refusal },
    );
    if (isDeaf) socket.pause();
  }
}
