import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Memory of a process when nothing is left to collect, MiB. */
interface Kept {
  /** Objects and buffers of JavaScript. */
  readonly heapMib: number;
  /** Everything, also that of native code. */
  readonly residentMib: number;
}

/** The part of a process that is measured. */
interface Measured {
  /** All it has printed. */
  readonly output: string;
  readonly residentMib: number;
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

const MIB = 2 ** 20;

/** `NODE_OPTIONS` of a process that is measured. */
export const INSPECTED = '--inspect=127.0.0.1:0';

/**
 * Memory that a process keeps, measured after a full collection. The heap of V8 grows to four times of what is in use before it
 * is collected: a line through such a saw tells when the last collection was, not whether something leaks.
 */
export class KeptMemory implements Disposable {
  readonly #process: Measured;
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(process: Measured, socket: WebSocket) {
    this.#process = process;
    this.#socket = socket;
  }

  /** @param process started with `INSPECTED` */
  static async of(process: Measured): Promise<KeptMemory> {
    const url = /Debugger listening on (ws:\S+)/.exec(process.output)?.[1];
    if (url === undefined) throw new Error(`the process runs without ${INSPECTED}:\n${process.output}`);
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new KeptMemory(process, socket);
  }

  /** Collects all garbage, which stops the process for about 0.1 s. */
  async measure(): Promise<Kept> {
    await this.#ask('HeapProfiler.collectGarbage');
    const { backingStorageSize, usedSize } = (await this.#ask('Runtime.getHeapUsage')) as HeapUsage;
    return { heapMib: (usedSize + backingStorageSize) / MIB, residentMib: this.#process.residentMib };
  }

  /** One at a time. */
  async #ask(method: string): Promise<unknown> {
    this.#asked += 1;
    this.#socket.send(JSON.stringify({ id: this.#asked, method }));
    const [data] = await once(this.#socket, 'message');
    return (JSON.parse(String(data)) as { readonly result: unknown }).result;
  }

  /** A process with an open inspector does not end. */
  [Symbol.dispose](): void {
    this.#socket.terminate();
  }
}
