import type { Recording } from '@kitestring/contract/recordings/recording.ts';
import type { FilmTimes } from '@kitestring/media/fmp4/scan.ts';
import { finishFile } from '@kitestring/media/record/finish-file.ts';
import { partsAmong } from '@kitestring/media/record/part-name.ts';
import { US_PER_S } from '@kitestring/station/ports/clock.ts';
import { recoverLog } from '../flight-log/flight-folder.ts';
import { partialName } from '../flight-log/log-file.ts';
import type { Log } from '../http/log.ts';
import { type FilmRecord, type RecordingRecord, TELEMETRY_FILE_ID } from './recording-record.ts';
import { freeId, RECORD_NAME, RecordingsFolder } from './recordings-folder.ts';

/** A file of a recording that can be downloaded. */
export interface RecordingFile {
  readonly path: string;
  readonly fileId: string;
  readonly recordingId: string;
}

interface IncompleteRecording {
  readonly record: RecordingRecord;
  readonly stoppedUs: number | undefined;
  readonly end: NonNullable<RecordingRecord['end']>;
}

type Sizes = ReadonlyMap<string, number>;

/** The recordings that there are. An id of a client is looked up here and never becomes a path by itself. */
export class RecordingLibrary {
  readonly #folder: RecordingsFolder;
  readonly #log: Log;
  readonly #records = new Map<string, RecordingRecord>();
  /** Of recordings that have ended: their files do not change any more. */
  readonly #sizes = new Map<string, Sizes>();
  /** Ended on a full disk: as they were, with when and why. */
  readonly #incomplete = new Map<string, IncompleteRecording>();
  #isCompleting = false;

