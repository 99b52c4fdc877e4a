import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessUnit, EncodedSource, FrameSize, ParameterSets, SourceDirectory } from '../access-unit.ts';
import { Fragmenter, type FragmenterOptions } from '../fmp4/fragmenter.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import { Mp4Fault } from '../fmp4/mp4-fault.ts';
import { finishFile } from './finish-file.ts';
import { FragmentFile } from './fragment-file.ts';
import { PARTS_MAX, partName } from './part-name.ts';

/** So much is lost by a kill, and by a power cut twice as much at most: while one fragment is written the next one grows. */
const FRAGMENT_S = 0.4;
/** The first picture goes to the disk as soon as the second one says how long it lasts. */
const FIRST_FRAGMENT_S = 0;
/** A source that pauses must not keep its last pictures from the disk. */
const PENDING_MAX_MS = 700;

export interface TrackParts {
  readonly directory: SourceDirectory;
  readonly streamId: string;
  /** Where the file is; one that a kill left unfinished goes on. */
  readonly folder: string;
  readonly fileId: string;
  /** A picture is on the disk: from now on no kill takes the whole file. Called at least once. */
  readonly onBegin: () => void;
  /** Nothing more is written. */
  readonly onFault: (fault: unknown) => void;
  readonly nowMs: () => number;
}

class SourceSilent extends Error {}

/** The first picture of a source that is just being started comes sooner. */
const ANSWER_MS = 5000;

/** Pictures that keep changing their size. */
class RestlessSource extends Error {
  readonly code = 'RESTLESS_SOURCE';
}

/**
 * Writes one stream into one file. A stream that is lost leaves a gap and goes on when it is back; when it is back in another
 * size it goes on in another file, for a film has one size.
 */
export class TrackRecorder {
  readonly #parts: TrackParts;
  /** Of the file that is written now; the first is 1. */
  #part = 1;
  #size: FrameSize | undefined;
  readonly #completing: Promise<void>[] = [];
  #source: EncodedSource | undefined;
  #leave: () => void = () => {};
  #file: FragmentFile | undefined;
  #fragmenter: Fragmenter | undefined;
  /** The head of a file that has no picture yet, by the time of the first: that is when it was made. */
  #headOf: ((createdUs: number) => Uint8Array) | undefined;
  #lastPictureMs: number;
  #attaching: Promise<void> | undefined;
  #hasBegun = false;
  #hasEnded = false;

  constructor(parts: TrackParts) {
    this.#parts = parts;
    this.#lastPictureMs = parts.nowMs();
    this.tick();
  }

  get #path(): string {
    return this.#pathOf(this.#part);
  }

  #pathOf(part: number): string {
    return join(this.#parts.folder, partName(this.#parts.fileId, part));
  }

  /** How long there has been no picture, milliseconds. */
  get silentMs(): number {
    return this.#parts.nowMs() - this.#lastPictureMs;
  }

  /** To be called several times a second: looks for a source that is back, and saves what has waited. */
  tick(): void {
    if (this.#hasEnded) return;
    if (this.#source === undefined) this.#attaching ??= this.#attach().finally(() => (this.#attaching = undefined));
    const sinceMs = this.#fragmenter?.pendingSinceMs;
    if (sinceMs !== undefined && this.#parts.nowMs() - sinceMs > PENDING_MAX_MS) this.#write(this.#fragmenter?.flush());
  }

  /** Saves the rest and completes the file. @throws what the disk says; what was written before still plays */
  async finish(): Promise<void> {
    this.#hasEnded = true;
    this.#leave();
    await this.#attaching;
    this.#complete();
    const outcomes = await Promise.allSettled(this.#completing);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** The file that is open gets its end, in its own time. */
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
    const source = this.#parts.directory.find(this.#parts.streamId);
    if (source === undefined) return;
    try {
      const sets = await inTime(source.parameterSets());
      await this.#openFile(source, sets);
      if (!this.#hasEnded) this.#follow(source);
    } catch (fault) {
      // A source that does not answer is tried again; a disk that does not is the end.
      if (fault instanceof SourceSilent) return;
      this.#parts.onFault(fault);
    }
  }

  async #openFile(source: EncodedSource, sets: ParameterSets): Promise<void> {
    this.#fragmenter?.interrupt();
    if (this.#hasEnded) return;
    const options = { sets, framesPerS: source.framesPerS, fragmentS: FRAGMENT_S, firstFragmentS: FIRST_FRAGMENT_S };
    if (this.#file === undefined) await this.#goOn(options);
    if (this.#file !== undefined && isSame(this.#size, source.size)) return;
    this.#beginPart();
    this.#file = await FragmentFile.create(this.#path, this.#parts.onFault);
    this.#fragmenter = new Fragmenter(options);
    this.#size = source.size;
    this.#headOf = (createdUs) => initSegment({ size: source.size, sets, createdUs });
  }

  /** @throws RestlessSource */
  #beginPart(): void {
    if (this.#file === undefined) return;
    this.#complete();
    this.#part += 1;
    if (this.#part > PARTS_MAX) throw new RestlessSource(`the size of its pictures has changed ${PARTS_MAX} times`);
  }

  /** Opens the newest file that a kill left, if there is one. */
  async #goOn(options: FragmenterOptions): Promise<void> {
    while (this.#part < PARTS_MAX && existsSync(this.#pathOf(this.#part + 1))) this.#part += 1;
    if (existsSync(this.#path)) await this.#reopen(options);
  }

  /** @returns false when there was nothing whole in the file; it is gone then */
  async #reopen(options: FragmenterOptions): Promise<boolean> {
    try {
      const { file, from, size } = await FragmentFile.reopen(this.#path, this.#parts.onFault);
      this.#file = file;
      this.#size = size;
      this.#fragmenter = new Fragmenter({ ...options, from });
      return true;
    } catch (fault) {
      if (!(fault instanceof Mp4Fault) || (await finishFile(this.#path)).state !== 'removed') throw fault;
      return false;
    }
  }

  #follow(source: EncodedSource): void {
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
    this.#lastPictureMs = this.#parts.nowMs();
    const head = this.#headOf?.(unit.wallMs * 1000);
    this.#headOf = undefined;
    if (head !== undefined) this.#file?.append(head);
    this.#write(this.#fragmenter?.push(unit));
  }

  #write(fragment: Uint8Array | undefined): void {
    const file = this.#file;
    if (fragment === undefined || file === undefined) return;
    file.append(fragment);
    if (!this.#hasBegun) void file.saved().then((isSaved) => isSaved && this.#begin());
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#parts.onBegin();
  }
}

const isSame = (size: FrameSize | undefined, other: FrameSize): boolean =>
  size?.widthPx === other.widthPx && size.heightPx === other.heightPx;

/** @throws SourceSilent when the source has not answered in time, or ends before it has */
async function inTime(sets: Promise<ParameterSets>): Promise<ParameterSets> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SourceSilent('it does not answer')), ANSWER_MS);
  try {
    return await Promise.race([sets, late]);
  } catch (cause) {
    throw new SourceSilent('it does not tell how its pictures are coded', { cause });
  } finally {
    clearTimeout(timer);
  }
}
