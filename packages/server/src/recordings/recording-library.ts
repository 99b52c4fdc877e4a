import type { Recording } from '@kitestring/contract/recordings/recording.ts';
import { finishFile } from '@kitestring/media/record/finish-file.ts';
import { partsAmong } from '@kitestring/media/record/part-name.ts';
import { US_PER_S } from '@kitestring/station/ports/clock.ts';
import { recoverLog } from '../flight-log/flight-folder.ts';
import { partialName } from '../flight-log/log-file.ts';
import type { Log } from '../http/log.ts';
import { type RecordingRecord, TELEMETRY_FILE_ID } from './recording-record.ts';
import { freeId, RecordingsFolder } from './recordings-folder.ts';

/** A file of a recording that can be downloaded. */
export interface RecordingFile {
  readonly path: string;
  readonly fileId: string;
  readonly recordingId: string;
}

type Sizes = ReadonlyMap<string, number>;

/** The recordings that there are. An id of a client is looked up here and never becomes a path by itself. */
export class RecordingLibrary {
  readonly #folder: RecordingsFolder;
  readonly #log: Log;
  readonly #records = new Map<string, RecordingRecord>();
  /** Of recordings that have ended: their files do not change any more. */
  readonly #sizes = new Map<string, Sizes>();

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

  /** A recording has ended: what is known about it is kept. One without a picture is removed. @throws what the disk says */
  async close(record: RecordingRecord): Promise<void> {
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
    if (record === undefined || !(await this.#sizesOf(record)).has(fileId)) return undefined;
    return { path: this.#folder.pathOf(recordingId, fileId), fileId, recordingId };
  }

  /** Bytes of all files of all recordings. */
  async occupiedBytes(): Promise<number> {
    const all = await Promise.all([...this.#records.values()].map((record) => this.#sizesOf(record)));
    return all.reduce((sum, sizes) => sum + [...sizes.values()].reduce((files, size) => files + size, 0), 0);
  }

  /** Completes the files of a recording that nobody writes any more. */
  async finishFiles({ id, videos }: RecordingRecord): Promise<number> {
    let longestS = 0;
    const names = [...(await this.#folder.sizes(id)).keys()];
    for (const video of videos) {
      let lengthS = 0;
      for (const fileId of partsAmong(names, video.fileId)) lengthS += await this.#finishFile(id, fileId);
      longestS = Math.max(longestS, lengthS);
    }
    return longestS;
  }

  /** @returns its length in seconds, 0 when it is not known */
  async #finishFile(id: string, fileId: string): Promise<number> {
    try {
      const outcome = await finishFile(this.#folder.pathOf(id, fileId));
      return outcome.state === 'finished' ? outcome.durationS : 0;
    } catch (fault) {
      const { code } = fault as NodeJS.ErrnoException;
      // It plays as it is, and the next start tries again.
      if (code !== 'ENOENT') this.#log.warn({ err: fault, id, fileId }, 'a video file stays in fragments');
      return 0;
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
    const durationS = await this.finishFiles(record);
    await this.#recoverTelemetry(record.id);
    const stoppedUs = record.startedUs + Math.round(durationS * US_PER_S);
    await this.close({ ...record, stoppedUs, end: 'killed' });
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
