import { once } from 'node:events';
import type { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import WebSocket from 'ws';

/** Readers whose messages are parsed; those of the others are only received, as this process shares the machine with the hub. */
const PARSED = 3;
/** Limit of the hub for a key. */
const READERS_OF_A_KEY = 4;

/** Clients that watch all stations. */
export class LiveReaders implements Disposable {
  /** From the receipt of a beat by the hub to its arrival, milliseconds. */
  latenciesMs: number[] = [];
  bytes = 0;
  readonly #sockets: WebSocket[] = [];

  static async open(hub: HubProcess, count: number, hz: number): Promise<LiveReaders> {
    const readers = new LiveReaders();
    const url = `${hub.url.replace('http', 'ws')}/fleet/v1/live?hz=${hz}`;
    let key = '';
    for (let index = 0; index < count; index += 1) {
      if (index % READERS_OF_A_KEY === 0) {
        const made = await hub.ask('keys', { body: { name: `reader ${index} ${Date.now()}`, role: 'viewer' } });
        key = made.body.secret;
      }
      const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${key}` }, perMessageDeflate: false });
      let isFirst = true;
      socket.on('message', (data: Buffer) => {
        readers.bytes += data.length;
        if (index < PARSED && !isFirst) readers.#note(data);
        isFirst = false;
      });
      await once(socket, 'open');
      readers.#sockets.push(socket);
    }
    return readers;
  }

  #note(data: Buffer): void {
    const nowMs = performance.timeOrigin + performance.now();
    const { stations } = JSON.parse(data.toString()) as { stations: readonly { readonly seen?: string }[] };
    for (const { seen } of stations) if (seen !== undefined) this.latenciesMs.push(nowMs - Date.parse(seen));
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}
