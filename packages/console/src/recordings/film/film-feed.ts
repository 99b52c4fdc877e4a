import { type FilmIndex, partFor, type ReadFilm } from './film-index.ts';

/** How far ahead of what is shown the film is fetched, and how much behind it is kept. */
const AHEAD_S = 20;
const BEHIND_S = 10;
/** Parts are 0.4 s; one request fetches several, about 2 MB. */
const REQUEST_MAX_BYTES = 2 * 2 ** 20;
/** A browser that waits at the end of what it has stands up to this much before it: it does not show the last picture. */
const NEAR_END_S = 0.25;

/**
 * Plays a film of any length in a video element: fetches the parts around the moment that is shown, forgets the others.
 * The element's own controls work: play, pause, seek.
 */
export class FilmFeed {
  readonly #video: HTMLVideoElement;
  readonly #index: FilmIndex;
  readonly #read: ReadFilm;
  readonly #onTrouble: (error: unknown) => void;
  readonly #source = new MediaSource();
  readonly #ended = new AbortController();
  readonly #url: string;
  #buffer: SourceBuffer | undefined;
  /** The part to fetch next. */
  #next = 0;
  #isFetching = false;
  /** What is in the buffer is from elsewhere in the film. */
  #isElsewhere = false;

  constructor(video: HTMLVideoElement, index: FilmIndex, read: ReadFilm, onTrouble: (error: unknown) => void) {
    this.#video = video;
    this.#index = index;
    this.#read = read;
    this.#onTrouble = onTrouble;
    this.#url = URL.createObjectURL(this.#source);
    const { signal } = this.#ended;
    this.#source.addEventListener('sourceopen', () => void this.#open(), { once: true, signal });
    video.addEventListener('seeking', () => this.#seek(), { signal });
    video.addEventListener('timeupdate', () => void this.#fill(), { signal });
    video.addEventListener('waiting', () => this.#skipGap(), { signal });
    video.src = this.#url;
  }

  close(): void {
    this.#ended.abort();
    this.#video.removeAttribute('src');
    this.#video.load();
    URL.revokeObjectURL(this.#url);
  }

  async #open(): Promise<void> {
    this.#buffer = this.#source.addSourceBuffer(this.#index.mediaType);
    this.#source.duration = this.#index.durationS;
    await this.#append(this.#index.head);
    await this.#fill();
  }

  #seek(): void {
    if (isIn(this.#video.buffered, this.#video.currentTime)) return;
    this.#next = partFor(this.#index, this.#video.currentTime);
    this.#isElsewhere = true;
    void this.#fill();
  }

  /** Fetches until enough is ahead. */
  async #fill(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      while (!this.#ended.signal.aborted && this.#isWanted()) await this.#fetchSome();
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#onTrouble(error);
    } finally {
      this.#isFetching = false;
    }
  }

  #isWanted(): boolean {
    const part = this.#index.parts[this.#next];
    return this.#buffer !== undefined && part !== undefined && part.timeS < this.#video.currentTime + AHEAD_S;
  }

  async #fetchSome(): Promise<void> {
    const begin = this.#next;
    const { parts } = this.#index;
    const from = parts[begin]?.from ?? 0;
    let end = begin + 1;
    while ((parts[end]?.to ?? Number.POSITIVE_INFINITY) - from <= REQUEST_MAX_BYTES) end += 1;
    this.#next = end;
    const bytes = await this.#read(from, (parts[end - 1]?.to ?? from + 1) - 1);
    // The user went elsewhere meanwhile: these parts are not what is wanted next.
    if (this.#next !== end) return;
    await this.#forget();
    await this.#append(bytes);
    this.#skipGap();
    if (end >= parts.length && this.#source.readyState === 'open') this.#source.endOfStream();
  }

  /** A recording has gaps where the camera was away; a browser would wait in them, or just before them, for ever. */
  #skipGap(): void {
    const { buffered, currentTime, readyState, seeking } = this.#video;
    if (readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return;
    if (isIn(buffered, seeking ? currentTime : currentTime + NEAR_END_S)) return;
    const next = startAfter(buffered, currentTime);
    if (next !== undefined) this.#video.currentTime = next;
  }

  /** Makes room behind what is shown. */
  async #forget(): Promise<void> {
    const begin = this.#video.buffered.length > 0 ? this.#video.buffered.start(0) : 0;
    const until = this.#isElsewhere ? Number.POSITIVE_INFINITY : this.#video.currentTime - BEHIND_S;
    this.#isElsewhere = false;
    if (until <= begin) return;
    this.#buffer?.remove(begin, until);
    await this.#settled();
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#buffer?.appendBuffer(bytes as Uint8Array<ArrayBuffer>);
    await this.#settled();
  }

  #settled(): Promise<void> {
    const buffer = this.#buffer;
    if (buffer === undefined || !buffer.updating) return Promise.resolve();
    const { signal } = this.#ended;
    return new Promise((resolve, reject) => {
      buffer.addEventListener('updateend', () => resolve(), { once: true, signal });
      buffer.addEventListener('error', () => reject(new Error('the browser cannot play this film')), {
        once: true,
        signal,
      });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function isIn(ranges: TimeRanges, timeS: number): boolean {
  for (let index = 0; index < ranges.length; index += 1) {
    if (timeS >= ranges.start(index) && timeS < ranges.end(index)) return true;
  }
  return false;
}

function startAfter(ranges: TimeRanges, timeS: number): number | undefined {
  for (let index = 0; index < ranges.length; index += 1) {
    if (ranges.start(index) > timeS) return ranges.start(index);
  }
  return undefined;
}
