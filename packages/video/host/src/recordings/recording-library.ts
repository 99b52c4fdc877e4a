import { US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { Recording } from '@kitestring/station-contract/recordings/recording.ts';
import type { RecordingFile, RecordingRecord, RecordingStore, VideoFileRecord } from '@kitestring/station-core/ports';
import { partialName, recoverLog } from '@kitestring/station-flightlog/write';
import type { MovieTimes } from '@kitestring/video-process/fmp4';
import { partsAmong } from '@kitestring/video-process/record/part-name.ts';
import { WriterLock } from '@kitestring/video-process/record/writer-lock.ts';
import { bytes } from './capture-folder.ts';
import { CaptureLibrary } from './capture-library.ts';
import { PICTURE_FILE_ID, TELEMETRY_FILE_ID } from './recording-record.ts';
import { freeId, RECORD_NAME, RecordingsFolder } from './recordings-folder.ts';

interface IncompleteRecording {
  readonly record: RecordingRecord;
  readonly stoppedUs: number | undefined;
  readonly end: NonNullable<RecordingRecord['end']>;
}

/**
 * Hours of video are read for seconds before it turns out that their tables do not fit: while the disk stays full, tries take a tenth of the
 * time.
 */
const PAUSE_SHARE = 10;
const SHORT_MS = 500;

type Sizes = ReadonlyMap<string, number>;

/** The stored recordings. A client's id is looked up here and never becomes a path by itself. */
export class RecordingLibrary extends CaptureLibrary implements RecordingStore {
  readonly #folder: RecordingsFolder;
  readonly #log: Log;
  readonly #records = new Map<string, RecordingRecord>();
  /** Sizes of ended recordings, whose files are final. */
  readonly #sizes = new Map<string, Sizes>();
  /** Recordings ended by a full disk: their record, time and reason. */
  readonly #incomplete = new Map<string, IncompleteRecording>();
  #isCompleting = false;
  /** Time of the next try, monotonic. */
  #completeAtMs = 0;

  private constructor(folder: RecordingsFolder, log: Log) {
    super();
    this.#folder = folder;
    this.#log = log;
  }

  /**
   * Reads the recordings, and completes those left unfinished by a kill, once the media process of the killed station has ended.
   * @throws the disk's error
   */
  static async open(path: string, log: Log): Promise<RecordingLibrary> {
    const library = new RecordingLibrary(new RecordingsFolder(path), log);
    using _alone = await library.#alone();
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

  override folder(id: string): string {
    return this.#folder.pathOf(id);
  }

  /** @throws the disk's error */
  async add(record: RecordingRecord): Promise<void> {
    try {
      await this.#folder.create(record);
    } catch (fault) {
      await this.#folder.remove(record.id);
      throw fault;
    }
    this.#records.set(record.id, record);
    this.changed();
  }

  begun(): void {
    this.changed();
  }

  picture(id: string): Promise<Uint8Array | undefined> {
    return bytes(this.#folder.pathOf(id, PICTURE_FILE_ID));
  }

  /** A recording without pictures is deleted. @throws the disk's error */
  async #close(record: RecordingRecord): Promise<void> {
    this.#records.set(record.id, record);
    const sizes = await this.#folder.sizes(record.id);
    if (record.videos.every(({ fileId }) => !sizes.has(fileId))) return await this.remove(record.id);
    this.#sizes.set(record.id, sizes);
    await this.#folder.save(record);
    this.changed();
  }

  async remove(id: string): Promise<void> {
    await this.#folder.remove(id);
    this.#records.delete(id);
    this.#sizes.delete(id);
    this.#incomplete.delete(id);
    this.forgetAbout(id);
    this.changed();
  }

  /** Published form; undefined for an unknown recording. */
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

  /** Undefined for an unknown recording or file. */
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
   * Completes the files of an ended recording, and stores its record. On a disk error `completeRest`, and the next
   * start, retry.
   * @param stoppedUs station time; when unknown, from the video files
   * @returns the updated record
   */
  async end(record: RecordingRecord, end: NonNullable<RecordingRecord['end']>, stoppedUs?: number) {
    const ended = { ...record, end, stoppedUs: stoppedUs ?? record.startedUs };
    this.#records.set(record.id, ended);
    this.#sizes.delete(record.id);
    try {
      const films = await this.#finishFiles(record);
      await this.#recoverTelemetry(record.id);
      const whole = { ...ended, films, ...(stoppedUs === undefined && { stoppedUs: lastPictureUs(record, films) }) };
      await this.#close(whole);
      this.#incomplete.delete(record.id);
      return whole;
    } catch (fault) {
      if (!isFull(fault)) throw fault;
      if (!this.#incomplete.has(record.id)) {
        this.#log.warn(
          { id: record.id, reason: (fault as Error).message },
          'no space to complete a recording; it is completed when there is',
        );
      }
      this.#incomplete.set(record.id, { record, stoppedUs, end });
      await this.#folder.markFull(record.id);
      return ended;
    }
  }

  /** Completes recordings left incomplete by a full disk, as far as there is space now. */
  async completeRest(): Promise<void> {
    const beginMs = performance.now();
    if (this.#isCompleting || beginMs < this.#completeAtMs) return;
    this.#isCompleting = true;
    try {
      for (const { record, end, stoppedUs } of [...this.#incomplete.values()]) await this.end(record, end, stoppedUs);
    } finally {
      this.#isCompleting = false;
      const tookMs = performance.now() - beginMs;
      if (tookMs > SHORT_MS) this.#completeAtMs = beginMs + PAUSE_SHARE * tookMs;
    }
  }

  /** @throws on a full disk; other files that cannot be completed are playable as they are */
  async #finishFiles({ id, videos }: RecordingRecord): Promise<readonly VideoFileRecord[]> {
    const names = [...(await this.#folder.sizes(id)).keys()];
    const films: VideoFileRecord[] = [];
    for (const fileId of videos.flatMap((video) => partsAmong(names, video.fileId))) {
      const times = await this.#finishFile(id, fileId);
      if (times === undefined) continue;
      const { durationS, startMs, stationStartUs } = times;
      films.push({
        fileId,
        startedUtcUs: Math.round(startMs * 1000),
        ...(stationStartUs !== undefined && { startedStationUs: stationStartUs }),
        durationS,
      });
    }
    return films;
  }

  /** @returns undefined when its times are unknown */
  async #finishFile(id: string, fileId: string): Promise<MovieTimes | undefined> {
    try {
      // Loaded late: a station starts without what reads films.
      const { finishFile } = await import('@kitestring/video-process/record');
      const outcome = await finishFile(this.#folder.pathOf(id, fileId));
      if (outcome.state === 'untouched') return outcome.times;
      return outcome.state === 'finished' ? outcome : undefined;
    } catch (fault) {
      if (isFull(fault)) throw fault;
      // Playable as it is; the next start retries.
      if (code(fault) !== 'ENOENT')
        this.#log.warn(
          { err: fault, id, fileId },
          'a video file could not be completed; it stays fragmented and can be played',
        );
      return undefined;
    }
  }

  /** The lock of those who write films; undefined where there was none yet, or the disk has a fault. */
  async #alone(): Promise<WriterLock | undefined> {
    const onWait = (pid: number) =>
      this.#log.warn({ pid }, 'the media process of a killed station still completes its recordings: it is waited for');
    try {
      return await WriterLock.wait(this.#folder.path, { onWait });
    } catch (fault) {
      this.#log.warn({ err: fault }, 'it is not known whether another process writes recordings');
      return undefined;
    }
  }

  async #open(id: string): Promise<void> {
    try {
      const record = await this.#folder.load(id);
      this.#records.set(id, record);
      await this.readAbout(id);
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

const code = (fault: unknown): unknown => (fault as NodeJS.ErrnoException | undefined)?.code;

const isFull = (fault: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(code(fault)));

/**
 * Station time of the end of the last picture. The first picture comes after the start by the camera's delay, where
 * station time and UTC are equal; with a faster simulation their difference is meaningless, and only the length
 * counts.
 */
function lastPictureUs({ startedUs }: RecordingRecord, films: readonly VideoFileRecord[]): number {
  if (films.length === 0) return startedUs;
  const firstUs = Math.min(...films.map((film) => film.startedUtcUs));
  const lastUs = Math.max(...films.map((film) => film.startedUtcUs + Math.round(film.durationS * US_PER_S)));
  const isSameTime = firstUs >= startedUs && firstUs - startedUs < FIRST_PICTURE_MAX_S * US_PER_S;
  return isSameTime ? lastUs : startedUs + (lastUs - firstUs);
}

/** Longest delay of the first picture; later there is no recording. */
const FIRST_PICTURE_MAX_S = 20;
