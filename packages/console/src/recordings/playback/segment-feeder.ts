import { pause } from '@kitestring/kit/pause.ts';
import { newMediaSource } from '@kitestring/player/mse-buffer.ts';
import { type FragmentIndex, partFor, type ReadRange } from './fragment-index.ts';

/** Buffered time ahead of playback, and kept time behind it. */
const AHEAD_S = 20;
const BEHIND_S = 10;
/** With a bit rate at which this is less than the time above, buffering is limited by the browser. */
const AHEAD_MAX_BYTES = 64 * 2 ** 20;
/** Parts are 0.4 s; one request fetches several, about 2 MB. */
const REQUEST_MAX_BYTES = 2 * 2 ** 20;
/** Parts that the station does not give are asked for again. */
const AGAIN_MS = 2000;
/** Less than a picture lasts: times in a browser are rounded. */
const ROUNDED_S = 0.01;
/** A browser that waits at the end of what it has stands up to this much before it: it does not show the last picture. */
const NEAR_END_S = 0.25;

interface SegmentFeederEvents {
  /** Something stands in the way. What the station does not give is asked for again; what the browser cannot play ends it. */
  readonly onTrouble: (error: unknown) => void;
  /** Parts have come and can be played. */
  readonly onParts: () => void;
}

/**
 * Plays a film of any length in a video element: fetches the parts around the moment that is shown, forgets the others.
 * The element's own controls work: play, pause, seek.
 */
export class SegmentFeeder {
  readonly #video: HTMLVideoElement;
  readonly #index: FragmentIndex;
  readonly #read: ReadRange;
  readonly #events: SegmentFeederEvents;
  readonly #source = newMediaSource();
  readonly #ended = new AbortController();
  readonly #url: string;
  #buffer: SourceBuffer | undefined;
  /** The part to fetch next. */
  #next = 0;
  #isFetching = false;
  /** The buffer contains another part of the video. */
  #isElsewhere = false;
  /** Target of the last seek reported by the video, which reports later than it seeks. */
  #soughtS: number | undefined;

  /** @throws Error where the browser cannot play parts */
  constructor(video: HTMLVideoElement, index: FragmentIndex, read: ReadRange, events: SegmentFeederEvents) {
    this.#video = video;
    this.#index = index;
    this.#read = read;
    this.#events = events;
    this.#url = URL.createObjectURL(this.#source);
    const { signal } = this.#ended;
    this.#source.addEventListener('sourceopen', () => void this.#attempt(() => this.#open()), { once: true, signal });
    video.addEventListener('seeking', () => this.#seek(), { signal });
    video.addEventListener('timeupdate', () => this.#fill(), { signal });
    video.addEventListener('waiting', () => this.#skipGap(), { signal });
    // An iPhone opens no source without it.
    video.disableRemotePlayback = true;
    video.src = this.#url;
  }

  close(): void {
    this.#ended.abort();
    this.#video.removeAttribute('src');
    this.#video.load();
    URL.revokeObjectURL(this.#url);
  }

  async #open(): Promise<void> {
    const buffer = this.#source.addSourceBuffer(this.#index.mediaType);
    this.#source.duration = this.#index.durationS;
    await this.#append(buffer, this.#index.head);
    this.#buffer = buffer;
    this.#fill();
  }

  #seek(): void {
    const { buffered, currentTime } = this.#video;
    this.#soughtS = currentTime;
    if (endAt(buffered, currentTime) > currentTime) return;
    this.#next = partFor(this.#index, currentTime);
    this.#isElsewhere = true;
    this.#fill();
  }

  /** Fetches until enough is ahead. */
  #fill(): void {
    const { signal } = this.#ended;
    const buffer = this.#buffer;
    if (buffer === undefined || this.#isFetching) return;
    this.#isFetching = true;
    void this.#attempt(async () => {
      while (!signal.aborted && this.#isWanted()) await this.#fetchSome(buffer);
    }).finally(() => {
      this.#isFetching = false;
    });
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#events.onTrouble(error);
    }
  }

