/** Pictures over a WebSocket into a buffer of the browser. */
import type { VideoHead } from '@kitestring/contract/video/video-head.ts';
import { FragmentTimes, readFragmentTime } from './fragment-times.ts';
import type { Link, LinkEnd } from './link.ts';
import { edgeAction } from './live-edge.ts';
import { PictureBuffer } from './picture-buffer.ts';
import type { StationAccess } from './station-access.ts';
import type { StationClock } from './station-clock.ts';

/** 426: this path is right, and wants a WebSocket. */
const UPGRADE_REQUIRED = 426;

export class MseLink implements Link {
  readonly path = 'mse';
  readonly #access: StationAccess;
  readonly #clock: StationClock;
  readonly #video: HTMLVideoElement;
  readonly #buffer: PictureBuffer;
  readonly #socket: WebSocket;
  readonly #times = new FragmentTimes();
  readonly #end = Promise.withResolvers<LinkEnd>();
  #codec: string | undefined;
  #newestS = 0;
  #hasBegun = false;
  #hasEnded = false;
  lastArrivalMs = performance.now();

  constructor(video: HTMLVideoElement, access: StationAccess, clock: StationClock) {
    this.#video = video;
    this.#access = access;
    this.#clock = clock;
    this.#buffer = new PictureBuffer(video, () => this.#finish({ kind: 'failed' }));
    this.#socket = access.openSocket();
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data as string | ArrayBuffer));
    this.#socket.addEventListener('close', () => void this.#closed());
  }

  get ended(): Promise<LinkEnd> {
    return this.#end.promise;
  }

  takenMs = ({ mediaTime }: VideoFrameCallbackMetadata): number | undefined => {
    const stationMs = this.#times.takenMsAt(mediaTime);
    return stationMs === undefined ? undefined : this.#clock.hereMs(stationMs);
  };

  stop(): void {
    this.#finish({ kind: 'closed' });
  }

  #receive(data: string | ArrayBuffer): void {
    if (this.#hasEnded) return;
    if (typeof data === 'string') {
      this.#expect(JSON.parse(data) as VideoHead);
      return;
    }
    const time = readFragmentTime(data);
    if (time !== undefined) {
      this.#times.add(time);
      this.#newestS = time.timeS;
      this.lastArrivalMs = performance.now();
    }
    this.#buffer.append(data);
    this.#followEdge();
  }

  /** Pictures of another form need another buffer, which is a matter of a moment. */
  #expect({ codec }: VideoHead): void {
    if (this.#codec !== undefined && this.#codec !== codec) {
      this.#finish({ kind: 'closed' });
      return;
    }
    this.#codec = codec;
    this.#buffer.expect(codec);
  }

  #followEdge(): void {
    const { newest } = this.#buffer;
    if (newest === undefined) return;
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#video.play().catch(() => {});
    }
    const { currentTime: currentS, playbackRate: rate } = this.#video;
    const action = edgeAction({ currentS, rate, newestS: this.#newestS, rangeStartS: newest.startS });
    if (action?.kind === 'rate') this.#video.playbackRate = action.rate;
    else if (action?.kind === 'jump') this.#video.currentTime = action.toS;
  }

  /** A refused WebSocket tells a page nothing: the same path, asked by GET, says why. */
  async #closed(): Promise<void> {
    if (this.#hasEnded) return;
    if (this.#codec !== undefined) return this.#finish({ kind: 'closed' });
    try {
      const { status } = await this.#access.fetch(this.#access.urlOf('mse'));
      this.#finish(status === UPGRADE_REQUIRED ? { kind: 'failed' } : { kind: 'refused', status });
    } catch {
      this.#finish({ kind: 'unreachable' });
    }
  }

  #finish(end: LinkEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#socket.close();
    this.#video.playbackRate = 1;
    this.#buffer.close();
    this.#end.resolve(end);
  }
}
