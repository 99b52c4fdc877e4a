/** A buffer of the browser (Media Source Extensions) that is appended picture by picture and keeps the last seconds. */

/** Data further behind the shown picture are removed, seconds. */
const KEPT_S = 3;
/** Size of a removal, seconds: each blocks the buffer for a moment. */
const TRIM_S = 4;
/** A longer queue occurs only if the browser accepts no more data. */
const MOST_WAITING_BYTES = 16_000_000;

interface SourceConstructor {
  new (): MediaSource;
  isTypeSupported(type: string): boolean;
}

/** iPhones support only the second one. */
function sourceConstructor(): SourceConstructor | undefined {
  const { ManagedMediaSource, MediaSource } = globalThis as {
    MediaSource?: SourceConstructor;
    ManagedMediaSource?: SourceConstructor;
  };
  return MediaSource ?? ManagedMediaSource;
}

/** @throws Error where the browser has none */
export function newMediaSource(): MediaSource {
  const Constructor = sourceConstructor();
  if (Constructor === undefined) throw new Error('this browser has no Media Source Extensions');
  return new Constructor();
}

export const mediaType = (codec: string): string => `video/mp4; codecs="${codec}"`;

/** Any profile of the station's own pictures. @param codec by RFC 6381, of other ones */
export const canMse = (codec = 'avc1.42E01F'): boolean =>
  sourceConstructor()?.isTypeSupported(mediaType(codec)) ?? false;

export class MseBuffer {
  readonly #video: HTMLVideoElement;
  readonly #source = newMediaSource();
  readonly #url: string;
  readonly #onFault: () => void;
  #buffer: SourceBuffer | undefined;
  #waiting: ArrayBuffer[] = [];
  #waitingBytes = 0;
  #codec: string | undefined;

  /** @param onFault the buffer accepts no more data and is unusable */
  constructor(video: HTMLVideoElement, onFault: () => void) {
    this.#video = video;
    this.#onFault = onFault;
    this.#source.addEventListener('sourceopen', () => this.#work());
    this.#url = URL.createObjectURL(this.#source);
    video.disableRemotePlayback = true;
    video.src = this.#url;
  }

  /** Codec of the following pictures. */
  expect(codec: string): void {
    this.#codec = codec;
    this.#work();
  }

  append(bytes: ArrayBuffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    if (this.#waitingBytes > MOST_WAITING_BYTES) this.#onFault();
    else this.#work();
  }

  /** The range that contains the newest picture. */
  get newest(): { startS: number; endS: number } | undefined {
    const buffered = this.#buffered;
    const last = (buffered?.length ?? 0) - 1;
    if (buffered === undefined || last < 0) return undefined;
    return { startS: buffered.start(last), endS: buffered.end(last) };
  }

  close(): void {
    URL.revokeObjectURL(this.#url);
    this.#buffer = undefined;
    this.#waiting = [];
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  get #buffered(): TimeRanges | undefined {
    // A buffer removed by the browser throws.
    return this.#source.readyState === 'open' ? this.#buffer?.buffered : undefined;
  }

  #work(): void {
    if (this.#source.readyState !== 'open' || this.#codec === undefined) return;
    try {
      this.#buffer ??= this.#open(this.#codec);
      if (!this.#buffer.updating) this.#step(this.#buffer);
    } catch {
      this.#onFault();
    }
  }

  #open(codec: string): SourceBuffer {
    const buffer = this.#source.addSourceBuffer(mediaType(codec));
    buffer.addEventListener('updateend', () => this.#work());
    buffer.addEventListener('error', () => this.#onFault());
    return buffer;
  }

  #step(buffer: SourceBuffer): void {
    const start = buffer.buffered.length > 0 ? buffer.buffered.start(0) : 0;
    const keepFrom = this.#video.currentTime - KEPT_S;
    if (keepFrom - start > TRIM_S) buffer.remove(0, keepFrom);
    else if (this.#waiting.length > 0) {
      const all = joined(this.#waiting);
      this.#waiting = [];
      this.#waitingBytes = 0;
      buffer.appendBuffer(all);
    }
  }
}

function joined(parts: readonly ArrayBuffer[]): ArrayBuffer {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return all.buffer;
}
