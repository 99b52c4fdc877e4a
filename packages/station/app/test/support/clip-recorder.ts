import type { RecorderReport } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import type { AttachedRecorder, RecorderLink } from '@kitestring/video-host/recordings/recorder-link.ts';
import { Recorder } from '@kitestring/video-process/record';
import { ClipSource } from '@kitestring/video-process/test/support';

/** The least that is a JPEG. */
export const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

/** The recorder of the media process in this one, before a camera that shows a film in real time. */
export class ClipRecorder implements AsyncDisposable {
  readonly #sources = ['overview', 'thermal'].map((id) => new ClipSource(id).play());
  readonly #recorder: Recorder;
  readonly #attached: AttachedRecorder;
  /** How one is made small. */
  thumbnail: (jpeg: Uint8Array) => Promise<Uint8Array> = async () => JPEG;
  /** How a single picture is taken. */
  picture: () => Promise<Uint8Array> = async () => JPEG;

  /** @param isTold whether the station hears a report */
  constructor(link: RecorderLink, isTold: (report: RecorderReport) => boolean = () => true) {
    const sources = this.#sources;
    this.#recorder = new Recorder({
      directory: { find: (id) => sources.find((source) => source.id === id), list: () => sources },
      report: (report) => isTold(report) && this.#attached.report(report),
      nowMs: () => performance.now(),
      textAt: () => undefined,
    });
    this.#attached = link.up({
      send: (order) => this.#recorder.handle(order),
      streams: () =>
        ok([
          { streamId: 'overview', type: 'color' },
          { streamId: 'thermal', type: 'thermal' },
        ]),
      picture: () => this.picture(),
      thumbnail: (jpeg) => this.thumbnail(jpeg),
    });
  }

  /** Pictures that each stream has shown so far. */
  get shown(): number {
    return Math.min(...this.#sources.map(({ given }) => given));
  }

  /** Pictures of the stream that has shown most. */
  get shownMost(): number {
    return Math.max(...this.#sources.map(({ given }) => given));
  }

  /** Time of the next picture of any stream, us since 1970. */
  get nextUs(): number {
    return Math.min(...this.#sources.map((source) => source.nextUs));
  }

  get watchers(): number {
    return this.#sources.reduce((sum, { watchers }) => sum + watchers, 0);
  }

  /** Its pictures are of this station time, us, as those of a camera are. */
  takesAt(stationNowUs: () => number): void {
    for (const source of this.#sources) source.stationNowUs = stationNowUs;
  }

  /** Its connection to the station ends. */
  down(): void {
    this.#attached.down();
  }

  /** Its output ends where it is, as in a killed process. */
  fallSilent(): void {
    for (const source of this.#sources) source.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recorder.stop();
    for (const source of this.#sources) source.end();
  }
}
