import { ApiError } from './api-error.ts';
import type { CallOptions } from './call-options.ts';
import { ConnectionError } from './connection-error.ts';
import { pause } from './pause.ts';
import type { Platform } from './platform.ts';

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5000;
/** Real time without a byte after which the transfer counts as broken. */
const STALL_MS = 15_000;
const GIVE_UP_MS = 120_000;

/** How much of a file has arrived. */
export interface DownloadProgress {
  /** Bytes of the file that are there, those before `firstByte` included. */
  readonly bytes: number;
  /** Size of the file; undefined if the station did not tell. */
  readonly totalBytes: number | undefined;
}

/** Options of a download. To resume one of an earlier run, give `firstByte` and the `etag` that it had. */
export interface DownloadOptions {
  /** Ends the download; its stream then fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Bytes that are there already, fewer than the file has; 0 when absent. */
  readonly firstByte?: number;
  /** Version of the file that they belong to; another one is refused with `FileChangedError`. */
  readonly etag?: string;
  /** Called after each chunk. */
  readonly onProgress?: (progress: DownloadProgress) => void;
  /** Called when the transfer broke, and with undefined when it continues. */
  readonly onBroken?: (error: ConnectionError | undefined) => void;
  /** Real time without a byte after which it fails, milliseconds; 2 minutes when absent. */
  readonly giveUpMs?: number;
}

/** A file under way. */
export interface FileDownload {
  /** The bytes from `firstByte` on, as fast as they are read. Its transfer is resumed when it breaks. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Size of the whole file, bytes; undefined if the station did not tell. */
  readonly totalBytes: number | undefined;
  /** Version of the file, to resume it later; undefined if the station did not tell. */
  readonly etag: string | undefined;
  readonly mediaType: string | undefined;
}

/** The file is another one than that of which a part is there. Download it from the beginning. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

interface DownloadDeps {
  /** Requests the file from a byte on. */
  readonly request: (options: CallOptions) => Promise<Response>;
  readonly platform: Platform;
}

/** Starts a download. @throws FileChangedError, ApiError, ConnectionError, or the reason of `options.signal` */
export async function downloadFile(deps: DownloadDeps, options: DownloadOptions): Promise<FileDownload> {
  const transfer = new Transfer(deps, options);
  const { etag, mediaType, totalBytes } = await transfer.open();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const chunk = await transfer.next();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: () => transfer.close(),
    },
    // Nothing is fetched ahead: what waits is in the buffers of the connection.
    { highWaterMark: 0 },
  );
  return { stream, etag, mediaType, totalBytes };
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** The bytes of one file, over as many connections as it takes. */
class Transfer {
  readonly #deps: DownloadDeps;
  readonly #options: DownloadOptions;
  #bytes: number;
  #etag: string | undefined;
  #totalBytes: number | undefined;
  #reader: Reader | undefined;

  constructor(deps: DownloadDeps, options: DownloadOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#bytes = options.firstByte ?? 0;
    this.#etag = options.etag;
  }

  async open(): Promise<Omit<FileDownload, 'stream'>> {
    const first = this.#bytes;
    const response = await this.#deps.request({
      ...(this.#options.signal !== undefined && { signal: this.#options.signal }),
      ...(first > 0 && { range: { first } }),
    });
    const etag = response.headers.get('etag') ?? undefined;
    if ((first > 0 && response.status !== 206) || (this.#etag !== undefined && etag !== this.#etag)) {
      await response.body?.cancel();
      throw new FileChangedError(
        `the file has changed since its first ${first} bytes were read; read it from the beginning`,
      );
    }
    this.#etag = etag;
    this.#totalBytes = totalBytesOf(response, first);
    this.#reader = response.body?.getReader() as Reader | undefined;
    const mediaType = response.headers.get('content-type') ?? undefined;
    return { etag, mediaType, totalBytes: this.#totalBytes };
  }

  /** The next bytes; undefined at the end. @throws what ends the download */
  async next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { giveUpMs = GIVE_UP_MS, onBroken, onProgress, signal } = this.#options;
    const { platform } = this.#deps;
    const sinceMs = platform.nowMs();
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (this.#reader === undefined) await this.open();
        if (attempt > 1) onBroken?.(undefined);
        const chunk = await this.#read();
        this.#bytes += chunk?.length ?? 0;
        if (chunk !== undefined) onProgress?.({ bytes: this.#bytes, totalBytes: this.#totalBytes });
        return chunk;
      } catch (error) {
        this.close();
        signal?.throwIfAborted();
        const delayMs = delayMsOf(error, attempt);
        if (!mayResume(error) || platform.nowMs() + delayMs - sinceMs >= giveUpMs) throw error;
        if (error instanceof ConnectionError) onBroken?.(error);
        await pause(platform, delayMs, signal);
      }
    }
  }

  close(): void {
    void this.#reader?.cancel().catch(() => undefined);
    this.#reader = undefined;
  }

  async #read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const fault = new ConnectionError('TIMEOUT', `no byte of the file in ${STALL_MS / 1000} s`);
    let cancel = () => {};
    const stalled = new Promise<never>((_, reject) => {
      cancel = this.#deps.platform.schedule(STALL_MS, () => reject(fault));
    });
    try {
      const result = await Promise.race([this.#reader?.read(), stalled]);
      if (result?.done === false) return result.value;
    } catch (cause) {
      if (cause === fault) throw fault;
      throw new ConnectionError('UNREACHABLE', 'the transfer of the file broke', { cause });
    } finally {
      cancel();
    }
    if (this.#totalBytes === undefined || this.#bytes >= this.#totalBytes) return undefined;
    throw new ConnectionError('UNREACHABLE', `the file ended after ${this.#bytes} of ${this.#totalBytes} bytes`);
  }
}

/** The station may restart in the middle of a file; a refusal of another kind is final. */
const mayResume = (error: unknown): boolean =>
  error instanceof ConnectionError
    ? error.code === 'UNREACHABLE' || error.code === 'TIMEOUT'
    : error instanceof ApiError && (error.status === 429 || error.status >= 500);

function delayMsOf(error: unknown, attempt: number): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  return asked ?? Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

function totalBytesOf({ headers }: Response, first: number): number | undefined {
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  if (whole !== undefined) return Number(whole);
  const length = headers.get('content-length');
  return length === null ? undefined : first + Number(length);
}
