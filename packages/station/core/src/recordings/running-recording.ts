import { type Cancel, US_PER_S } from '@kitestring/base/clock.ts';
import type { RecorderReport, RecordingEnd } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { IncidentRef } from '@kitestring/station-contract/station/incident.ts';
import type { RecordableStream } from '../ports/recorder.ts';
import {
  type RecordedVideo,
  type RecordingCompanion,
  type RecordingRecord,
  VIDEO_FILE_IDS,
} from '../ports/recording-store.ts';
import type { Station } from '../station.ts';
import type { RecordingsDeps } from './recordings.ts';

/** A starting source delivers its first picture sooner than this: within 16 s where other work takes every core. */
const BEGIN_DEADLINE_S = 30;
/** Completing a recording of a day takes some seconds; a disk that hangs would take forever. */
const END_DEADLINE_S = 30;
/**
 * Time that a recording waits for its recorder to come back: on a machine whose cores are all taken its process starts in 10 s and more, and its
 * first picture comes within the 16 s above.
 */
const AWAY_MAX_S = 60;

/** Starts the companion files in a recording's folder. @param streamId stream for the poster picture */
export type Accompany = (station: Station, folder: string, streamId: string | undefined) => RecordingCompanion;

interface RunningRecordingDeps
  extends Pick<RecordingsDeps, 'library' | 'recorder' | 'accompany' | 'timezone' | 'clock' | 'realTimeClock' | 'log'> {
  readonly station: Station;
  readonly streams: readonly RecordableStream[];
  readonly isAutomatic: boolean;
  /** Take-off of the flight of what began then. */
  readonly flightSince: (startedUs: number) => number | undefined;
  /** @param isInterrupted it had begun, and nothing commanded its end */
  readonly onEnd: (isInterrupted: boolean) => void;
}

/*
 *   preparing ──▶ starting ──begun──▶ recording ──▶ ended
 *                    │                 │     ▲
 *                    ▼            down ▼     │ up
 *                  ended              away ──┘
 */
type Phase = 'preparing' | 'starting' | 'recording' | 'away' | 'ended';

/** The recording in progress, from its request until its files are complete. */
export class RunningRecording {
  readonly #deps: RunningRecordingDeps;
  readonly isAutomatic: boolean;
  readonly #begun = Promise.withResolvers<Result<void>>();
  readonly #ended = Promise.withResolvers<Result<void>>();
  #record: RecordingRecord | undefined;
  #phase: Phase = 'preparing';
  #companion: RecordingCompanion | undefined;
  #cancelDeadline: Cancel = () => {};
  /** The recorder has been told to stop, and completes its files: until it has said so, they are not touched here. */
  #isStopping = false;
  #isRecorderUp = true;
  /** The end that was asked for, with its reason, which the recorder does not know. */
  #wish: { readonly end: RecordingEnd; readonly reason: string } = { end: 'stopped', reason: '' };

  constructor(deps: RunningRecordingDeps) {
    this.#deps = deps;
    this.isAutomatic = deps.isAutomatic;
  }

  get station(): Station {
    return this.#deps.station;
  }

  /** Empty during preparation. */
  get id(): string {
    return this.#record?.id ?? '';
  }

  get record(): RecordingRecord | undefined {
    return this.#record;
  }

