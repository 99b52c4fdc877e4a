import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../http/log.ts';
import type { RecorderPort } from './recorder-port.ts';
import { PICTURE_FILE_ID } from './recording-record.ts';

/** On a starved machine a picture may come too late; the next one is quicker. */
const ATTEMPTS = 3;

export interface RecordingPictureParts {
  readonly recorder: Pick<RecorderPort, 'picture'>;
  readonly log: Log;
  /** Where the recording is. */
  readonly folder: string;
  readonly streamId: string;
}

/** The picture of a recording for lists. What goes wrong with it never ends the recording. */
export class RecordingPicture {
  readonly #parts: RecordingPictureParts;
  #isThere = false;
  #hasEnded = false;
  #taking: Promise<void> = Promise.resolve();

  constructor(parts: RecordingPictureParts) {
    this.#parts = parts;
  }

  /** Takes one, unless there is one: to be called whenever pictures begin to come. */
  take(): void {
    this.#taking = this.#taking.then(() => this.#take());
  }

  /** Waits for one that is being taken, and takes no more. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#taking;
  }

  async #take(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && !this.#isThere && !this.#hasEnded; attempt += 1) await this.#try();
  }

  async #try(): Promise<void> {
    const { folder, log, recorder, streamId } = this.#parts;
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
