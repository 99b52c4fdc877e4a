/** Plays a stream of the station in a video element over the best available path until it is stopped. */
import type { VideoClock } from '@kitestring/station-contract/video/video-clock.ts';
import { afterLink, type Consequence } from './after-link.ts';
import { BetterPath } from './better-path.ts';
import { FrameBudget } from './frame-budget.ts';
import { FrameWatch } from './frame-watch.ts';
import type { GiveToken } from './give-token.ts';
import type { Link, LinkEnd } from './link.ts';
import { canMse } from './mse-buffer.ts';
import { MseLink } from './mse-link.ts';
import { PathChoice } from './path-choice.ts';
import { rememberedPath, rememberPath } from './path-memory.ts';
import { PictureClock } from './picture-clock.ts';
import type { EndReason, PlayerRefusal, PlayerState, PlayPath, WaitReason } from './player-state.ts';
import { PlayerTrace } from './player-trace.ts';
import type { RetryRange } from './retry-delay.ts';
import { RetryPlan } from './retry-plan.ts';
import { StationAccess } from './station-access.ts';
import type { Turns } from './turns.ts';
import { probeWebRtc } from './webrtc-probe.ts';
import { canWebRtc, WhepLink } from './whep-link.ts';

/** Interval of state updates while playing. */
const TELL_EVERY_MS = 250;
/** From the start of a connection to its first picture, including the start of a sleeping camera. */
const PATIENCE_MS = 5000;
/** A request without an answer counts as failed, unless the first picture may take longer. */
const REQUEST_MS = 10_000;
/** The slowest stream of a busy station has five pictures per second. */
const STALLED_MS = 1000;
/** A later picture usually comes from a new connection. */
const GIVE_UP_MS = 2500;
/** Interval of clock updates: clocks of two machines drift apart by milliseconds in that time. */
const ASK_CLOCK_EVERY_MS = 15_000;
/** Interval after the first picture: of several answers one has a short round trip. */
const ASK_CLOCK_FIRST = { times: 4, everyMs: 700 };

/** Reason for which the player ended a connection. */
type StopReason = 'no picture' | 'stalled' | 'better path';

export interface StreamPlayerOptions {
  /** Set to muted and inline playback by the player. */
  readonly video: HTMLVideoElement;
  /**
   * Root of the station, `https://10.0.0.5:3128`, or its base at a hub, `https://hub.example/fleet/v1/stations/sabcdefghijkl`;
   * the origin of the page when absent.
   */
  readonly stationUrl?: string;
  /** Id as in `videostreams`. */
  readonly streamId: string;
  /** Called before each connection; with the refused token if that is the reason. Absent: the cookie of a sign-in at the page's server. */
  readonly token?: GiveToken;
  /** At a hub: pictures come from its relay, over WebRTC only, and with times that the clock of the station does not know. */
  readonly isRelayed?: boolean;
  /** Path to try first, regardless of the remembered one. */
  readonly preferred?: PlayPath;
  /** Time to the first picture before another path is tried; 5 s when absent. */
  readonly patienceMs?: number;
  /** Delays between attempts that fail, doubling; from 250 ms to 5 s when absent. */
  readonly retry?: RetryRange;
  /** Shared by the players of one page: each asks for pictures in its turn. At once when absent. */
  readonly turns?: Turns;
  /** Interval of WebRTC probes while the other path is playing; every minute when absent. */
  readonly betterPathEveryMs?: number;
  /** Called at each change, and four times a second while pictures are shown. */
  readonly onState?: (state: PlayerState) => void;
}

export class StreamPlayer {
  /** Log of its actions and their reasons. */
  readonly trace = new PlayerTrace();
  readonly #options: StreamPlayerOptions;
  readonly #stationUrl: string;
  readonly #access: StationAccess;
  readonly #clock = new PictureClock();
  readonly #choice: PathChoice;
  readonly #plan: RetryPlan;
  readonly #budget = new FrameBudget();
  #state: PlayerState = { kind: 'connecting', path: 'webrtc' };
  #link: Link | undefined;
  #wake: () => void = () => {};
  #isStopped = false;
  #isAway = false;

