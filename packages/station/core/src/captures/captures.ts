import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { recordingStart } from '@kitestring/station-contract/recordings/recording-id.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  CAPTURE_PAGE,
  type Capture,
  type CaptureAbout,
  type CaptureChange,
  type CaptureChanges,
  type CaptureList,
} from '@kitestring/station-contract/station/captures.ts';
import { THUMBNAIL_BYTES_MAX } from '@kitestring/station-contract/station/thumbnail.ts';
import type { CaptureFiles } from '../ports/capture-store.ts';
import type { RecorderPort } from '../ports/recorder.ts';
import type { RecordingRecord, RecordingStore } from '../ports/recording-store.ts';
import type { SnapshotRecord, SnapshotStore } from '../ports/snapshot-store.ts';
import { type CaptureQuery, capturePage, type ListedCapture, newestFlights } from './capture-query.ts';
import type { KeptSnapshots } from './kept-snapshots.ts';
import { ListVersion } from './list-version.ts';

interface CapturesDeps {
  /** Rejects when the recordings cannot be read. */
  readonly library: Promise<RecordingStore>;
  readonly snapshots: KeptSnapshots;
  readonly recorder: Pick<RecorderPort, 'thumbnail'>;
  readonly realTimeClock: Clock;
  readonly log: Log;
}

interface ListedRecording extends ListedCapture {
  readonly kind: 'recording';
  readonly record: RecordingRecord;
}

interface ListedSnapshot extends ListedCapture {
  readonly kind: 'snapshot';
  readonly record: SnapshotRecord;
}

type Listed = ListedRecording | ListedSnapshot;

/** Recordings and snapshots of a period. */
export interface CapturesOfPeriod {
  readonly recordings: readonly (RecordingRecord & { readonly about: CaptureAbout })[];
  readonly snapshots: readonly (SnapshotRecord & { readonly about: CaptureAbout })[];
}

