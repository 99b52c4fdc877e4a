import type {
  RecorderOrder,
  RecorderReport,
  RecordingEnd,
} from '@kitestring/station-contract/recordings/recorder-messages.ts';
import type { AccessUnit, SourceDirectory } from '../access-unit.ts';
import { TrackRecorder } from './track-recorder.ts';

const TICK_MS = 200;
/** A recording ends after this time without a picture of any stream: the camera is off. */
const SILENCE_MAX_MS = 15_000;
/** The first picture takes longer if the sources must be started on a busy machine. */
const FIRST_PICTURE_MAX_MS = 30_000;

interface RecorderDeps {
  readonly directory: SourceDirectory;
  readonly report: (report: RecorderReport) => void;
  /** Monotonic, milliseconds: a system clock that is set must not end a recording. */
  readonly nowMs: () => number;
  /** Position and direction of the camera at a picture, as text; undefined while unknown. */
  readonly textAt: (streamId: string, unit: AccessUnit) => string | undefined;
}

interface Running {
  readonly id: string;
  readonly tracks: readonly TrackRecorder[];
  readonly timer: NodeJS.Timeout;
  hasBegun: boolean;
}

type StartOrder = Extract<RecorderOrder, { act: 'start' }>;

/** Records the streams that the station selects, one recording at a time. */
export class Recorder {
  readonly #deps: RecorderDeps;
  #running: Running | undefined;
  #ending: Promise<void> = Promise.resolve();

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  handle(order: RecorderOrder): void {
    if (order.act === 'start') this.#start(order);
    else if (this.#running?.id === order.recordingId) this.#end('stopped', '');
    else void this.#ending.then(() => this.#report(order.recordingId, 'stopped', 'it is not running'));
  }

  /** Completes the recording in progress. */
  async stop(): Promise<void> {
    if (this.#running !== undefined) this.#end('stopped', '');
    await this.#ending;
  }

  #start({ folder, recordingId: id, tracks: orders }: StartOrder): void {
    // A second one on the same files would complete them while the first writes.
    if (this.#running?.id === id) return;
    if (this.#running !== undefined) this.#end('stopped', 'another one was asked for');
    const { directory, nowMs, report, textAt } = this.#deps;
    // Also while it ends: its first picture may reach the disk after the order to stop.
    const onBegin = () => {
      if (running.hasBegun) return;
      running.hasBegun = true;
      report({ what: 'begun', recordingId: id });
    };
    const onFault = (fault: unknown) => {
      if (this.#running?.id === id) this.#end(recordingEnd(fault), errorText(fault));
    };
    const timer = setInterval(() => this.#tick(), TICK_MS);
    const tracks = orders.map(
      (track) => new TrackRecorder({ directory, nowMs, textAt, folder, ...track, onBegin, onFault }),
    );
    const running: Running = { id, tracks, timer, hasBegun: false };
    this.#running = running;
  }

  #tick(): void {
    const { hasBegun = false, tracks = [] } = this.#running ?? {};
    for (const track of tracks) track.tick();
    const silenceMaxMs = hasBegun ? SILENCE_MAX_MS : FIRST_PICTURE_MAX_MS;
    if (tracks.every(({ silentMs }) => silentMs > silenceMaxMs)) {
      this.#end('no_pictures', `no picture has come for ${silenceMaxMs / 1000} s`);
    }
  }

  #end(end: RecordingEnd, reason: string): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    clearInterval(running.timer);
    this.#ending = Promise.all([this.#ending, this.#finish(running, end, reason)]).then(() => {});
  }

  /** All files are complete before the report: its receiver may read them. */
  async #finish({ id, tracks }: Running, end: RecordingEnd, reason: string): Promise<void> {
    const outcomes = await Promise.allSettled(tracks.map((track) => track.finish()));
    const fault = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
    if (fault === undefined || end !== 'stopped') this.#report(id, end, reason);
    else this.#report(id, recordingEnd(fault), errorText(fault));
  }

  #report(recordingId: string, end: RecordingEnd, reason: string): void {
    this.#deps.report({ what: 'ended', recordingId, end, reason });
  }
}

const NO_SPACE = ['ENOSPC', 'EDQUOT'];

const recordingEnd = (fault: unknown): RecordingEnd =>
  NO_SPACE.includes(String((fault as NodeJS.ErrnoException)?.code)) ? 'disk_full' : 'write_error';

const errorText = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
