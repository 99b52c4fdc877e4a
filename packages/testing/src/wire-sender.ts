/** The other end of a measurement, on a thread of its own so that only the station's work is counted. */
import { connect, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Bytes to be sent so often, each time on a connection of its own, which ends when as much was answered as is awaited. */
export interface WireOrder {
  readonly port: number;
  /** Sent one after the other, each in a packet of its own after what is awaited before it. */
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

/** Received data up to this text, or to the end. */
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
