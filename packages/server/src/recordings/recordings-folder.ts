import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RecordingRecord, recordOf, recordText, VIDEO_FILE_IDS } from './recording-record.ts';

/** Names that the station itself gives; nothing else in the folder is listed or removed. */
const OWN_NAME = /^\d{4}-\d{2}-\d{2}T\d{6}Z(-\d+)?$/;
const RECORD_NAME = 'recording.json';

/** Recordings in the data folder. */
export const recordingsFolder = (dataDir: string): string => join(dataDir, 'recordings');

/** An id for a recording that begins now: `2026-03-01T093000Z`, with `-2` when there is one already. */
export function freeId(timeUs: number, isTaken: (id: string) => boolean): string {
  const time = `${new Date(timeUs / 1000).toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  for (let count = 1; ; count++) {
    const id = count === 1 ? time : `${time}-${count}`;
    if (!isTaken(id)) return id;
  }
}

/** The folders of recordings on the disk: what is in them, and how it is read and changed. */
export class RecordingsFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Of the folder of a recording that is known; ids of clients are looked up first, never put in here. */
  pathOf(id: string, fileId = ''): string {
    if (!OWN_NAME.test(id)) throw new Error(`no recording is called ${id}`);
    return join(this.path, id, fileId);
  }

  async ids(): Promise<string[]> {
    return (await namesIn(this.path)).filter((name) => OWN_NAME.test(name));
  }

  async create(record: RecordingRecord): Promise<void> {
    await mkdir(this.pathOf(record.id), { recursive: true, mode: 0o700 });
    await this.save(record);
  }

  /** Whole or not at all, whenever the power is cut. */
  async save(record: RecordingRecord): Promise<void> {
    const path = this.pathOf(record.id, RECORD_NAME);
    const building = `${path}.${randomBytes(4).toString('hex')}`;
    try {
      await using file = await open(building, 'wx', 0o600);
      await file.writeFile(recordText(record));
      await file.datasync();
      await rename(building, path);
    } catch (fault) {
      await rm(building, { force: true });
      throw fault;
    }
  }

  /** What is known about a recording; where its record is lost, what its name and its files say. */
  async load(id: string): Promise<RecordingRecord> {
    const text = await textOf(this.pathOf(id, RECORD_NAME));
    const record = text === undefined ? undefined : recordOf(id, text);
    return record ?? { id, startedUs: timeOf(id), videos: videosAmong(await namesIn(this.pathOf(id))) };
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { recursive: true, force: true });
  }

  /** Sizes of the files that there are, by name. */
  async sizes(id: string): Promise<ReadonlyMap<string, number>> {
    const names = (await namesIn(this.pathOf(id))).filter((name) => !name.startsWith(RECORD_NAME));
    const sizes = await Promise.all(names.map(async (name) => [name, await this.#sizeOf(id, name)] as const));
    return new Map(sizes.filter((entry): entry is readonly [string, number] => entry[1] !== undefined));
  }

  async #sizeOf(id: string, name: string): Promise<number | undefined> {
    try {
      const found = await stat(this.pathOf(id, name));
      return found.isFile() ? found.size : undefined;
    } catch (fault) {
      return undefinedIfAbsent(fault);
    }
  }
}

const timeOf = (id: string): number => Date.parse(id.replace(/T(\d\d)(\d\d)(\d\d)Z.*/, 'T$1:$2:$3Z')) * 1000 || 0;

const videosAmong = (names: readonly string[]) =>
  (['color', 'thermal'] as const)
    .map((type) => ({ type, fileId: VIDEO_FILE_IDS[type], streamId: '' }))
    .filter(({ fileId }) => names.includes(fileId));

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (fault) {
    return undefinedIfAbsent(fault) ?? [];
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (fault) {
    return undefinedIfAbsent(fault);
  }
}

function undefinedIfAbsent(fault: unknown): undefined {
  const { code } = fault as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw fault;
  return undefined;
}
