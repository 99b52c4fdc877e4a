import { Recorder } from '@kitestring/media/record/recorder.ts';
import { ClipSource } from '@kitestring/media/test/support/clip.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { RecorderLink } from '@kitestring/video/recordings/recorder-link.ts';

/** The least that is a JPEG. */
export const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

/** The recorder of the media process in this one, before a camera that shows a film in real time. */
export class ClipRecorder implements AsyncDisposable {
  readonly #sources = ['overview', 'thermal'].map((id) => new ClipSource(id).play());
  readonly #recorder: Recorder;
  /** How one is made small. */
  thumbnail: (jpeg: Uint8Array) => Promise<Uint8Array> = async () => JPEG;
  /** How a single picture is taken. */
  picture: () => Promise<Uint8Array> = async () => JPEG;

  constructor(link: RecorderLink) {
    const sources = this.#sources;
    this.#recorder = new Recorder({
      directory: { find: (id) => sources.find((source) => source.id === id), list: () => sources },
      report: (report) => link.report(report),
      nowMs: () => Date.now(),
    });
    link.up({
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

  get watchers(): number {
    return this.#sources.reduce((sum, { watchers }) => sum + watchers, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recorder.stop();
    for (const source of this.#sources) source.end();
  }
}
