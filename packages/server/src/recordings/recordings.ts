import type { Recording } from '@kitestring/contract/recordings/recording.ts';
import type { RecordingsState } from '@kitestring/contract/recordings/recordings-state.ts';
import { formatTimestamp, NEVER } from '@kitestring/contract/timestamp.ts';
import type { OnBug } from '@kitestring/station/containment.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { Topic } from '@kitestring/station/topic.ts';
import type { Log } from '../http/log.ts';
import { FlightFollower } from './flight-follower.ts';
import type { RecorderPort } from './recorder-port.ts';
import { type RecordingFile, RecordingLibrary } from './recording-library.ts';
import type { TelemetryParts } from './recording-telemetry.ts';
import type { RecordingsSettings } from './recordings-settings.ts';
import { RunningRecording } from './running-recording.ts';
import { Storage } from './storage.ts';
import { StorageWatch } from './storage-watch.ts';

/** How soon a full disk is noticed: at the rates of the streams it takes some megabytes. */
const WATCH_EVERY_S = 1;
/** While nothing is recorded the space is looked at so much less often. */
const IDLE_TICKS = 10;
/** How often what a full disk has left incomplete is tried again. */
const COMPLETE_TICKS = 2;

export interface RecordingsParts {
  readonly folder: string;
  readonly settings: RecordingsSettings;
  readonly recorder: RecorderPort;
  readonly telemetry: TelemetryParts;
  /** IANA name of the zone of the place: ids are local times. */
  readonly timezone: string;
  /** Station time. */
  readonly clock: Clock;
  readonly realTime: Clock;
  readonly log: Log;
  readonly onBug?: OnBug | undefined;
}

/** The recordings of a station: those that there are, and the one that is being made. */
export class Recordings {
  readonly #parts: RecordingsParts;
  readonly #library: Promise<RecordingLibrary>;
  readonly #storage: Storage;
  readonly #watch: StorageWatch;
  readonly #cancels: readonly Cancel[];
  #fullFaults = 0;
  #ticks = 0;
  #shown: RecordingsState = { is_recording: false, available_space: 0, total_space: 0 };
  /** What subscribers see. */
  readonly topic: Topic;
  #station: Station | undefined;
  #running: RunningRecording | undefined;
  /** The last one that has ended since the station was attached. */
  #last: { readonly startedUs: number; readonly stoppedUs: number } | undefined;
  /** Kept when the last recording has ended. */
  #ending: Promise<unknown> = Promise.resolve();

  constructor(parts: RecordingsParts) {
    this.#parts = parts;
    this.topic = new Topic(() => this.#shown, parts.onBug);
    const { folder, log, realTime, recorder, settings } = parts;
    this.#library = RecordingLibrary.open(folder, log);
    void this.#refresh();
    this.#library.catch((fault) => log.error({ err: fault, folder }, 'the recordings cannot be read'));
    const occupiedBytes = async () => (await this.#library).occupiedBytes();
    this.#storage = new Storage({ folder, maxBytes: settings.maxBytes, occupiedBytes });
    this.#watch = new StorageWatch({
      settings,
      log,
      storage: this.#storage,
      library: this.#library,
      notifications: () => this.#station?.notifications,
    });
    this.#cancels = [
      every(realTime, WATCH_EVERY_S * US_PER_S, () => void this.#tick()),
      recorder.listen({
        onReport: (report) => this.#running?.report(report),
        onDown: () => this.#running?.recorderDown(),
        onUp: () => this.#running?.recorderUp(),
      }),
    ];
  }

  /** Follows a station until it is let go of; a recording ends with it. */
  attach(station: Station): Cancel {
    this.#station = station;
    this.#last = undefined;
    const flight = new FlightFollower(this);
    const cancel = this.#parts.settings.isAutomatic
      ? station.aircraft.onSample(() => flight.follow(station.flight.phase.state))
      : () => {};
    return () => {
      cancel();
      if (this.#station !== station) return;
      void this.stop();
      this.#station = undefined;
    };
  }

  /** Kept when what a kill left unfinished is whole again. */
  async ready(): Promise<void> {
    await this.#library;
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
      return refuse('RECORDING_NOT_FOUND', `the recording ${id} has no file ${quoted(fileId)}`);
    });
  }

  remove(id: string): Promise<Result<void>> {
    return this.#read(async (library) => {
      if (!library.has(id)) return notFound(id);
      if (this.#running?.id === id) return refuse('RECORDING_IN_USE', `the recording ${id} is being recorded`);
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
      const nowUs = this.#parts.clock.nowUs();
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

  /** Answers when a first picture is on the disk: from then on no kill takes the recording. @param isAutomatic begun by a flight, and ended with it */
  async start(isAutomatic = false): Promise<Result<void>> {
    const { recorder } = this.#parts;
    const station = this.#station;
    if (this.#running !== undefined) return refuse('ALREADY_RECORDING', `the recording ${this.#running.id} is running`);
    const streams = recorder.streams();
    if (!streams.ok) return streams;
    if (station === undefined) return refuse('VIDEO_UNAVAILABLE', 'the station is starting');
    const running = new RunningRecording({
      ...this.#parts,
      library: this.#library,
      station,
      isAutomatic,
      streams: streams.value,
      onEnd: () => {
        if (this.#running === running) this.#running = undefined;
        if (this.#station === station) this.#keepTimes(running);
        void this.#refresh();
      },
    });
    this.#running = running;
    const result = await running.begin(() => this.#watch.makeRoom());
    if (!result.ok && this.#running === running) this.#running = undefined;
    await this.#refresh();
    return result;
  }

  /** Answers when its files are complete. */
  async stop(): Promise<Result<void>> {
    const running = this.#running;
    if (running === undefined) return refuse('NOT_RECORDING', 'no recording is running');
    const ended = running.stop();
    this.#ending = ended;
    const result = await ended;
    await this.#refresh();
    return result;
  }

  /** Whether the running one was begun by the flight that it records. */
  get isAutomatic(): boolean {
    return this.#running?.isAutomatic ?? false;
  }

  /** Completes the running one and lets go of the clocks. */
  async end(): Promise<void> {
    if (this.#running !== undefined) await this.stop();
    await this.#ending;
    for (const cancel of this.#cancels) cancel();
  }

  #keepTimes({ record }: RunningRecording): void {
    if (record === undefined) return;
    const { startedUs, stoppedUs = this.#parts.clock.nowUs() } = record;
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
      this.#parts.log.error({ err: fault }, 'a recording cannot be completed');
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
      const mustEnd = await this.#watch.check(this.#running?.id);
      if (mustEnd) await this.#running?.stop('disk_full');
    } catch (fault) {
      this.#parts.log.error({ err: fault }, 'the space for recordings cannot be watched');
    }
  }

  /** @returns a refusal where the disk cannot be read */
  async #read<T>(read: (library: RecordingLibrary) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await read(await this.#library);
    } catch (fault) {
      this.#parts.log.error({ err: fault }, 'the recordings cannot be read or changed');
      return refuse('STORAGE_UNAVAILABLE', 'the storage of the recordings does not answer');
    }
  }
}

const timeOrNever = (timeUs: number | undefined): string => (timeUs === undefined ? NEVER : formatTimestamp(timeUs));

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

const notFound = (id: string): Result<never> => refuse('RECORDING_NOT_FOUND', `there is no recording ${quoted(id)}`);