  /** Plays until `stop`. */
  constructor(options: StreamPlayerOptions) {
    const { isRelayed = false, patienceMs = PATIENCE_MS, preferred, streamId, token, video } = options;
    this.#options = options;
    this.#plan = new RetryPlan(options.retry);
    this.#stationUrl = options.stationUrl ?? location.origin;
    this.#access = new StationAccess({
      stationUrl: this.#stationUrl,
      streamId,
      token,
      requestMs: Math.max(REQUEST_MS, patienceMs),
    });
    const possible: PlayPath[] = [
      ...(canWebRtc() ? ['webrtc' as const] : []),
      ...(canMse() && !isRelayed ? ['mse' as const] : []),
    ];
    this.#choice = new PathChoice({ possible, first: preferred ?? rememberedPath(this.#stationUrl) ?? 'webrtc' });
    // Only muted playback may start automatically.
    video.muted = true;
    video.playsInline = true;
    window.addEventListener('pagehide', this.#leave);
    window.addEventListener('pageshow', this.#resume);
    void this.#run();
  }

  get state(): PlayerState {
    return this.#state;
  }

  /** Ends the player for good; no effect when called again. */
  stop(): void {
    this.#finish('stopped');
  }

  /** Ends a wait for the next attempt, as when the station is back. */
  retryNow(): void {
    this.#wake();
  }

  async #run(): Promise<void> {
    let hasNewToken = false;
    while (!this.#isStopped) {
      const path = this.#choice.current;
      if (path === undefined) return this.#finish('not-supported');
      const next = await this.#try(path, hasNewToken);
      hasNewToken = next.kind === 'new-token';
      if (next.kind === 'end') this.#finish(next.reason);
      else if (next.kind === 'wait' || (next.kind === 'other-path' && !this.#leaves(path)))
        await this.#wait(next.reason, next.reply);
    }
  }

  async #try(path: PlayPath, hasNewToken: boolean): Promise<Consequence> {
    this.#tell({ kind: 'connecting', path });
    this.trace.add(`${path}: connecting`);
    try {
      await this.#access.renewToken(hasNewToken);
    } catch {
      return { kind: 'wait', reason: 'unreachable' };
    }
    const { turns, video } = this.#options;
    const giveBack = await turns?.take(this.#plan.failures);
    if (this.#isStopped || this.#isAway) {
      giveBack?.();
      return { kind: 'wait', reason: 'interrupted' };
    }
    const Constructor = path === 'webrtc' ? WhepLink : MseLink;
    const link: Link = new Constructor(video, this.#access, this.#clock, this.trace.add);
    this.#link = link;
    void (link.answered ?? link.ended).then(giveBack);
    const { end, hasShown, why } = await this.#attend(link);
    this.#link = undefined;
    this.trace.add(`${path}: over, ${why ?? describeEnd(end)}`);
    if (why === 'better path') return { kind: 'better-path' };
    const isPathBad = why === 'stalled' && this.#plan.stalled(performance.now());
    // The other way round, a working path would be given up for one that may show nothing.
    if (isPathBad && path === 'webrtc' && this.#leaves(path)) {
      return { kind: 'wait', reason: 'interrupted' };
    }
    return afterLink(end, hasShown, hasNewToken);
  }

  /** Switches to another path. @returns false when there is none left */
  #leaves(path: PlayPath): boolean {
    const isAnyLeft = this.#choice.failed(path);
    if (isAnyLeft) this.trace.add(`${path} is left for ${this.#choice.current}`);
    return isAnyLeft;
  }

  /** Monitors a connection until it ends. */
  async #attend(link: Link): Promise<{ end: LinkEnd; hasShown: boolean; why: StopReason | undefined }> {
    const beganMs = performance.now();
    let shownMs: number | undefined;
    let why: StopReason | undefined;
    const stop = (reason: StopReason) => {
      why = reason;
      link.stop();
    };
    this.#budget.forget();
    link.setOverBudget?.(this.#budget.isOver);
    const watch = new FrameWatch(this.#options.video, link.takenMs, () => {
      shownMs = performance.now();
      this.trace.add(`${link.path}: first picture after ${Math.round(shownMs - beganMs)} ms`);
      this.#choice.worked(link.path);
      rememberPath(this.#stationUrl, link.path);
      // Before the first picture the station does not know the capture time of the newest one.
      void this.#learnClock(link);
      this.#tellPlaying(link, watch);
    });
    const looking = window.setInterval(() => {
      if (shownMs !== undefined) this.#look(link, watch, shownMs, stop);
      else if (this.#ageMs(link, watch) > (this.#options.patienceMs ?? PATIENCE_MS)) stop('no picture');
    }, TELL_EVERY_MS);
    const asking = window.setInterval(() => void this.#askClock(), ASK_CLOCK_EVERY_MS);
    const better = this.#findBetter(link, () => stop('better path'));
    const end = await link.ended;
    better?.stop();
    for (const timer of [looking, asking]) window.clearInterval(timer);
    watch.stop();
    return { end, hasShown: shownMs !== undefined, why };
  }

  /** On the second-best path, the better one is probed. */
  #findBetter(link: Link, onBetter: () => void): BetterPath | undefined {
    if (link.path === 'webrtc' || !canWebRtc() || this.#options.preferred === 'mse') return undefined;
    return new BetterPath({
      everyMs: this.#options.betterPathEveryMs,
      probe: (signal) => probeWebRtc(this.#access, this.trace.add, signal),
      isWorthwhile: () => !document.hidden,
      onBetter: () => {
        this.#choice.worked('webrtc');
        onBetter();
      },
      schedule: (afterMs, then) => {
        const timer = window.setTimeout(then, afterMs);
        return () => window.clearTimeout(timer);
      },
    });
  }

  #look(link: Link, watch: FrameWatch, shownMs: number, stop: (why: StopReason) => void): void {
    const ageMs = this.#ageMs(link, watch);
    this.#plan.played(performance.now() - shownMs);
    this.#lookAtBudget(link);
    if (ageMs > GIVE_UP_MS) stop('stalled');
    else if (ageMs > STALLED_MS) this.#stalled(link, ageMs);
    else this.#tellPlaying(link, watch);
  }

  #lookAtBudget(link: Link): void {
    if (document.hidden) {
      this.#budget.forget();
      return;
    }
    const { droppedVideoFrames: dropped, totalVideoFrames: total } = this.#options.video.getVideoPlaybackQuality();
    if (!this.#budget.look(performance.now(), { total, dropped })) return;
    const { isOver } = this.#budget;
    this.trace.add(
      `budget: ${isOver ? 'exceeded, late pictures are left out' : 'kept again'} (${dropped} of ${total} late)`,
    );
    link.setOverBudget?.(isOver);
  }

  #stalled(link: Link, frameAgeMs: number): void {
    if (this.#state.kind !== 'stalled') this.trace.add(`${link.path}: stalled`);
    if (this.#state.kind !== 'stalled') void this.#askWhetherForgotten(link);
    this.#tell({ kind: 'stalled', path: link.path, frameAgeMs });
  }

  /** Over UDP the end of the media process is not signalled: its successor does not know the viewer. */
  async #askWhetherForgotten(link: Link): Promise<void> {
    const answer = await this.#askClock();
    if (answer !== undefined && answer.rtp_time === undefined) link.stop();
  }

  /** A hidden page shows no picture, however many arrive. */
  #ageMs(link: Link, watch: FrameWatch): number {
    return Math.round(document.hidden ? performance.now() - link.lastArrivalMs : watch.ageMs);
  }

  #tellPlaying(link: Link, watch: FrameWatch): void {
    const { video } = this.#options;
    this.#tell({
      kind: 'playing',
      path: link.path,
      latencyMs: watch.latencyMs,
      frameAgeMs: this.#ageMs(link, watch),
      framesPerS: watch.framesPerS,
      isOverBudget: this.#budget.isOver,
      size: { widthPx: video.videoWidth, heightPx: video.videoHeight },
    });
  }

  async #learnClock(link: Link): Promise<void> {
    for (let times = 0; times < ASK_CLOCK_FIRST.times && this.#link === link; times += 1) {
      await this.#askClock();
      await new Promise((resolve) => window.setTimeout(resolve, ASK_CLOCK_FIRST.everyMs));
    }
  }

  async #askClock(): Promise<VideoClock | undefined> {
    if (this.#options.isRelayed === true) return undefined;
    try {
      const askedMs = Date.now();
      const response = await this.#access.fetch(this.#access.url('clock'));
      const answeredMs = Date.now();
      if (!response.ok) return undefined;
      const answer: VideoClock = await response.json();
      this.#clock.accept(answer, askedMs, answeredMs);
      return answer;
    } catch {
      // Then the delay is unknown; playback does not depend on it.
      return undefined;
    }
  }

  async #wait(reason: WaitReason, reply?: PlayerRefusal): Promise<void> {
    if (this.#isStopped) return;
    const askedMs = (reply?.retryAfterS ?? 0) * 1000;
    const retryInMs = this.#plan.failed(performance.now(), Math.random(), askedMs);
    this.trace.add(`waiting ${retryInMs} ms: ${reason}`);
    this.#tell({ kind: 'waiting', retryInMs, reason, ...(reply !== undefined && { reply }) });
    await this.#sleep(retryInMs);
    while (this.#isAway && !this.#isStopped) await this.#sleep();
  }

  /** @param ms until woken when absent */
  #sleep(ms?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    if (ms !== undefined) window.setTimeout(resolve, ms);
    return promise;
  }

  /** The page is being unloaded, or stored in a cache from which it may return. */
  readonly #leave = (): void => {
    this.#isAway = true;
    this.#link?.stop();
  };

  readonly #resume = (): void => {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#plan.reset();
    this.#wake();
  };

  #finish(reason: EndReason): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    window.removeEventListener('pagehide', this.#leave);
    window.removeEventListener('pageshow', this.#resume);
    this.#link?.stop();
    this.#wake();
    this.trace.add(`ended: ${reason}`);
    this.#tell({ kind: 'ended', reason });
  }

  #tell(state: PlayerState): void {
    if (this.#state.kind === 'ended' || (this.#isStopped && state.kind !== 'ended')) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}

const describeEnd = (end: LinkEnd): string => (end.kind === 'refused' ? `refused with ${end.status}` : end.kind);
