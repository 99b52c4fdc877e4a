import type { SourceDirectory } from '../access-unit.ts';
import type { RecorderOrder, RecorderReport, RecordingEnd } from '../process/recording-messages.ts';
import { TrackRecorder } from './track-recorder.ts';

const TICK_MS = 200;
/** Without a picture of any stream for so long a recording has ended: the camera is off. */
const SILENCE_MAX_MS = 15_000;

export interface RecorderParts {
  readonly directory: SourceDirectory;
  readonly report: (report: RecorderReport) => void;
  readonly nowMs: () => number;
}

interface Running {
  readonly id: string;
  readonly tracks: readonly TrackRecorder[];
  readonly timer: NodeJS.Timeout;
}

type StartOrder = Extract<RecorderOrder, { act: 'start' }>;

/** Records the streams that the station names, one recording at a time. */
export class Recorder {
  readonly #parts: RecorderParts;
  #running: Running | undefined;
  #ending: Promise<void> = Promise.resolve();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  obey(order: RecorderOrder): void {
    if (order.act === 'start') this.#start(order);
    else if (this.#running?.id === order.recordingId) this.#end('stopped', '');
    else void this.#ending.then(() => this.#report(order.recordingId, 'stopped', 'it is not running'));
  }

  /** Completes what is being recorded. */
  async stop(): Promise<void> {
    if (this.#running !== undefined) this.#end('stopped', '');
    await this.#ending;
  }

  #start({ folder, recordingId: id, tracks: orders }: StartOrder): void {
    if (this.#running !== undefined) this.#end('stopped', 'another one was asked for');
    const { directory, nowMs, report } = this.#parts;
    let hasBegun = false;
    const onBegin = () => {
      if (!hasBegun) report({ what: 'begun', recordingId: id });
      hasBegun = true;
    };
    const onFault = (fault: unknown) => {
      if (this.#running?.id === id) this.#end(endOf(fault), reasonOf(fault));
    };
    const timer = setInterval(() => this.#tick(), TICK_MS);
    const tracks = orders.map((track) => new TrackRecorder({ directory, nowMs, folder, ...track, onBegin, onFault }));
    this.#running = { id, tracks, timer };
  }

  #tick(): void {
    const tracks = this.#running?.tracks ?? [];
    for (const track of tracks) track.tick();
    if (tracks.every(({ silentMs }) => silentMs > SILENCE_MAX_MS)) {
      this.#end('no_pictures', `no picture has come for ${SILENCE_MAX_MS / 1000} s`);
    }
  }

  #end(end: RecordingEnd, reason: string): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    clearInterval(running.timer);
    this.#ending = Promise.all([this.#ending, this.#finish(running, end, reason)]).then(() => {});
  }

  /** All files are completed before anything is said: whoever hears it may read them. */
  async #finish({ id, tracks }: Running, end: RecordingEnd, reason: string): Promise<void> {
    const outcomes = await Promise.allSettled(tracks.map((track) => track.finish()));
    const fault = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
    if (fault === undefined || end !== 'stopped') this.#report(id, end, reason);
    else this.#report(id, endOf(fault), reasonOf(fault));
  }

  #report(recordingId: string, end: RecordingEnd, reason: string): void {
    this.#parts.report({ what: 'ended', recordingId, end, reason });
  }
}

const NO_SPACE = ['ENOSPC', 'EDQUOT'];

const endOf = (fault: unknown): RecordingEnd =>
  NO_SPACE.includes(String((fault as NodeJS.ErrnoException)?.code)) ? 'disk_full' : 'write_error';

const reasonOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
