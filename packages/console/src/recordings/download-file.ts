import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { pause as pauseFor } from '../kit/pause.ts';

/** Bytes that are handed to the browser at a time: what it has it may keep on the disk, what is not yet handed over is in memory. */
const PIECE_BYTES = 8 * 2 ** 20;
const AGAIN_MS = 2000;

interface DownloadOptions {
  /** Asks for the file from a byte on. @throws ApiError, ConnectionError */
  readonly ask: (first: number) => Promise<Response>;
  readonly signal: AbortSignal;
  /** Share that has come, 0 to 100. */
  readonly onPercent: (percent: number) => void;
  /** The way to the station has broken; undefined when it goes on. */
  readonly onBroken: (error: ConnectionError | undefined) => void;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Fetches a whole file. Where the way to the station breaks it goes on where it broke; from the beginning, if the file has
 * changed meanwhile.
 * @throws ApiError; the reason of the signal
 */
export async function downloadFile(options: DownloadOptions): Promise<Blob> {
  const { onBroken, pause = pauseFor, signal } = options;
  const file = new GrowingFile();
  for (;;) {
    try {
      await goOn(file, options);
      return file.whole();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionError)) throw error;
      onBroken(error);
    }
    await pause(AGAIN_MS, signal);
    signal.throwIfAborted();
  }
}

/** Fetches what is missing. @throws ApiError, ConnectionError */
async function goOn(file: GrowingFile, options: DownloadOptions): Promise<void> {
  const { ask, onBroken, onPercent } = options;
  const response = await ask(file.size);
  onBroken(undefined);
  const tag = response.headers.get('etag');
  const isPart = response.status === 206;
  if (file.size > 0 && !(isPart && tag === file.tag)) {
    file.clear();
    // The end of another file is of no use.
    if (isPart) return await response.body?.cancel().then(() => goOn(file, options));
  }
  file.tag = tag;
  const total = file.size + Number(response.headers.get('content-length'));
  await read(response, (chunk) => {
    file.add(chunk);
    onPercent(total > 0 ? Math.floor((file.size / total) * 100) : 0);
  });
}

/** @throws ConnectionError when the body breaks off */
async function read({ body }: Response, onChunk: (chunk: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch(brokenOff)) ?? { done: true, value: undefined };
    if (done) return;
    onChunk(value);
  }
}

function brokenOff(cause: unknown): never {
  throw new ConnectionError('UNREACHABLE', 'the file broke off', { cause });
}

/** Received part of a file. */
class GrowingFile {
  size = 0;
  /** Another one means another content. */
  tag: string | null = null;
  #kept: Blob[] = [];
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.size += chunk.length;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes >= PIECE_BYTES) this.#keep();
  }

  clear(): void {
    this.size = 0;
    this.#kept = [];
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  whole(): Blob {
    this.#keep();
    return new Blob(this.#kept);
  }

  #keep(): void {
    this.#kept.push(new Blob(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
