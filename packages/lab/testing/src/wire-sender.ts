/** The client of a measurement, on its own thread, so that only the station's work is counted. */
import { connect, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Bytes to send `times` times, each on a new connection, which ends when the awaited text has arrived. */
export interface WireOrder {
  readonly port: number;
  /** Steps of one connection: bytes in a packet of their own, sent after the awaited text of the step before. */
  readonly steps: readonly { readonly bytes: Uint8Array; readonly awaits: string }[];
  readonly times: number;
}

const GIVE_UP_MS = 180_000;

parentPort?.on('message', async (order: WireOrder) => {
  try {
    let heard = '';
    for (let time = 0; time < order.times; time += 1) heard = await converse(order);
    parentPort?.postMessage({ heard });
  } catch (fault) {
    parentPort?.postMessage({ fault: String(fault) });
  }
});

async function converse({ port, steps }: WireOrder): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  try {
    let heard = '';
    for (const { awaits, bytes } of steps) {
      socket.write(bytes);
      heard = await hear(socket, awaits);
    }
    return heard;
  } finally {
    socket.destroy();
  }
}

/** Reads up to this text, or to the end of the connection. */
function hear(socket: Socket, awaited: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const timeout = setTimeout(() => reject(new Error(`no ${awaited} in ${heard.slice(0, 300)}`)), GIVE_UP_MS);
    const end = () => {
      clearTimeout(timeout);
      socket.off('data', read);
      resolve(heard);
    };
    const read = (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      if (heard.includes(awaited)) end();
    };
    socket.on('data', read);
    socket.once('close', end);
    socket.on('error', end);
  });
}
