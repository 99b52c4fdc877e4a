import type { RecorderReport, RecordingEnd } from '@kitestring/media/process/recording-messages.ts';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { accepted, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { Log } from '../http/log.ts';
import type { RecordableStream, RecorderPort } from './recorder-port.ts';
import type { RecordingLibrary } from './recording-library.ts';
import { RecordingPicture } from './recording-picture.ts';
import { type RecordedVideo, type RecordingRecord, VIDEO_FILE_IDS } from './recording-record.ts';
import { RecordingTelemetry, type TelemetryParts } from './recording-telemetry.ts';

/** A source that is being started has its first picture sooner, on a busy machine too. */
const BEGIN_DEADLINE_S = 15;
/** Completing a recording of a day takes some seconds, a disk that does not answer takes for ever. */
const END_DEADLINE_S = 30;
/** How long a recording waits for its recorder to be back. */
const AWAY_MAX_S = 15;

export interface RunningParts {
  readonly library: Promise<RecordingLibrary>;
  readonly recorder: RecorderPort;
  readonly telemetry: TelemetryParts;
  readonly station: Station;
  /** IANA name. */
  readonly timezone: string;
  readonly clock: Clock;
  readonly realTime: Clock;
  readonly log: Log;
  readonly streams: readonly RecordableStream[];
  readonly isAutomatic: boolean;
  readonly onEnd: () => void;
}

/*
 *   preparing ──▶ starting ──begun──▶ recording ──▶ ended
 *                    │                 │     ▲
 *                    ▼            down ▼     │ up
 *                  ended              away ──┘
 */
type Phase = 'preparing' | 'starting' | 'recording' | 'away' | 'ended';

/** The recording that is being made, from the wish for it until its files are complete. */
export class RunningRecording {
  readonly #parts: RunningParts;
  readonly isAutomatic: boolean;
  readonly #begun = Promise.withResolvers<Result<void>>();
  readonly #ended = Promise.withResolvers<Result<void>>();
  #record: RecordingRecord | undefined;
  #phase: Phase = 'preparing';
  #telemetry: RecordingTelemetry | undefined;
  #picture: RecordingPicture | undefined;
  #cancelDeadline: Cancel = () => {};
  #isStopping = false;
  /** Why it was asked to end; the recorder only knows that it was asked. */
  #wish: RecordingEnd = 'stopped';

  constructor(parts: RunningParts) {
    this.#parts = parts;
    this.isAutomatic = parts.isAutomatic;
  }

  /** Empty while it is being prepared. */
  get id(): string {
    return this.#record?.id ?? '';
  }

  get record(): RecordingRecord | undefined {
    return this.#record;
  }

  /** @param makeRoom says whether there is space */
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
    this.#deadline(BEGIN_DEADLINE_S, () => this.#giveUp('no_pictures', 'the camera sends no pictures'));
    return await this.#begun.promise;
  }

  report(report: RecorderReport): void {
    if (report.recordingId !== this.id || this.#phase === 'ended') return;
    if (report.what === 'ended') void this.#finish(report.end === 'stopped' ? this.#wish : report.end, report.reason);
    else if (this.#phase === 'starting' || this.#phase === 'away') this.#hasBegun();
  }

  /** What it has written is on the disk; it goes on when the recorder is back. */
  recorderDown(): void {
    if (this.#phase !== 'recording' && this.#phase !== 'starting') return;
    this.#phase = this.#phase === 'starting' ? 'starting' : 'away';
    this.#deadline(AWAY_MAX_S, () => this.#giveUp('no_pictures', 'the recorder did not come back'));
  }

  recorderUp(): void {
    if (this.#phase === 'away' || this.#phase === 'starting') this.#order();
  }

  /** Answers when its files are complete. */
  async stop(wish: RecordingEnd = 'stopped'): Promise<Result<void>> {
    if (this.#phase === 'preparing') {
      this.#phase = 'ended';
      return accepted;
    }
    if (this.#wish === 'stopped') this.#wish = wish;
    if (this.#phase === 'away') void this.#finish(wish, '');
    else if (this.#phase !== 'ended' && !this.#isStopping) {
      this.#isStopping = true;
      this.#parts.recorder.order({ act: 'stop', recordingId: this.id });
      this.#deadline(END_DEADLINE_S, () => void this.#finish('write_error', 'the recorder does not answer'));
    }
    return await this.#ended.promise;
  }

  async #prepare(): Promise<void> {
    const { clock, streams, timezone } = this.#parts;
    const library = await this.#parts.library;
    const startedUs = clock.nowUs();
    const record = { id: library.newId(startedUs, timezone), startedUs, videos: videosOf(streams) };
    await library.add(record);
    this.#record = record;
  }

  async #forget(): Promise<Result<void>> {
    await (await this.#parts.library).remove(this.id);
    return refuse('VIDEO_UNAVAILABLE', 'the recording was stopped before it began');
  }

  #notPrepared(fault: unknown): Result<void> {
    this.#parts.log.error({ err: fault }, 'a recording cannot be begun');
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') {
      return refuse('STORAGE_UNAVAILABLE', 'the storage of the recordings cannot be written');
    }
    this.#parts.station.notifications.raise('STORAGE_FULL');
    return refuse('STORAGE_FULL', 'there is no space left on the storage of the recordings');
  }

  #order(): void {
    const { library, recorder } = this.#parts;
    const { id, videos } = this.#record as RecordingRecord;
    void library.then((known) =>
      recorder.order({ act: 'start', recordingId: id, folder: known.folderOf(id), tracks: videos }),
    );
  }

  #hasBegun(): void {
    this.#cancelDeadline();
    const isNew = this.#phase === 'starting';
    this.#phase = 'recording';
    this.#begun.resolve(accepted);
    if (isNew) void this.#accompany();
    else this.#picture?.take();
  }

  /** Telemetry and a picture for lists: what goes wrong here never ends the recording. */
  async #accompany(): Promise<void> {
    const { library, log, recorder, station, telemetry } = this.#parts;
    const folder = (await library).folderOf(this.id);
    station.notifications.clear('RECORDING_FAILED');
    if (this.#phase !== 'recording') return;
    this.#telemetry = new RecordingTelemetry(telemetry, station, folder);
    const [first] = this.#record?.videos ?? [];
    if (first === undefined) return;
    this.#picture = new RecordingPicture({ recorder, log, folder, streamId: first.streamId });
    this.#picture.take();
  }

  #giveUp(end: RecordingEnd, reason: string): void {
    this.#parts.recorder.order({ act: 'stop', recordingId: this.id });
    void this.#finish(end, reason);
  }

  async #finish(end: RecordingEnd, reason: string): Promise<void> {
    if (this.#phase === 'ended') return;
    const wasRecording = this.#phase === 'recording' || this.#phase === 'away';
    this.#phase = 'ended';
    this.#cancelDeadline();
    await this.#complete(end);
    if (wasRecording) this.#tell(end, reason);
    this.#begun.resolve(notBegun(end, reason));
    this.#ended.resolve(outcomeOf(end, this.id));
    this.#parts.onEnd();
  }

  async #complete(end: RecordingEnd): Promise<void> {
    const { clock, library, log } = this.#parts;
    let record = this.#record as RecordingRecord;
    try {
      await this.#telemetry?.end();
      await this.#picture?.end();
      record = await (await library).end(record, end, clock.nowUs());
    } catch (fault) {
      // The files are there; the next start completes what is missing.
      log.error({ err: fault, id: this.id }, 'what is known about a recording cannot be written');
    }
    // Not before: whoever reads that it has stopped may start the next one at once.
    this.#record = record;
    log.info({ id: this.id, end }, 'a recording has ended');
  }

  #tell(end: RecordingEnd, reason: string): void {
    const { notifications } = this.#parts.station;
    if (end === 'disk_full') notifications.raise('STORAGE_FULL');
    else if (end !== 'stopped')
      notifications.raise('RECORDING_FAILED', { recording_id: this.id, reason: reason || end });
  }

  #deadline(seconds: number, act: () => void): void {
    const { realTime } = this.#parts;
    this.#cancelDeadline();
    this.#cancelDeadline = realTime.schedule(realTime.nowUs() + seconds * US_PER_S, act);
  }
}

/** The most important stream of each type. */
function videosOf(streams: readonly RecordableStream[]): readonly RecordedVideo[] {
  return (['color', 'thermal'] as const).flatMap((type) => {
    const found = streams.find((stream) => stream.type === type);
    return found === undefined ? [] : [{ type, streamId: found.streamId, fileId: VIDEO_FILE_IDS[type] }];
  });
}

function outcomeOf(end: RecordingEnd, id: string): Result<void> {
  if (end === 'disk_full') return refuse('STORAGE_FULL', `the recording ${id} ended before: the storage is full`);
  if (end === 'write_error')
    return refuse('STORAGE_UNAVAILABLE', `the end of the recording ${id} could not be written`);
  return accepted;
}

function notBegun(end: RecordingEnd, reason: string): Result<void> {
  if (end === 'disk_full') return refuse('STORAGE_FULL', 'there is no space left on the storage of the recordings');
  if (end === 'write_error') return refuse('STORAGE_UNAVAILABLE', 'the storage of the recordings cannot be written');
  return refuse('VIDEO_UNAVAILABLE', `the recorder gave up: ${reason || end}`);
}
