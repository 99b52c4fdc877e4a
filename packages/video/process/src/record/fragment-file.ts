import type { FileHandle } from 'node:fs/promises';
import { Fault } from '@kitestring/base/fault.ts';
import { type FrameSize, type PictureCodec, RTP_CLOCK_HZ } from '../access-unit.ts';
import { concat } from '../fmp4/box.ts';
import type { FragmentPosition } from '../fmp4/fragmenter.ts';
import { movieCodec, movieSize } from '../fmp4/movie-size.ts';
import { Mp4Fault } from '../fmp4/mp4-fault.ts';
import { readBoxes } from '../fmp4/read-boxes.ts';
import { scanFile } from '../fmp4/scan.ts';
import { createDurable, openDurable, synced } from './durable-file.ts';
import { fileSource, writeAll } from './file-source.ts';

/** Half a minute of video in good quality: a disk that lags by more will not catch up. */
const PENDING_MAX_BYTES = 16 * 2 ** 20;

/** The disk does not accept the data in time. */
class SlowDiskFault extends Fault {
  readonly code = 'SLOW_DISK';
}

/** A growing file: appended data are written in order, as soon as the disk can. */
export class FragmentFile {
  readonly #file: FileHandle;
  readonly #onFault: (fault: unknown) => void;
  #position: number;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writing: Promise<void> | undefined;
  #hasFailed = false;

  private constructor(file: FileHandle, position: number, onFault: (fault: unknown) => void) {
    this.#file = file;
    this.#position = position;
    this.#onFault = onFault;
  }

  /** @throws the disk's error, also when the file exists */
  static async create(path: string, onFault: (fault: unknown) => void): Promise<FragmentFile> {
    return new FragmentFile(await createDurable(path), 0, onFault);
  }

  /**
   * Continues after the last complete fragment of a file left by a kill.
   * @throws Mp4Fault when it has none or is finished, or the disk's error
   */
  static async reopen(
    path: string,
    onFault: (fault: unknown) => void,
  ): Promise<{
    file: FragmentFile;
    from: FragmentPosition;
    hasText: boolean;
    size: FrameSize;
    codec: PictureCodec;
  }> {
    const handle = await openDurable(path);
    try {
      const scanned = await scanFile(await fileSource(handle));
      if (scanned.isFinished || scanned.chunks.length === 0) throw new Mp4Fault('nothing can be added to it');
      await handle.truncate(scanned.end);
      const last = scanned.chunks.at(-1);
      const lengthTicks = last?.durations.reduce((sum, duration) => sum + duration, 0) ?? 0;
      const from: FragmentPosition = {
        sequence: scanned.chunks.length + 1,
        time: (last?.time ?? 0) + lengthTicks,
        realTimeMs: (scanned.lastRealTimeMs ?? 0) + (lengthTicks * 1000) / RTP_CLOCK_HZ,
      };
      const file = new FragmentFile(handle, scanned.end, onFault);
      const hasText = readBoxes(scanned.movie).filter(({ type }) => type === 'trak').length > 1;
      const { movie } = scanned;
      return { file, from, hasText, size: movieSize(movie), codec: movieCodec(movie) };
    } catch (fault) {
      await handle.close();
      throw fault;
    }
  }

  append(bytes: Uint8Array): void {
    if (this.#hasFailed) return;
    if (this.#pendingBytes + bytes.length > PENDING_MAX_BYTES) {
      this.#fail(new SlowDiskFault(`the disk has not taken ${this.#pendingBytes} bytes yet`));
      return;
    }
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#writing ??= this.#write();
  }

  /** Resolves when everything appended so far is on the disk; false when it failed. */
  async saved(): Promise<boolean> {
    await this.#writing;
    return !this.#hasFailed;
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  async #write(): Promise<void> {
    try {
      while (this.#pending.length > 0) {
        const bytes = concat(...this.#pending);
        this.#pending = [];
        await writeAll(this.#file, bytes, this.#position);
        // A vehicle's power may be cut at any time: the last second must be on the disk, not in its cache.
        await synced(this.#file);
        this.#position += bytes.length;
        this.#pendingBytes -= bytes.length;
      }
    } catch (fault) {
      this.#fail(fault);
    } finally {
      this.#writing = undefined;
    }
  }

  #fail(fault: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#pending = [];
    this.#onFault(fault);
  }
}
