import { pause } from '@kitestring/console-ui/pause.ts';
import { mediaType, newMediaSource } from '@kitestring/video-player/mse-buffer.ts';
import { type FragmentIndex, partFor, type ReadRange } from './fragment-index.ts';

/** Buffered time ahead of playback, and kept time behind it. */
const AHEAD_S = 20;
const BEHIND_S = 10;
/** With a bit rate at which this is less than the time above, buffering is limited by the browser. */
const AHEAD_MAX_BYTES = 64 * 2 ** 20;
/** Parts are 0.4 s; one request fetches several, about 2 MB. */
const REQUEST_MAX_BYTES = 2 * 2 ** 20;
/** Delay before parts that the station did not send are requested again. */
const AGAIN_MS = 2000;
/** Less than the duration of a picture: browsers round times. */
const ROUNDED_S = 0.01;
/** A browser that waits at the end of its buffer stops up to this much before it, without showing the last picture. */
const NEAR_END_S = 0.25;

interface SegmentFeederEvents {
  /** Called on a fault. A missing answer of the station is retried; a fault of the browser ends it. */
  readonly onTrouble: (error: unknown) => void;
  /** Parts have arrived and can be played. */
  readonly onParts: () => void;
}

/**
 * Plays a video of any length in a video element: loads the parts around the current time and drops the others. The
 * element's own controls work: play, pause, seek.
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
    // Without it an iPhone opens no source.
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
    const buffer = this.#source.addSourceBuffer(mediaType(this.#index.codec));
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

  /** Loads parts until enough is buffered. */
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
    // After a seek these parts are not the next ones any more.
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

  /** Skips gaps, where the camera was unavailable: a browser would wait in them, or just before them, forever. */
  #skipGap(): void {
    const { buffered, currentTime, readyState, seeking } = this.#video;
    // The next part in the buffer is not the next part of the video.
    if (this.#isElsewhere || (seeking && currentTime !== this.#soughtS)) return;
    if (readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return;
    // Pictures after a short gap may be within that time: only those before the gap count.
    if (endAt(buffered, currentTime) > currentTime + (seeking ? 0 : NEAR_END_S)) return;
    const next = startAfter(buffered, currentTime);
    if (next !== undefined) this.#video.currentTime = next;
  }

  /** Removes old parts up to a picture at which decoding can begin: a browser would remove more by itself. */
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

/** End of the range with this time; the time itself if there is none. */
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
