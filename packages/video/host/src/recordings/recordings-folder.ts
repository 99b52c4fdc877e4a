import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { recordingIdAt, recordingStart } from '@kitestring/station-contract/recordings/recording-id.ts';
import { type RecordingRecord, VIDEO_FILE_IDS } from '@kitestring/station-core/ports';
import { timeZoneAt } from '@kitestring/station-core/system/time-zone.ts';
import { bytes, isOwnFile, namesIn, undefinedIfAbsent, writeWhole } from './capture-folder.ts';
import { parseRecord, recordText } from './recording-record.ts';

/** Folder names of the station itself; nothing else is listed or deleted. */
const isOwnName = (name: string): boolean => recordingStart(name) !== undefined;
export const RECORD_NAME = 'recording.json';
/**
 * Marks a recording ended by a full disk, until there is space to write that to its record: an empty file needs none.
 */
const FULL_MARK_NAME = `${RECORD_NAME}.disk-full`;

/** Folder of recordings in the data folder. */
export const recordingsFolder = (dataDir: string): string => join(dataDir, 'recordings');

/**
 * Id of a recording that starts at this time. Clients derive the time from it, so a second one within the same second
 * gets the id of the next free second.
 * @param timezone IANA name
 */
export function freeId(timeUs: number, timezone: string, isTaken: (id: string) => boolean): string {
  for (let atUs = timeUs; ; atUs += US_PER_S) {
    const id = recordingIdAt(atUs, timeZoneAt(timezone, atUs).offset);
    if (!isTaken(id)) return id;
  }
}

/** Folders of recordings on the disk: reading and changing them. */
export class RecordingsFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Path of a known recording; ids of clients are looked up first, never used here. */
  pathOf(id: string, fileId = ''): string {
    if (!isOwnName(id)) throw new Error(`no recording is called ${id}`);
    return join(this.path, id, fileId);
  }

  async ids(): Promise<string[]> {
    return (await namesIn(this.path)).filter(isOwnName);
  }

  async create(record: RecordingRecord): Promise<void> {
    await mkdir(this.pathOf(record.id), { recursive: true, mode: 0o700 });
    await this.save(record);
  }

  /** Atomic, also across a power cut. */
  async save(record: RecordingRecord): Promise<void> {
    await writeWhole(this.pathOf(record.id, RECORD_NAME), recordText(record));
    await rm(this.pathOf(record.id, FULL_MARK_NAME), { force: true });
  }

  /** Record of a recording; when it is lost, derived from its name and files. */
  async load(id: string): Promise<RecordingRecord> {
    const text = await bytes(this.pathOf(id, RECORD_NAME));
    const record = text === undefined ? undefined : parseRecord(id, text.toString('utf8'));
    return record ?? { id, startedUs: recordingStart(id) ?? 0, videos: videosAmong(await namesIn(this.pathOf(id))) };
  }

  /** Marks a full disk, if possible. */
  async markFull(id: string): Promise<void> {
    await writeFile(this.pathOf(id, FULL_MARK_NAME), '', { mode: 0o600 }).catch(() => {});
  }

  async isMarkedFull(id: string): Promise<boolean> {
    return (await this.#size(id, FULL_MARK_NAME)) !== undefined;
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { recursive: true, force: true });
  }

  /** File sizes by name. */
  async sizes(id: string): Promise<ReadonlyMap<string, number>> {
    const names = (await namesIn(this.pathOf(id))).filter((name) => !name.startsWith(RECORD_NAME) && !isOwnFile(name));
    const sizes = await Promise.all(names.map(async (name) => [name, await this.#size(id, name)] as const));
    return new Map(sizes.filter((entry): entry is readonly [string, number] => entry[1] !== undefined));
  }

  async #size(id: string, name: string): Promise<number | undefined> {
    try {
      const found = await stat(this.pathOf(id, name));
      return found.isFile() ? found.size : undefined;
    } catch (fault) {
      return undefinedIfAbsent(fault);
    }
  }
}

const videosAmong = (names: readonly string[]) =>
  (['color', 'thermal'] as const)
    .map((type) => ({ type, fileId: VIDEO_FILE_IDS[type], streamId: '' }))
    .filter(({ fileId }) => names.includes(fileId));
