import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@kitestring/base/fault.ts';
import {
  type AccessUnit,
  codecOf,
  type EncodedSource,
  type FrameSize,
  type ParameterSets,
  type PictureCodec,
  type SourceDirectory,
} from '../access-unit.ts';
import { withTimeStamp } from '../encode/time-stamp.ts';
import { Fragmenter, type FragmenterOptions } from '../fmp4/fragmenter.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import { Mp4Fault } from '../fmp4/mp4-fault.ts';
import { nextSetTime } from '../klv/set-times.ts';
import { finishFile } from './finish-file.ts';
import { FragmentFile } from './fragment-file.ts';
import { PARTS_MAX, partName } from './part-name.ts';

/**
 * Maximum loss by a kill; by a power cut at most twice as much, because the next fragment grows while one is written.
 */
const FRAGMENT_S = 0.4;
/** The first picture is written as soon as the second one determines its duration. */
const FIRST_FRAGMENT_S = 0;
/** A source that pauses must not hold its last pictures in memory. */
const PENDING_MAX_MS = 700;

interface TrackRecorderOptions {
  readonly directory: SourceDirectory;
  readonly streamId: string;
  /** Folder of the file; a file left by a kill is continued. */
  readonly folder: string;
  readonly fileId: string;
  /** A picture is on the disk: from now on a kill does not lose the whole file. Called at least once. */
  readonly onBegin: () => void;
  /** Writing has stopped. */
  readonly onFault: (fault: unknown) => void;
  /** Monotonic, milliseconds. */
  readonly nowMs: () => number;
  /** Position and direction of the camera at a picture of a stream; undefined while unknown. */
  readonly textAt: (streamId: string, unit: AccessUnit) => string | undefined;
}

class SilentSourceFault extends Fault {}

/** Longer than a starting source takes to its first picture. */
const ANSWER_MS = 5000;

/** The picture size or the codec keeps changing. */
class RestlessSourceFault extends Fault {
  readonly code = 'RESTLESS_SOURCE';
}

/**
 * Writes one stream to one file. A lost stream leaves a gap and continues when it is back; with another picture size
 * or codec it continues in another file, because a file has one of each.
 */
export class TrackRecorder {
  readonly #options: TrackRecorderOptions;
  /** Number of the present file; the first is 1. */
  #part = 1;
  #format: FileFormat | undefined;
  readonly #completing: Promise<void>[] = [];
  #source: EncodedSource | undefined;
  #leave: () => void = () => {};
  #file: FragmentFile | undefined;
  #fragmenter: Fragmenter | undefined;
  /** Head of a file without pictures so far; its creation time is that of the first picture. */
  #headOf: ((first: AccessUnit) => Uint8Array) | undefined;
  #lastPictureMs: number;
  /** From when on a picture gets the next text; 90 kHz. Undefined for a file of an earlier release, which has no track for it. */
  #textTime: number | undefined = Number.NEGATIVE_INFINITY;
  #attaching: Promise<void> | undefined;
  #hasBegun = false;
  #hasEnded = false;

  constructor(options: TrackRecorderOptions) {
    this.#options = options;
    this.#lastPictureMs = options.nowMs();
    this.tick();
  }

