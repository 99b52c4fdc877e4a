import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@kitestring/base/log.ts';
import type { RecorderPort } from '@kitestring/station-core/ports';
import { PICTURE_FILE_ID } from './recording-record.ts';

/** On an overloaded machine a picture may come too late; the next one is quicker. */
const ATTEMPTS = 3;

interface RecordingPictureDeps {
  readonly recorder: Pick<RecorderPort, 'picture'>;
  readonly log: Log;
  /** Folder of the recording. */
  readonly folder: string;
  readonly streamId: string;
}

/** Poster picture of a recording. Its faults never end the recording. */
export class RecordingPicture {
  readonly #deps: RecordingPictureDeps;
  #isThere = false;
  #hasEnded = false;
  #taking: Promise<void> = Promise.resolve();

  constructor(deps: RecordingPictureDeps) {
    this.#deps = deps;
  }

  /** Takes a picture, unless there is one: called whenever pictures start. */
  take(): void {
    this.#taking = this.#taking.then(() => this.#take());
  }

  /** Waits for a picture in progress, and takes no more. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#taking;
  }

  async #take(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && !this.#isThere && !this.#hasEnded; attempt += 1) await this.#try();
  }

  async #try(): Promise<void> {
    const { folder, log, recorder, streamId } = this.#deps;
    try {
      const jpeg = await recorder.picture?.(streamId);
      if (jpeg === undefined) return;
      await writeFile(join(folder, PICTURE_FILE_ID), jpeg, { mode: 0o600 });
      this.#isThere = true;
    } catch (fault) {
      log.info({ err: fault, folder }, 'a recording has no picture for lists yet');
    }
  }
}