  private constructor(folder: RecordingsFolder, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Reads what there is, and completes what a kill left unfinished. @throws what the disk says */
  static async open(path: string, log: Log): Promise<RecordingLibrary> {
    const library = new RecordingLibrary(new RecordingsFolder(path), log);
    for (const id of await library.#folder.ids()) await library.#open(id);
    return library;
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  /** The newest first. */
  get records(): readonly RecordingRecord[] {
    return [...this.#records.values()].sort((a, b) => b.startedUs - a.startedUs || (a.id < b.id ? 1 : -1));
  }

  /** @param timezone IANA name: ids are local times */
  newId(timeUs: number, timezone: string): string {
    return freeId(timeUs, timezone, (id) => this.has(id));
  }

  folderOf(id: string): string {
    return this.#folder.pathOf(id);
  }

  /** @throws what the disk says */
  async add(record: RecordingRecord): Promise<void> {
    try {
      await this.#folder.create(record);
    } catch (fault) {
      await this.#folder.remove(record.id);
      throw fault;
    }
    this.#records.set(record.id, record);
  }

  /** One without a picture is removed. @throws what the disk says */
  async #close(record: RecordingRecord): Promise<void> {
    this.#records.set(record.id, record);
    const sizes = await this.#folder.sizes(record.id);
    if (record.videos.every(({ fileId }) => !sizes.has(fileId))) return await this.remove(record.id);
    this.#sizes.set(record.id, sizes);
    await this.#folder.save(record);
  }

  async remove(id: string): Promise<void> {
    await this.#folder.remove(id);
    this.#records.delete(id);
    this.#sizes.delete(id);
    this.#incomplete.delete(id);
  }

  /** As the API shows it; undefined when there is no such recording. */
  async shown(id: string): Promise<Recording | undefined> {
    const record = this.#records.get(id);
    if (record === undefined) return undefined;
    const isRunning = record.stoppedUs === undefined;
    const sizes = await this.#sizesOf(record);
    const videos = record.videos.flatMap(({ fileId, type }) =>
      partsAmong(sizes.keys(), fileId).map((name, index, parts) => ({
        type,
        recording_id: id,
        file_id: name,
        size: sizes.get(name) ?? 0,
        is_recording: isRunning && index === parts.length - 1,
      })),
    );
    return { recording_id: id, is_being_recorded: isRunning, videos };
  }

  async list(): Promise<Recording[]> {
    const shown = await Promise.all(this.records.map(({ id }) => this.shown(id)));
    return shown.filter((recording) => recording !== undefined);
  }

  /** Undefined when there is no such recording or it has no such file. */
  async file(recordingId: string, fileId: string): Promise<RecordingFile | undefined> {
    const record = this.#records.get(recordingId);
    if (record === undefined) return undefined;
    if (fileId !== RECORD_NAME && !(await this.#sizesOf(record)).has(fileId)) return undefined;
    return { path: this.#folder.pathOf(recordingId, fileId), fileId, recordingId };
  }

  /** Bytes of all files of all recordings. */
  async occupiedBytes(): Promise<number> {
    const all = await Promise.all([...this.#records.values()].map((record) => this.#sizesOf(record)));
    return all.reduce((sum, sizes) => sum + [...sizes.values()].reduce((files, size) => files + size, 0), 0);
  }

  /**
   * A recording has ended whose files nobody writes any more: they are completed, and what is known about it is kept. Where
   * the disk does not let it, that is tried again by `completeRest`, and by the next start.
   * @param stoppedUs station time; where it is not known the films say it
   * @returns the record as it is now
   */
  async end(record: RecordingRecord, end: NonNullable<RecordingRecord['end']>, stoppedUs?: number) {
    const ended = { ...record, end, stoppedUs: stoppedUs ?? record.startedUs };
    this.#records.set(record.id, ended);
    this.#sizes.delete(record.id);
    try {
      const films = await this.#finishFiles(record);
      await this.#recoverTelemetry(record.id);
      const whole = { ...ended, films, ...(stoppedUs === undefined && { stoppedUs: endOf(record, films) }) };
      await this.#close(whole);
      this.#incomplete.delete(record.id);
      return whole;
    } catch (fault) {
      if (!isFull(fault)) throw fault;
      if (!this.#incomplete.has(record.id)) {
        this.#log.warn(
          { id: record.id, reason: (fault as Error).message },
          'a recording is completed when there is space',
        );
      }
      this.#incomplete.set(record.id, { record, stoppedUs, end });
      await this.#folder.markFull(record.id);
      return ended;
    }
  }

  /** Completes what a full disk has left incomplete, as far as there is space now. */
  async completeRest(): Promise<void> {
    if (this.#isCompleting) return;
    this.#isCompleting = true;
    try {
      for (const { record, end, stoppedUs } of [...this.#incomplete.values()]) await this.end(record, end, stoppedUs);
    } finally {
      this.#isCompleting = false;
    }
  }

  /** @throws what a full disk says; other files that cannot be completed play as they are */
  async #finishFiles({ id, videos }: RecordingRecord): Promise<readonly FilmRecord[]> {
    const names = [...(await this.#folder.sizes(id)).keys()];
    const films: FilmRecord[] = [];
    for (const fileId of videos.flatMap((video) => partsAmong(names, video.fileId))) {
      const times = await this.#finishFile(id, fileId);
      if (times === undefined) continue;
      films.push({ fileId, startedUs: Math.round(times.startMs * 1000), durationS: times.durationS });
    }
    return films;
  }

  /** @returns undefined when its times are not known */
  async #finishFile(id: string, fileId: string): Promise<FilmTimes | undefined> {
    try {
      const outcome = await finishFile(this.#folder.pathOf(id, fileId));
      if (outcome.state === 'untouched') return outcome.times;
      return outcome.state === 'finished' ? outcome : undefined;
    } catch (fault) {
      if (isFull(fault)) throw fault;
      // It plays as it is, and the next start tries again.
      if (codeOf(fault) !== 'ENOENT') this.#log.warn({ err: fault, id, fileId }, 'a video file stays in fragments');
      return undefined;
    }
  }

  async #open(id: string): Promise<void> {
    try {
      const record = await this.#folder.load(id);
      this.#records.set(id, record);
      if (record.stoppedUs === undefined) await this.#recover(record);
    } catch (fault) {
      this.#log.error({ err: fault, id }, 'a recording cannot be read');
    }
  }

  async #recover(record: RecordingRecord): Promise<void> {
    const end = (await this.#folder.isMarkedFull(record.id)) ? 'disk_full' : 'killed';
    const { stoppedUs } = await this.end(record, end);
    const durationS = (stoppedUs - record.startedUs) / US_PER_S;
    this.#log.warn({ id: record.id, durationS }, 'a recording that was not finished has been recovered');
  }

  async #recoverTelemetry(id: string): Promise<void> {
    const path = this.#folder.pathOf(id, TELEMETRY_FILE_ID);
    const sizes = await this.#folder.sizes(id);
    if (sizes.has(partialName(TELEMETRY_FILE_ID))) await recoverLog(path);
  }

  async #sizesOf(record: RecordingRecord): Promise<Sizes> {
    const known = this.#sizes.get(record.id);
    if (known !== undefined) return known;
    const sizes = await this.#folder.sizes(record.id);
    if (record.stoppedUs !== undefined) this.#sizes.set(record.id, sizes);
    return sizes;
  }
}

const codeOf = (fault: unknown): unknown => (fault as NodeJS.ErrnoException | undefined)?.code;

const isFull = (fault: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(fault)));

/**
 * Station time of the end of the last picture. The first one came after the start by what the camera took for it, where station
 * time and UTC are the same; the times of a simulation that runs faster tell nothing, and then the length alone counts.
 */
function endOf({ startedUs }: RecordingRecord, films: readonly FilmRecord[]): number {
  if (films.length === 0) return startedUs;
  const firstUs = Math.min(...films.map((film) => film.startedUs));
  const lastUs = Math.max(...films.map((film) => film.startedUs + Math.round(film.durationS * US_PER_S)));
  const isSameTime = firstUs >= startedUs && firstUs - startedUs < FIRST_PICTURE_MAX_S * US_PER_S;
  return isSameTime ? lastUs : startedUs + (lastUs - firstUs);
}

/** By then the first picture is there, or there is no recording. */
const FIRST_PICTURE_MAX_S = 20;