  get #path(): string {
    return this.#pathOf(this.#part);
  }

  #pathOf(part: number): string {
    return join(this.#options.folder, partName(this.#options.fileId, part));
  }

  /** Time without a picture, milliseconds. */
  get silentMs(): number {
    return this.#options.nowMs() - this.#lastPictureMs;
  }

  /** Call several times a second: reconnects a lost source, and writes pending pictures. */
  tick(): void {
    if (this.#hasEnded) return;
    if (this.#source === undefined) this.#attaching ??= this.#attach().finally(() => (this.#attaching = undefined));
    const sinceMs = this.#fragmenter?.pendingSinceMs;
    if (sinceMs !== undefined && this.#options.nowMs() - sinceMs > PENDING_MAX_MS)
      this.#write(this.#fragmenter?.flush());
  }

  /** Writes the rest and completes the file. @throws the disk's error; what was written before is playable */
  async finish(): Promise<void> {
    this.#hasEnded = true;
    this.#leave();
    await this.#attaching;
    this.#complete();
    const outcomes = await Promise.allSettled(this.#completing);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Completes the open file asynchronously. */
  #complete(): void {
    const file = this.#file;
    const path = this.#path;
    if (file === undefined) return;
    this.#write(this.#fragmenter?.flush());
    this.#file = undefined;
    this.#fragmenter = undefined;
    this.#headOf = undefined;
    const completed = file.close().then(async () => void (await finishFile(path)));
    completed.catch(() => {});
    this.#completing.push(completed);
  }

  async #attach(): Promise<void> {
    const source = this.#options.directory.find(this.#options.streamId);
    if (source === undefined) return;
    try {
      const sets = await inTime(source.parameterSets());
      await this.#openFile(source, sets);
      if (!this.#hasEnded) this.#follow(source);
    } catch (fault) {
      // A silent source is retried; a disk error is final.
      if (fault instanceof SilentSourceFault) return;
      this.#options.onFault(fault);
    }
  }

  async #openFile(source: EncodedSource, sets: ParameterSets): Promise<void> {
    this.#fragmenter?.interrupt();
    if (this.#hasEnded) return;
    const options = { sets, framesPerS: source.framesPerS, fragmentS: FRAGMENT_S, firstFragmentS: FIRST_FRAGMENT_S };
    if (this.#file === undefined) await this.#goOn(options);
    const format = { size: source.size, codec: codecOf(sets) };
    if (this.#file !== undefined && isSame(this.#format, format)) return;
    this.#beginPart();
    this.#file = await FragmentFile.create(this.#path, this.#options.onFault);
    this.#fragmenter = new Fragmenter(options);
    this.#format = format;
    this.#headOf = ({ realTimeMs, takenUs }) =>
      initSegment({
        size: source.size,
        sets,
        hasText: true,
        createdUs: realTimeMs * 1000,
        stationUs: Math.round(takenUs),
      });
    this.#textTime = Number.NEGATIVE_INFINITY;
  }

  /** @throws RestlessSourceFault */
  #beginPart(): void {
    if (this.#file === undefined) return;
    this.#complete();
    this.#part += 1;
    if (this.#part > PARTS_MAX)
      throw new RestlessSourceFault(`the size or codec of its pictures has changed ${PARTS_MAX} times`);
  }

  /** Opens the newest file left by a kill, if any. */
  async #goOn(options: FragmenterOptions): Promise<void> {
    while (this.#part < PARTS_MAX && existsSync(this.#pathOf(this.#part + 1))) this.#part += 1;
    if (existsSync(this.#path)) await this.#reopen(options);
  }

  /** @returns false when the file contained nothing complete; it is then deleted */
  async #reopen(options: FragmenterOptions): Promise<boolean> {
    try {
      const { codec, file, from, hasText, size } = await FragmentFile.reopen(this.#path, this.#options.onFault);
      this.#file = file;
      this.#format = { size, codec };
      this.#textTime = hasText ? Number.NEGATIVE_INFINITY : undefined;
      this.#fragmenter = new Fragmenter({ ...options, from });
      return true;
    } catch (fault) {
      if (!(fault instanceof Mp4Fault) || (await finishFile(this.#path)).state !== 'removed') throw fault;
      return false;
    }
  }

  #follow(source: EncodedSource): void {
    // The next source counts from another time.
    if (this.#textTime !== undefined) this.#textTime = Number.NEGATIVE_INFINITY;
    this.#source = source;
    this.#leave = source.attach({
      onAccessUnit: (unit) => this.#take(unit),
      onEnd: () => {
        this.#leave = () => {};
        this.#source = undefined;
      },
    });
  }

  #take(unit: AccessUnit): void {
    this.#lastPictureMs = this.#options.nowMs();
    const head = this.#headOf?.(unit);
    this.#headOf = undefined;
    if (head !== undefined) this.#file?.append(head);
    const stamped = { ...unit, nals: withTimeStamp(unit, unit.takenUs) };
    this.#write(this.#fragmenter?.push(stamped, this.#lastPictureMs, this.#textAt(unit)));
  }

  #textAt(unit: AccessUnit): string | undefined {
    if (this.#textTime === undefined || unit.rtpTime < this.#textTime) return undefined;
    const text = this.#options.textAt(this.#options.streamId, unit);
    if (text !== undefined) this.#textTime = nextSetTime(this.#textTime, unit.rtpTime);
    return text;
  }

  #write(fragment: Uint8Array | undefined): void {
    const file = this.#file;
    if (fragment === undefined || file === undefined) return;
    file.append(fragment);
    if (!this.#hasBegun) void file.saved().then((isSaved) => isSaved && this.#begin());
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#options.onBegin();
  }
}

/** A file has one. */
interface FileFormat {
  readonly size: FrameSize;
  readonly codec: PictureCodec;
}

const isSame = (format: FileFormat | undefined, { codec, size }: FileFormat): boolean =>
  format?.codec === codec && format.size.widthPx === size.widthPx && format.size.heightPx === size.heightPx;

/** @throws SilentSourceFault when the source has not answered in time, or has ended before */
async function inTime(sets: Promise<ParameterSets>): Promise<ParameterSets> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SilentSourceFault('it does not answer')), ANSWER_MS);
  try {
    return await Promise.race([sets, late]);
  } catch (cause) {
    throw new SilentSourceFault('it does not tell how its pictures are coded', { cause });
  } finally {
    clearTimeout(timer);
  }
}
