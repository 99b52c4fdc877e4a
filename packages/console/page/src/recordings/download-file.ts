import type { DownloadOptions, FileDownload } from '@kitestring/client/file-download.ts';
import { FileChangedError } from '@kitestring/client/file-download.ts';

/** Bytes handed to the browser at a time. The browser may keep them on disk; bytes that are not handed over yet are in memory. */
const PIECE_BYTES = 8 * 2 ** 20;

interface DownloadFileOptions extends Pick<DownloadOptions, 'signal' | 'onBroken'> {
  /** Starts the download. @throws ApiError, ConnectionError */
  readonly start: (options: DownloadOptions) => Promise<FileDownload>;
  /** Received share, 0 to 100. */
  readonly onPercent: (percent: number) => void;
}

/**
 * Downloads a whole file despite interruptions of any length; from the beginning if the file has changed.
 * @throws ApiError; ConnectionError before the first byte; the reason of the signal
 */
export async function downloadFile({ start, onPercent, ...options }: DownloadFileOptions): Promise<Blob> {
  for (;;) {
    try {
      const { stream } = await start({
        ...options,
        giveUpMs: Number.POSITIVE_INFINITY,
        onProgress: ({ bytes, totalBytes = 0 }) =>
          onPercent(totalBytes > 0 ? Math.floor((bytes / totalBytes) * 100) : 0),
      });
      return await wholeBlob(stream);
    } catch (error) {
      if (!(error instanceof FileChangedError)) throw error;
      options.onBroken?.(undefined);
    }
  }
}

async function wholeBlob(stream: FileDownload['stream']): Promise<Blob> {
  const kept: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let pendingBytes = 0;
  const keep = () => {
    kept.push(new Blob(pending));
    pending = [];
    pendingBytes = 0;
  };
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pending.push(next.value);
    pendingBytes += next.value.length;
    if (pendingBytes >= PIECE_BYTES) keep();
  }
  keep();
  return new Blob(kept);
}