  #isWanted(): boolean {
    const { parts } = this.#index;
    const { currentTime } = this.#video;
    const part = parts[this.#next];
    if (part === undefined || part.timeS >= currentTime + AHEAD_S) return false;
    const shown = parts[partFor(this.#index, currentTime)];
    return part.from - (shown?.from ?? 0) < AHEAD_MAX_BYTES;
  }

  async #fetchSome(buffer: SourceBuffer): Promise<void> {
    const begin = this.#next;
    const { parts } = this.#index;
    const from = parts[begin]?.from ?? 0;
    let end = begin + 1;
    while ((parts[end]?.to ?? Number.POSITIVE_INFINITY) - from <= REQUEST_MAX_BYTES) end += 1;
    this.#next = end;
    // Once the user has gone elsewhere these parts are not what is wanted next.
    const bytes = await this.#readWhile(() => this.#next === end, from, (parts[end - 1]?.to ?? from + 1) - 1);
    if (bytes === undefined) return;
    await this.#forget(buffer);
    await this.#append(buffer, bytes);
    this.#events.onParts();
    this.#skipGap();
    if (end >= parts.length && this.#source.readyState === 'open') this.#source.endOfStream();
  }

  /** Retries until the station sends these bytes, or they are no longer wanted. */
  async #readWhile(isWanted: () => boolean, first: number, last: number): Promise<Uint8Array | undefined> {
    const { signal } = this.#ended;
    while (isWanted() && !signal.aborted) {
      try {
        const bytes = await this.#read(first, last);
        return isWanted() ? bytes : undefined;
      } catch (error) {
        if (signal.aborted) return undefined;
        this.#events.onTrouble(error);
      }
      await pause(AGAIN_MS, signal);
    }
    return undefined;
  }

  /** A recording has gaps where the camera was away; a browser would wait in them, or just before them, for ever. */
  #skipGap(): void {
    const { buffered, currentTime, readyState, seeking } = this.#video;
    // The next part in the buffer is not the next part of the video.
    if (this.#isElsewhere || (seeking && currentTime !== this.#soughtS)) return;
    if (readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return;
    // The pictures behind a short gap are less than that ahead: only those before it count.
    if (endAt(buffered, currentTime) > currentTime + (seeking ? 0 : NEAR_END_S)) return;
    const next = startAfter(buffered, currentTime);
    if (next !== undefined) this.#video.currentTime = next;
  }

  /** Makes room behind what is shown, up to a picture with which decoding can begin: a browser would remove more otherwise. */
  async #forget(buffer: SourceBuffer): Promise<void> {
    const { buffered, currentTime } = this.#video;
    const begin = buffered.length > 0 ? buffered.start(0) : 0;
    const kept = this.#index.parts[partFor(this.#index, currentTime - BEHIND_S)];
    const until = this.#isElsewhere ? Number.POSITIVE_INFINITY : (kept?.timeS ?? 0) - ROUNDED_S;
    this.#isElsewhere = false;
    if (until <= begin) return;
    buffer.remove(begin, until);
    await this.#settled(buffer);
  }

  async #append(buffer: SourceBuffer, bytes: Uint8Array): Promise<void> {
    buffer.appendBuffer(bytes as Uint8Array<ArrayBuffer>);
    await this.#settled(buffer);
  }

  #settled(buffer: SourceBuffer): Promise<void> {
    if (!buffer.updating) return Promise.resolve();
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

/** End of the range that holds this moment; the moment itself where none does. */
function endAt(ranges: TimeRanges, timeS: number): number {
  for (let index = 0; index < ranges.length; index += 1) {
    if (timeS >= ranges.start(index) && timeS < ranges.end(index)) return ranges.end(index);
  }
  return timeS;
}

function startAfter(ranges: TimeRanges, timeS: number): number | undefined {
  for (let index = 0; index < ranges.length; index += 1) {
    if (ranges.start(index) > timeS) return ranges.start(index);
  }
  return undefined;
}
