import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { Log } from '@kitestring/base/log.ts';
import { STATE, type StateArchive, type Stateful } from '@kitestring/base/state-archive.ts';
import { formatTimestamp, NEVER } from '@kitestring/base/timestamp.ts';
import { Topic } from '@kitestring/base/topic.ts';
import type { Recording } from '@kitestring/station-contract/recordings/recording.ts';
import type { RecordingsState } from '@kitestring/station-contract/recordings/recordings-state.ts';
import { accepted, ok, type Refusal, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { IncidentRef } from '@kitestring/station-contract/station/incident.ts';
import type { RecorderPort } from '../ports/recorder.ts';
import type { RecordingFile, RecordingSpace, RecordingStore } from '../ports/recording-store.ts';
import type { Station } from '../station.ts';
import { FlightFollower } from './flight-follower.ts';
import { FlightStart } from './flight-start.ts';
import type { Removals } from './removals.ts';
import { type Accompany, RunningRecording } from './running-recording.ts';
import { type StorageLimits, StoragePolicy } from './storage-policy.ts';

/** Interval of the check for a full disk: some megabytes at the rates of the streams. */
const WATCH_EVERY_S = 1;
/** Number of ticks between checks of the space while nothing is recorded. */
const IDLE_TICKS = 10;
/** Interval of retries for files that a full disk has left incomplete. */
const COMPLETE_TICKS = 2;

export interface RecordingsDeps {
  readonly settings: StorageLimits & {
    /** Every flight is recorded, from take-off to landing. */
    readonly isAutomatic: boolean;
  };
  /** Rejects when the recordings cannot be read. */
  readonly library: Promise<RecordingStore>;
  readonly storage: RecordingSpace;
  readonly recorder: RecorderPort;
  readonly accompany: Accompany;
  readonly removals: Pick<Removals, 'tell'>;
  /** IANA name of the local time zone: ids are local times. */
  readonly timezone: string;
  /** Station time. */
  readonly clock: Clock;
  readonly realTimeClock: Clock;
  readonly log: Log;
  readonly onBug?: OnBug | undefined;
}

/** The recordings of a station: stored ones, and the one in progress. */
export class Recordings implements Stateful {
  readonly #deps: RecordingsDeps;
  readonly #library: Promise<RecordingStore>;
  readonly #storage: RecordingSpace;
  readonly #policy: StoragePolicy;
  readonly #cancels: readonly Cancel[];
  #flight = new FlightStart();
  #follower = new FlightFollower(this);
  /** The station was restored to a moment at which it recorded, and does not record again yet. */
  #resumes: { readonly isAutomatic: boolean } | undefined;
  #fullFaults = 0;
  #ticks = 0;
  #shown: RecordingsState = { is_recording: false, available_space: 0, total_space: 0 };
  /** Published state. */
  readonly topic: Topic;
  #station: Station | undefined;
  #running: RunningRecording | undefined;
  /** The last recording that has ended since the station was attached. */
  #last: { readonly startedUs: number; readonly stoppedUs: number } | undefined;
  /** Settles when the last recording has ended. */
  #ending: Promise<unknown> = Promise.resolve();

  constructor(deps: RecordingsDeps) {
    this.#deps = deps;
    this.topic = new Topic(() => this.#shown, deps.onBug);
    const { library, log, realTimeClock, recorder, settings, storage } = deps;
    this.#library = library;
    this.#storage = storage;
    void this.#refresh();
    this.#policy = new StoragePolicy({
      limits: settings,
      log,
      storage: this.#storage,
      library: this.#library,
      notifications: () => this.#station?.notifications,
      onRemoved: (id) => deps.removals.tell('recording', id),
    });
    this.#cancels = [
      every(realTimeClock, WATCH_EVERY_S * US_PER_S, () => void this.#tick()),
      recorder.listen({
        onReport: (report) => this.#running?.report(report),
        onDown: () => this.#running?.recorderDown(),
        onUp: () => {
          this.#running?.recorderUp();
          this.resume();
        },
      }),
    ];
  }

  /** The files and the recorder belong to the process. */
  [STATE](archive: StateArchive): void {
    archive.in(this.#flight, this.#follower);
    this.#last = archive.of(this.#last);
    const [isRecording, isAutomatic] = archive.all(this.isRecording, this.isAutomatic);
    if (archive.isRestoring) this.#resumes = isRecording ? { isAutomatic } : undefined;
  }

  /** After the state was restored: what was recorded then is continued by a new recording, as soon as there are pictures. */
  resume(): void {
    if (this.#resumes === undefined || !this.hasStreams) return;
    void this.start(this.#resumes.isAutomatic);
  }

  /** Follows a station until the returned function is called; that also ends a running recording. */
  attach(station: Station): Cancel {
    this.#station = station;
    this.#last = undefined;
    this.#flight = new FlightStart();
    this.#follower = new FlightFollower(this);
    const cancel = station.aircraft.onSample(() => {
      const { state } = station.flight.phase;
      const nowUs = this.#deps.clock.nowUs();
      this.#flight.follow(state, nowUs);
      this.#follower.follow(state, nowUs);
    });
    return () => {
      cancel();
      if (this.#station !== station) return;
      void this.stop();
      this.#station = undefined;
    };
  }

  /** Take-off of the flight of what began then, station time. */
  flightSince(startedUs: number): number | undefined {
    return this.#flight.since(startedUs);
  }

  /** The incident that is flown for. */
  get incident(): IncidentRef | undefined {
    const { number, title } = this.#station?.incident.value ?? {};
    return number === undefined || title === undefined ? undefined : { number, title };
  }

  /** Resolves when recordings interrupted by a kill have been repaired. */
  async ready(): Promise<void> {
    await this.#library;
  }

  get followsFlights(): boolean {
    return this.#deps.settings.isAutomatic;
  }

  get hasStreams(): boolean {
    return this.#deps.recorder.streams().ok;
  }

  get isRecording(): boolean {
    return this.#running !== undefined;
  }

  /** A fault of the simulated world. */
  setStorageFull(isFull: boolean): void {
    this.#fullFaults += isFull ? 1 : -1;
    this.#storage.isFull = this.#fullFaults > 0;
    void this.#checkSpace();
  }

  list(): Promise<Result<Recording[]>> {
    return this.#read(async (library) => ok(await library.list()));
  }

  get(id: string): Promise<Result<Recording>> {
    return this.#read(async (library) => {
      const recording = await library.shown(id);
      return recording === undefined ? notFound(id) : ok(recording);
    });
  }

  file(id: string, fileId: string): Promise<Result<RecordingFile>> {
    return this.#read(async (library) => {
      if (!library.has(id)) return notFound(id);
      const file = await library.file(id, fileId);
      if (file !== undefined) return ok(file);
      return refuse('RECORDING_NOT_FOUND.noFile', { recording: id, file: quoted(fileId) });
    });
  }

  remove(id: string): Promise<Result<void>> {
    return this.#read(async (library) => {
      if (!library.has(id)) return notFound(id);
      if (this.#running?.id === id) return refuse('RECORDING_IN_USE', { recording: id });
      await library.remove(id);
      await this.#checkSpace();
      await this.#refresh();
      return accepted;
    });
  }

  state(): Promise<Result<RecordingsState>> {
    return this.#read<RecordingsState>(async (library) => {
      const { availableBytes, totalBytes } = await this.#storage.space();
      const occupied = await library.occupiedBytes();
      const running = this.#running?.record;
      const nowUs = this.#deps.clock.nowUs();
      const { startedUs, stoppedUs } = running === undefined ? (this.#last ?? {}) : { ...running, stoppedUs: nowUs };
      const id = (running ?? library.records[0])?.id;
      return ok({
        ...(id !== undefined && { recording_id: id }),
        started_recording_timestamp: timeOrNever(startedUs),
        stopped_recording_timestamp: timeOrNever(stoppedUs),
        is_recording: running !== undefined,
        recording_seconds: running === undefined ? 0 : Math.max(0, Math.floor((nowUs - running.startedUs) / US_PER_S)),
        available_space: availableBytes,
        occupied_space: occupied,
        total_space: totalBytes,
      });
    });
  }

  /**
   * Resolves when the first picture is on the disk: from then on a kill does not lose the recording. @param
   * isAutomatic started by a flight, and ended with it
   */
  async start(isAutomatic = false): Promise<Result<void>> {
    const { recorder } = this.#deps;
    const station = this.#station;
    if (this.#running !== undefined) return refuse('ALREADY_RECORDING', { recording: this.#running.id });
    const streams = recorder.streams();
    if (!streams.ok) return streams;
    if (station === undefined) return refuse('VIDEO_UNAVAILABLE.starting');
    this.#resumes = undefined;
    const running = new RunningRecording({
      ...this.#deps,
      station,
      isAutomatic,
      flightSince: (startedUs) => this.flightSince(startedUs),
      streams: streams.value,
      onEnd: (isInterrupted) => {
        if (this.#running === running) this.#running = undefined;
        if (isInterrupted && isAutomatic) this.#follower.failed(this.#deps.clock.nowUs());
        if (this.#station === station) this.#keepTimes(running);
        void this.#refresh();
      },
    });
    this.#running = running;
    const result = await running.begin(() => this.#policy.makeRoom());
    if (!result.ok && this.#running === running) this.#running = undefined;
    if (!result.ok && isAutomatic) this.#failed(running, result.refusal);
    await this.#refresh();
    return result;
  }

  /** Resolves when its files are complete. */
  async stop(): Promise<Result<void>> {
    this.#resumes = undefined;
    const running = this.#running;
    if (running === undefined) return refuse('NOT_RECORDING');
    this.#follower.stopped();
    const ended = running.stop();
    this.#ending = ended;
    const result = await ended;
    await this.#refresh();
    return result;
  }

  /** Ends the recording that this station has begun, if any. Resolves when its files are complete. */
  async stopOf(station: Station): Promise<void> {
    if (this.#running?.station === station) await this.stop();
  }

  /** Whether the running recording was started by a flight. */
  get isAutomatic(): boolean {
    return this.#running?.isAutomatic ?? false;
  }

  /** Completes the running recording and cancels all timers. */
  async end(): Promise<void> {
    if (this.#running !== undefined) await this.stop();
    await this.#ending;
    for (const cancel of this.#cancels) cancel();
  }

  /** No client has asked for the recording of a flight, and is refused. It is reported once, however often it is tried again. */
  #failed({ id }: RunningRecording, { code, message: reason }: Refusal): void {
    const isFirst = this.#follower.failed(this.#deps.clock.nowUs());
    const notifications = this.#station?.notifications;
    if (code === 'STORAGE_FULL' || (!isFirst && notifications?.isActive('RECORDING_FAILED'))) return;
    notifications?.raise('RECORDING_FAILED', { recording_id: id || '-', reason });
  }

  #keepTimes({ record }: RunningRecording): void {
    if (record === undefined) return;
    const { startedUs, stoppedUs = this.#deps.clock.nowUs() } = record;
    this.#last = { startedUs, stoppedUs };
  }

  async #tick(): Promise<void> {
    await this.#checkSpace();
    this.#ticks += 1;
    if (this.#ticks % COMPLETE_TICKS === 0) await this.#completeRest();
    if (this.#running !== undefined || this.#ticks % IDLE_TICKS === 0) await this.#refresh();
  }

  async #completeRest(): Promise<void> {
    try {
      await (await this.#library).completeRest();
    } catch (fault) {
      this.#deps.log.error({ err: fault }, 'a recording cannot be completed');
    }
  }

  async #refresh(): Promise<void> {
    const state = await this.state();
    if (!state.ok) return;
    this.#shown = state.value;
    this.topic.invalidate();
  }

  async #checkSpace(): Promise<void> {
    try {
      const mustEnd = await this.#policy.check(() => this.#running?.id);
      if (mustEnd) await this.#running?.stop('disk_full');
    } catch (fault) {
      this.#deps.log.error({ err: fault }, 'the space for recordings cannot be watched');
    }
  }

  /** @returns a refusal when the disk cannot be read */
  async #read<T>(read: (library: RecordingStore) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await read(await this.#library);
    } catch (fault) {
      this.#deps.log.error({ err: fault }, 'the recordings cannot be read or changed');
      return refuse('STORAGE_UNAVAILABLE.silent');
    }
  }
}

const timeOrNever = (timeUs: number | undefined): string => (timeUs === undefined ? NEVER : formatTimestamp(timeUs));

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

const notFound = (id: string): Result<never> => refuse('RECORDING_NOT_FOUND.noRecording', { recording: quoted(id) });