/** Stored recordings and snapshots as one list with names, notes, bookmarks and thumbnails. */
export class Captures {
  readonly #deps: CapturesDeps;
  readonly version: ListVersion;
  /** One is made at a time: lists ask for thirty at once, and the live picture needs the processor too. */
  #making: Promise<unknown> = Promise.resolve();
  readonly #inProgress = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(deps: CapturesDeps) {
    this.#deps = deps;
    this.version = new ListVersion(deps.realTimeClock, Math.floor(deps.realTimeClock.nowUs() / 1000).toString(36));
    const onChange = () => this.version.next();
    for (const files of [deps.library, deps.snapshots.store]) {
      files.then((known: CaptureFiles) => known.onChange(onChange)).catch(() => {});
    }
  }

  list({ limit = CAPTURE_PAGE, ...query }: Partial<CaptureQuery>): Promise<Result<CaptureList>> {
    return this.#read(async () => {
      // Before it is read: what changes meanwhile is then another version.
      const version = this.version.text;
      const all = await this.#all();
      const { captures, nextBefore, total } = capturePage(all, { ...query, limit }, captureStart);
      const shown = await Promise.all(captures.map((listed) => this.#shown(listed)));
      return ok({
        version,
        total,
        captures: shown.filter((capture) => capture !== undefined),
        ...(nextBefore !== undefined && { next_before: nextBefore }),
        flights: newestFlights(all).map(formatTimestamp),
      });
    });
  }

  /** Captures made in this period of station time, the oldest first. @throws the disk's error */
  async during(fromUs: number, toUs: number): Promise<CapturesOfPeriod> {
    const isThen = ({ record, startedUs }: Listed) =>
      startedUs <= toUs && ('takenUs' in record ? startedUs : (record.stoppedUs ?? toUs)) >= fromUs;
    const found = (await this.#all()).filter(isThen).toSorted((a, b) => a.startedUs - b.startedUs);
    return {
      recordings: found.flatMap((each) => (each.kind === 'recording' ? [{ ...each.record, about: each.about }] : [])),
      snapshots: found.flatMap((each) => (each.kind === 'snapshot' ? [{ ...each.record, about: each.about }] : [])),
    };
  }

  async changes(known: string | undefined, seconds: number): Promise<Result<CaptureChanges>> {
    return ok({ version: await this.version.other(known, seconds) });
  }

  change(id: string, change: CaptureChange): Promise<Result<Capture>> {
    return this.#read(async () => {
      const files = await this.#files(id);
      if (files === undefined) return notFound(id);
      await files.keepAbout(id, { ...files.about(id), ...change } satisfies CaptureAbout);
      const listed = (await this.#all()).find((capture) => capture.id === id);
      const shown = listed && (await this.#shown(listed));
      return shown === undefined ? notFound(id) : ok(shown);
    });
  }

  /** A JPEG of at most 20 kB: the kept one, or a new one that is kept from now on. */
  thumbnail(id: string): Promise<Result<Uint8Array>> {
    return this.#read(async () => {
      const files = await this.#files(id);
      if (files === undefined) return notFound(id);
      const jpeg = (await files.thumbnail(id)) ?? (await this.#made(id, files));
      if (jpeg !== undefined) return ok(jpeg);
      return refuse('CAPTURE_NOT_FOUND.noPicture', { capture: quote(id) });
    });
  }

  #made(id: string, files: CaptureFiles): Promise<Uint8Array | undefined> {
    const known = this.#inProgress.get(id);
    if (known !== undefined) return known;
    const made = this.#making.then(() => this.#make(id, files));
    this.#making = made.catch(() => {});
    this.#inProgress.set(id, made);
    const done = () => this.#inProgress.delete(id);
    made.then(done, done);
    return made;
  }

  async #make(id: string, files: CaptureFiles): Promise<Uint8Array | undefined> {
    const { log, recorder } = this.#deps;
    try {
      const picture = await files.picture(id);
      if (picture === undefined || recorder.thumbnail === undefined) return undefined;
      const jpeg = await recorder.thumbnail(picture);
      if (jpeg.length > THUMBNAIL_BYTES_MAX) throw new Error(`the thumbnail has ${jpeg.length} bytes`);
      // Where it cannot be kept, for example on a full disk, it is shown all the same.
      await files
        .keepThumbnail(id, jpeg)
        .catch((fault) => log.info({ err: fault, id }, 'a thumbnail could not be stored'));
      return jpeg;
    } catch (fault) {
      log.info({ err: fault, id }, 'a capture has no thumbnail yet');
      return undefined;
    }
  }

  async #files(id: string): Promise<CaptureFiles | undefined> {
    const library = await this.#deps.library;
    if (library.has(id)) return library;
    const snapshots = await this.#deps.snapshots.store;
    return snapshots.has(id) ? snapshots : undefined;
  }

  async #all(): Promise<readonly Listed[]> {
    const [library, snapshots] = await Promise.all([this.#deps.library, this.#deps.snapshots.store]);
    const recordings = library.records.map((record): Listed => {
      const { id, startedUs } = record;
      return { kind: 'recording', id, startedUs, about: library.about(id), record, ...belongsTo(record) };
    });
    return [...recordings, ...snapshots.records.map((record) => listedSnapshot(record, snapshots))];
  }

  async #shown(listed: Listed): Promise<Capture | undefined> {
    if (listed.kind === 'snapshot') return shownSnapshot(listed);
    const { record } = listed;
    const recording = await (await this.#deps.library).shown(listed.id);
    if (recording === undefined) return undefined;
    return {
      ...commonFields(listed),
      duration_s: duration(record),
      size: recording.videos.reduce((sum, { size }) => sum + size, 0),
      is_being_recorded: recording.is_being_recorded,
      videos: recording.videos,
    };
  }

  /** Keeps a snapshot that has been taken. */
  keepSnapshot(streamId: string, jpeg: Uint8Array): Promise<Result<Capture>> {
    return this.#read(async () => {
      const { snapshots } = this.#deps;
      const kept = await snapshots.keep(streamId, jpeg);
      return kept.ok ? ok(shownSnapshot(listedSnapshot(kept.value, await snapshots.store))) : kept;
    });
  }

  /** A kept snapshot in full size. */
  snapshot(id: string): Promise<Result<Uint8Array>> {
    return this.#read(async () => {
      const store = await this.#deps.snapshots.store;
      const jpeg = store.has(id) ? await store.picture(id) : undefined;
      return jpeg === undefined ? notFound(id) : ok(jpeg);
    });
  }

  removeSnapshot(id: string): Promise<Result<void>> {
    return this.#read(async () => {
      const store = await this.#deps.snapshots.store;
      if (!store.has(id)) return notFound(id);
      await store.remove(id);
      return accepted;
    });
  }

  /** @returns a refusal when the disk cannot be read or written */
  async #read<T>(read: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await read();
    } catch (fault) {
      this.#deps.log.error({ err: fault }, 'the captures cannot be read or changed');
      if (['ENOSPC', 'EDQUOT'].includes(String((fault as { readonly code?: unknown }).code))) {
        return refuse('STORAGE_FULL.nothingLeft');
      }
      return refuse('STORAGE_UNAVAILABLE.silent');
    }
  }
}

function listedSnapshot(record: SnapshotRecord, store: SnapshotStore): ListedSnapshot {
  const { id, takenUs } = record;
  return { kind: 'snapshot', id, startedUs: takenUs, about: store.about(id), record, ...belongsTo(record) };
}

const belongsTo = ({ flightUs, incident }: Pick<RecordingRecord, 'flightUs' | 'incident'>) => ({
  ...(flightUs !== undefined && { flightUs }),
  ...(incident !== undefined && { incident }),
});

const shownSnapshot = (listed: ListedSnapshot): Capture => ({
  ...commonFields(listed),
  duration_s: 0,
  size: listed.record.sizeBytes,
  is_being_recorded: false,
  stream_id: listed.record.streamId,
  videos: [],
});

const commonFields = ({ about, flightUs, id, incident, kind, startedUs }: Listed) => ({
  capture_id: id,
  kind,
  started: formatTimestamp(startedUs),
  ...about,
  ...(flightUs !== undefined && { flight: formatTimestamp(flightUs) }),
  ...(incident !== undefined && { incident }),
});

function duration({ films = [], startedUs, stoppedUs }: RecordingRecord): number {
  if (stoppedUs === undefined) return 0;
  // The times of a simulation at another speed say nothing about the length of its films.
  const longestS = Math.max(0, ...films.map(({ durationS }) => durationS));
  return Math.round((longestS > 0 ? longestS : Math.max(0, (stoppedUs - startedUs) / 1e6)) * 100) / 100;
}

const captureStart = (id: string): number | undefined => recordingStart(id.replace(/^snapshot_/, ''));

const notFound = (id: string): Result<never> => refuse('CAPTURE_NOT_FOUND.noCapture', { capture: quote(id) });
