import { Observable, onePer } from '@kitestring/console-ui/store.ts';
import { saveFile } from '../parts/save-file.ts';
import type { StationLink } from '../station/station-link.ts';
import { downloadFile } from './download-file.ts';

/** State of the download from a recording. */
interface Download {
  /** Received share, 0 to 100; undefined when there is no download. */
  readonly percent?: number;
  /** Why it failed, or is interrupted at the moment. */
  readonly error?: unknown;
}

const NONE: Download = {};

/**
 * Downloads files of recordings with the token of the page, one per recording at a time, and saves them in the browser.
 * A plain link could not send the token. Downloads continue whatever the page shows, until they are stopped or the
 * operator signs out.
 */
class Downloads extends Observable {
  readonly #link: StationLink;
  readonly #shown = new Map<string, Download>();
  readonly #running = new Map<string, AbortController>();

  constructor(link: StationLink) {
    super();
    this.#link = link;
  }

  of(recordingId: string): Download {
    return this.#shown.get(recordingId) ?? NONE;
  }

  async start(recordingId: string, fileId: string): Promise<void> {
    if (this.#running.has(recordingId)) return;
    const stopped = new AbortController();
    this.#running.set(recordingId, stopped);
    const signal = AbortSignal.any([stopped.signal, this.#link.ended]);
    const show = (download: Download) => !signal.aborted && this.#show(recordingId, download);
    show({ percent: 0 });
    try {
      const file = await this.#link.call(({ recordings }) =>
        downloadFile({
          signal,
          onPercent: (percent) => show({ ...this.of(recordingId), percent }),
          onBroken: (error) => show({ ...this.of(recordingId), error }),
          start: (given) => recordings.download({ recording_id: recordingId, file_id: fileId }, given),
        }),
      );
      if (signal.aborted) return;
      saveFile(file, `${recordingId}-${fileId}`);
      show(NONE);
    } catch (error) {
      show({ error });
    } finally {
      if (!signal.aborted) this.#running.delete(recordingId);
    }
  }

  stop(recordingId: string): void {
    this.#running.get(recordingId)?.abort();
    this.#running.delete(recordingId);
    this.#show(recordingId, NONE);
  }

  #show(recordingId: string, download: Download): void {
    if (download === NONE) this.#shown.delete(recordingId);
    else this.#shown.set(recordingId, download);
    this.tell();
  }
}

/** The downloads of a sign-in. */
export const downloadsOf = onePer((link: StationLink) => new Downloads(link));