  /** @param makeRoom refuses when there is no space */
  async begin(makeRoom: () => Promise<Result<void>>): Promise<Result<void>> {
    try {
      const room = await makeRoom();
      if (!room.ok) return room;
      await this.#prepare();
    } catch (fault) {
      return this.#notPrepared(fault);
    }
    if (this.#phase !== 'preparing') return await this.#forget();
    this.#phase = 'starting';
    this.#order();
    this.#deadline(BEGIN_DEADLINE_S, () => this.#end('no_pictures', 'the camera sends no pictures'));
    return await this.#begun.promise;
  }

  report(report: RecorderReport): void {
    if (report.recordingId !== this.id || this.#phase === 'ended') return;
    if (report.what === 'ended') {
      const { end, reason } = report.end === 'stopped' ? this.#wish : report;
      void this.#finish(end, reason || report.reason);
    } else if (this.#phase === 'starting' || this.#phase === 'away') this.#hasBegun();
  }

  /** Everything written so far is on disk; the recording continues when the recorder reconnects. */
  recorderDown(): void {
    this.#isRecorderUp = false;
    if (this.#isStopping) return void this.#finish(this.#wish.end, this.#wish.reason);
    if (this.#phase !== 'recording' && this.#phase !== 'starting') return;
    this.#phase = this.#phase === 'starting' ? 'starting' : 'away';
    this.#deadline(AWAY_MAX_S, () => this.#end('no_pictures', 'the recorder did not come back'));
  }

  recorderUp(): void {
    this.#isRecorderUp = true;
    if (this.#phase === 'away' || this.#phase === 'starting') this.#order();
  }

  /** Resolves when its files are complete. */
  async stop(wish: RecordingEnd = 'stopped'): Promise<Result<void>> {
    if (this.#phase === 'preparing') {
      this.#phase = 'ended';
      return accepted;
    }
    this.#end(wish, '');
    return await this.#ended.promise;
  }

  /** A recorder that is there writes until it has been told, also one that has just come back and has not begun again. */
  #end(end: RecordingEnd, reason: string): void {
    if (this.#wish.end === 'stopped') this.#wish = { end, reason };
    if (this.#phase === 'ended' || this.#isStopping) return;
    if (!this.#isRecorderUp) return void this.#finish(end, reason);
    this.#isStopping = true;
    this.#deps.recorder.order({ act: 'stop', recordingId: this.id });
    this.#deadline(END_DEADLINE_S, () => void this.#finish('write_error', 'the recorder does not answer'));
  }

  async #prepare(): Promise<void> {
    const { clock, flightSince, station, streams, timezone } = this.#deps;
    const library = await this.#deps.library;
    const startedUs = clock.nowUs();
    const record = withIncident(
      withFlight(
        { id: library.newId(startedUs, timezone), startedUs, videos: recordedVideos(streams) },
        flightSince(startedUs),
      ),
      station.incident.value,
    );
    await library.add(record);
    this.#record = record;
  }

  async #forget(): Promise<Result<void>> {
    await (await this.#deps.library).remove(this.id);
    return refuse('VIDEO_UNAVAILABLE.stoppedBefore');
  }

  #notPrepared(fault: unknown): Result<void> {
    this.#deps.log.error({ err: fault }, 'a recording cannot be started');
    if ((fault as { readonly code?: unknown }).code !== 'ENOSPC') {
      return refuse('STORAGE_UNAVAILABLE.unwritable');
    }
    this.#deps.station.notifications.raise('STORAGE_FULL');
    return refuse('STORAGE_FULL.nothingLeft');
  }

  #order(): void {
    const { library, recorder } = this.#deps;
    const { id, videos } = this.#record as RecordingRecord;
    void library.then((known) => {
      if (this.#phase === 'ended' || this.#isStopping) return;
      const tracks = videos.map(({ fileId, streamId }) => ({ fileId, streamId }));
      recorder.order({ act: 'start', recordingId: id, folder: known.folder(id), tracks });
    });
  }

  #hasBegun(): void {
    if (!this.#isStopping) this.#cancelDeadline();
    const isNew = this.#phase === 'starting';
    this.#phase = 'recording';
    this.#begun.resolve(accepted);
    if (isNew) void this.#accompany();
    else this.#companion?.resume();
  }

  /** A failure here never ends the recording. */
  async #accompany(): Promise<void> {
    const { accompany, library, station } = this.#deps;
    const known = await library;
    known.begun();
    const folder = known.folder(this.id);
    station.notifications.clear('RECORDING_FAILED');
    if (this.#phase !== 'recording') return;
    this.#companion = accompany(station, folder, this.#record?.videos[0]?.streamId);
  }

  async #finish(end: RecordingEnd, reason: string): Promise<void> {
    if (this.#phase === 'ended') return;
    const wasRecording = this.#phase === 'recording' || this.#phase === 'away';
    this.#phase = 'ended';
    this.#cancelDeadline();
    await this.#complete(end);
    if (wasRecording) this.#tell(end, reason);
    this.#begun.resolve(notBegun(end, reason));
    this.#ended.resolve(outcome(end, this.id));
    this.#deps.onEnd(wasRecording && end !== 'stopped');
  }

  async #complete(end: RecordingEnd): Promise<void> {
    const { clock, flightSince, library, log, station } = this.#deps;
    // Typed in while it ran, the incident is that of the recording too; ended meanwhile, it stays.
    let record = withIncident(this.#record as RecordingRecord, station.incident.value);
    if (record.flightUs === undefined) record = withFlight(record, flightSince(record.startedUs));
    try {
      await this.#companion?.end();
      record = await (await library).end(record, end, clock.nowUs());
    } catch (fault) {
      // The files exist; the next start completes them.
      log.error({ err: fault, id: this.id }, 'the record of a recording cannot be written');
    }
    // Not before: a client that reads "stopped" may start the next recording at once.
    this.#record = record;
    log.info({ id: this.id, end }, 'a recording has ended');
  }

  #tell(end: RecordingEnd, reason: string): void {
    const { notifications } = this.#deps.station;
    if (end === 'disk_full') notifications.raise('STORAGE_FULL');
    else if (end !== 'stopped')
      notifications.raise('RECORDING_FAILED', { recording_id: this.id, reason: reason || end });
  }

  #deadline(seconds: number, act: () => void): void {
    const { realTimeClock } = this.#deps;
    this.#cancelDeadline();
    this.#cancelDeadline = realTimeClock.schedule(realTimeClock.nowUs() + seconds * US_PER_S, act);
  }
}

const withFlight = (record: RecordingRecord, flightUs: number | undefined): RecordingRecord =>
  flightUs === undefined ? record : { ...record, flightUs };

const withIncident = (record: RecordingRecord, incident: IncidentRef | undefined): RecordingRecord =>
  incident === undefined ? record : { ...record, incident: { number: incident.number, title: incident.title } };

/** The most important stream of each type. */
function recordedVideos(streams: readonly RecordableStream[]): readonly RecordedVideo[] {
  return (['color', 'thermal'] as const).flatMap((type) => {
    const found = streams.find((stream) => stream.type === type);
    return found === undefined ? [] : [{ type, streamId: found.streamId, fileId: VIDEO_FILE_IDS[type] }];
  });
}

function outcome(end: RecordingEnd, id: string): Result<void> {
  if (end === 'disk_full') return refuse('STORAGE_FULL.endedBefore', { recording: id });
  if (end === 'write_error') return refuse('STORAGE_UNAVAILABLE.endNotWritten', { recording: id });
  return accepted;
}

function notBegun(end: RecordingEnd, reason: string): Result<void> {
  if (end === 'stopped') return refuse('VIDEO_UNAVAILABLE.stoppedBefore');
  if (end === 'disk_full') return refuse('STORAGE_FULL.nothingLeft');
  if (end === 'write_error') return refuse('STORAGE_UNAVAILABLE.unwritable');
  return refuse('VIDEO_UNAVAILABLE.recorderGaveUp', { reason: reason || end });
}
