/** Pictures over a WebSocket into a buffer of the browser. */
import type { VideoHead } from '@kitestring/station-contract/video/video-head.ts';
import { FragmentTimes, isKeyFragment, readFragmentTime } from './fragment-times.ts';
import { LatePictures } from './late-pictures.ts';
import { type Link, type LinkEnd, refusedBy } from './link.ts';
import { edgeAction } from './live-edge.ts';
import { canMse, MseBuffer } from './mse-buffer.ts';
import type { PictureClock } from './picture-clock.ts';
import type { Trace } from './player-trace.ts';
import type { StationAccess } from './station-access.ts';

/** 426: the path is right but requires a WebSocket. */
const UPGRADE_REQUIRED = 426;

export class MseLink implements Link {
  readonly path = 'mse';
  readonly #access: StationAccess;
  readonly #clock: PictureClock;
  readonly #video: HTMLVideoElement;
  readonly #buffer: MseBuffer;
  readonly #socket: WebSocket;
  readonly #times = new FragmentTimes();
  readonly #late = new LatePictures();
  readonly #trace: Trace;
  readonly #end = Promise.withResolvers<LinkEnd>();
  #codec: string | undefined;
  #newestS = 0;
  #hasBegun = false;
  #isOver = false;
  #hasEnded = false;
  lastArrivalMs = performance.now();

  constructor(video: HTMLVideoElement, access: StationAccess, clock: PictureClock, trace: Trace) {
    this.#video = video;
    this.#trace = trace;
    this.#access = access;
    this.#clock = clock;
    this.#buffer = new MseBuffer(video, () => this.#finish({ kind: 'failed' }));
    this.#socket = access.openSocket();
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data as string | ArrayBuffer));
    this.#socket.addEventListener('open', () => trace('mse: the WebSocket is open'));
    this.#socket.addEventListener('close', ({ code }) => {
      trace(`mse: the WebSocket is closed, ${code}`);
      void this.#closed();
    });
  }

  get ended(): Promise<LinkEnd> {
    return this.#end.promise;
  }

  takenMs = ({ mediaTime }: VideoFrameCallbackMetadata): number | undefined => {
    const stationMs = this.#times.takenMsAt(mediaTime);
    return stationMs === undefined ? undefined : this.#clock.hereMs(stationMs);
  };

  setOverBudget(isOver: boolean): void {
    this.#isOver = isOver;
  }

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
    if (this.#isWanted(data)) this.#buffer.append(data);
    this.#followEdge();
  }

  #isWanted(data: ArrayBuffer): boolean {
    const { newest } = this.#buffer;
    const behindS = this.#hasBegun && newest !== undefined ? newest.endS - this.#video.currentTime : 0;
    const before = this.#late.leftOut;
    const isTaken = this.#late.takes({ behindS, isKeyFrame: isKeyFragment(data), isOver: this.#isOver });
    if (before === 0 && !isTaken) this.#trace(`mse: pictures are left out, ${Math.round(behindS * 1000)} ms behind`);
    return isTaken;
  }

  /** Another codec needs another buffer, which takes a moment. */
  #expect({ codec }: VideoHead): void {
    if (this.#codec !== undefined && this.#codec !== codec) {
      this.#finish({ kind: 'closed' });
      return;
    }
    this.#codec = codec;
    this.#trace(`mse: ${codec}`);
    if (canMse(codec)) this.#buffer.expect(codec);
    else this.#finish({ kind: 'undecodable' });
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

  /** A page cannot see why a WebSocket was refused; a GET of the same path tells. */
  async #closed(): Promise<void> {
    if (this.#hasEnded) return;
    if (this.#codec !== undefined) return this.#finish({ kind: 'closed' });
    try {
      const response = await this.#access.fetch(this.#access.url('mse'));
      this.#finish(response.status === UPGRADE_REQUIRED ? { kind: 'failed' } : await refusedBy(response));
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
