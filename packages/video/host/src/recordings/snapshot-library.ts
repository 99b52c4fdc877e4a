import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@kitestring/base/log.ts';
import { recordingStart } from '@kitestring/station-contract/recordings/recording-id.ts';
import type { SnapshotRecord, SnapshotStore } from '@kitestring/station-core/ports';
import Type, { type Static } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { bytes, namesIn, writeWhole } from './capture-folder.ts';
import { CaptureLibrary } from './capture-library.ts';
import { KeptIncident, whole } from './recording-record.ts';
import { freeId } from './recordings-folder.ts';

const PREFIX = 'snapshot_';
const PICTURE_NAME = 'picture.jpg';
/** Written last: a folder without it is what a kill has left. */
const RECORD_NAME = 'snapshot.json';

const Kept = Type.Object({
  taken_us: whole,
  stream_id: Type.String({ maxLength: 64 }),
  size: whole,
  flight_us: Type.Optional(whole),
  incident: Type.Optional(KeptIncident),
});
/** Compiled with the first record that is read. */
let kept: Validator | undefined;

/** Folder of snapshots in the data folder. */
export const snapshotsFolder = (dataDir: string): string => join(dataDir, 'snapshots');

const isOwnName = (name: string): boolean =>
  name.startsWith(PREFIX) && recordingStart(name.slice(PREFIX.length)) !== undefined;

/** The kept snapshots, each in a folder of its own. A client's id is looked up here and never becomes a path by itself. */
export class SnapshotLibrary extends CaptureLibrary implements SnapshotStore {
  readonly #path: string;
  readonly #records = new Map<string, SnapshotRecord>();

  private constructor(path: string) {
    super();
    this.#path = path;
  }

  /** Reads the snapshots, and removes those that a kill has left half. @throws the disk's error */
  static async open(path: string, log: Log): Promise<SnapshotLibrary> {
    const library = new SnapshotLibrary(path);
    for (const id of (await namesIn(path)).filter(isOwnName)) await library.#open(id, log);
    return library;
  }

  get records(): readonly SnapshotRecord[] {
    return [...this.#records.values()];
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  newId(timeUs: number, timezone: string): string {
    return `${PREFIX}${freeId(timeUs, timezone, (id) => this.has(`${PREFIX}${id}`))}`;
  }

  async add(record: SnapshotRecord, jpeg: Uint8Array): Promise<void> {
    const folder = this.folder(record.id);
    const { flightUs, incident, sizeBytes, streamId, takenUs } = record;
    const value: Static<typeof Kept> = {
      taken_us: takenUs,
      stream_id: streamId,
      size: sizeBytes,
      ...(flightUs !== undefined && { flight_us: flightUs }),
      ...(incident !== undefined && { incident }),
    };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(join(folder, PICTURE_NAME), jpeg);
      await writeWhole(join(folder, RECORD_NAME), `${JSON.stringify(value)}\n`);
    } catch (fault) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
      throw fault;
    }
    this.#records.set(record.id, record);
    this.changed();
  }

  async remove(id: string): Promise<void> {
    await rm(this.folder(id), { recursive: true, force: true });
    this.#records.delete(id);
    this.forgetAbout(id);
    this.changed();
  }

  picture(id: string): Promise<Uint8Array | undefined> {
    return bytes(join(this.folder(id), PICTURE_NAME));
  }

  override folder(id: string): string {
    if (!isOwnName(id)) throw new Error(`no snapshot is called ${id}`);
    return join(this.#path, id);
  }

  /** One that cannot be read stays on the disk, and hides no other. */
  async #open(id: string, log: Log): Promise<void> {
    try {
      const record = await bytes(join(this.folder(id), RECORD_NAME));
      if (record !== undefined) return await this.#read(id, record);
      await rm(this.folder(id), { recursive: true, force: true });
      log.warn({ id }, 'a snapshot that was not finished has been removed');
    } catch (fault) {
      log.error({ err: fault, id }, 'a snapshot cannot be read');
    }
  }

  async #read(id: string, record: Buffer): Promise<void> {
    const value: unknown = JSON.parse(record.toString('utf8'));
    kept ??= Compile(Kept);
    if (!kept.Check(value)) throw new Error(`${RECORD_NAME} is damaged`);
    const {
      flight_us: flightUs,
      incident,
      size: sizeBytes,
      stream_id: streamId,
      taken_us: takenUs,
    } = value as Static<typeof Kept>;
    const belongsTo = { ...(flightUs !== undefined && { flightUs }), ...(incident !== undefined && { incident }) };
    this.#records.set(id, { id, takenUs, streamId, sizeBytes, ...belongsTo });
    await this.readAbout(id);
  }
}
