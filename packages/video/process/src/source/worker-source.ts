import { isDeepStrictEqual } from 'node:util';
import type { AccessUnit, FrameSize, ParameterSets, VideoConsumer } from '../access-unit.ts';
import { h264SettingsFor } from '../encode/h264-settings.ts';
import { isJpegSize } from '../rtp/jpeg-payloads.ts';
import { defaultEncoding, JPEG_QUALITY, type StreamEncoding } from '../stream-encoding.ts';
import type { StreamPlan } from '../stream-plan.ts';
import type { FrameTruth, TruthWish } from './frame-truth.ts';
import { KeyFrameGate } from './key-frame-gate.ts';
import { PictureThread } from './picture-thread.ts';
import type { PooledSource } from './pooled-source.ts';
import type { RendererSetup } from './renderer.ts';
import { SceneBoard } from './scene-board.ts';
import type { PictureOverlay, PictureState, RenderView, StreamControls } from './scene-state.ts';
import { Subscribers } from './subscribers.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './worker-messages.ts';

/** Time until an idle thread ends: a viewer or a snapshot soon after the last one need not wait for a start. */
export const LINGER_MS = 30_000;
/**
 * Timeout of an active thread without output, which then counts as hung. A new thread first loads codecs and builds its
 * world: on a starved machine, where that took longer than 20 s, a shorter timeout would restart it again and again.
 */
const SILENCE_MS = { toFirstPicture: 60_000, betweenPictures: 5000 };
/** Timeout of the parameter sets, including the start of a thread: a client waits no longer, but may ask again. */
const ANSWER_MS = 20_000;
const RESTART_MS = { first: 100, most: 5000 };

/** Totals of a source since its start, for counters. */
export interface SourceCounts {
  made: number;
  skipped: number;
  keyFrames: number;
  bytes: number;
  busyMs: number;
  restarts: number;
}

interface WorkerSourceOptions {
  readonly plan: StreamPlan;
  readonly renderer: Omit<RendererSetup, 'streamId'>;
  readonly controls: StreamControls;
  readonly overlay: PictureOverlay;
  /** The first subscriber has joined, or the last has left. */
  readonly onDemand: () => void;
  readonly onPicture: (state: PictureState) => void;
  readonly onTruth: (truth: FrameTruth) => void;
  readonly onTrouble: (reason: string) => void;
}

/** A stream that is rendered and encoded by its own thread, while it has subscribers. */
export class WorkerSource implements PooledSource {
  readonly id: string;
  readonly isGoverned = true;
  readonly size: FrameSize;
  readonly counts: SourceCounts = { made: 0, skipped: 0, keyFrames: 0, bytes: 0, busyMs: 0, restarts: 0 };
  readonly #options: WorkerSourceOptions;
  readonly #subscribers: Subscribers;
  readonly #gate = new KeyFrameGate();
  readonly #board = new SceneBoard();
  /** The thread knows how scenes are to be rendered. */
  #isLookSent = false;
  #sets = Promise.withResolvers<ParameterSets>();
  #controls: StreamControls;
  #encoding: StreamEncoding;
  #overlay: PictureOverlay;
  #thread: PictureThread<ToWorker, FromWorker> | undefined;
  #divisor = 1;
  #hasEnded = false;
  #restartMs = RESTART_MS.first;
  #lingering: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #truth: TruthWish | undefined;
  /** Detaches the truth, which is a viewer that looks at no picture. */
  #leaveTruth: (() => void) | undefined;
  #restarting: NodeJS.Timeout | undefined;
  /** As the thread knows it. */
  #pace: Omit<Extract<ToWorker, { kind: 'run' }>, 'kind'> | undefined;

  constructor(options: WorkerSourceOptions) {
    this.#options = options;
    const { id, lens } = options.plan;
    this.id = id;
    this.size = { widthPx: lens.frameWidth, heightPx: lens.frameHeight };
    this.#encoding = options.plan.encoding ?? defaultEncoding(options.plan);
    this.#controls = options.controls;
    this.#overlay = options.overlay;
    this.#subscribers = new Subscribers(options.onTrouble);
    this.#sets.promise.catch(() => {});
  }

  get plan(): StreamPlan {
    return this.#options.plan;
  }

  /** Number of subscribers. */
  get viewers(): number {
    return this.#subscribers.size;
  }

  get isActive(): boolean {
    return this.viewers > 0;
  }

  get hasJpeg(): boolean {
    return isJpegSize(this.size);
  }

  get framesPerS(): number {
    return this.#encoding.framesPerS;
  }

  /** Current frame rate: lower on a busy machine, and for objects alone of which fewer pictures suffice. */
  get paceFramesPerS(): number {
    const framesPerS = this.framesPerS / this.#divisor;
    return this.#isWatched ? framesPerS : Math.min(framesPerS, this.#truth?.framesPerS ?? framesPerS);
  }

  /** Whether a viewer takes the pictures themselves. */
  get #isWatched(): boolean {
    return this.viewers > (this.#truth === undefined ? 0 : 1);
  }

  parameterSets(): Promise<ParameterSets> {
    if (this.#hasEnded) return Promise.reject(new Error(`the stream ${this.id} has ended`));
    this.#start();
    this.#lingerIfIdle();
    return withDeadline(this.#sets.promise, `the parameter sets of ${this.id}`);
  }

  /** Viewers are likely soon: starts its thread, which stays for a while. */
  warmUp(): void {
    if (this.#hasEnded) return;
    this.#start();
    this.#lingerIfIdle();
  }

  attach(consumer: VideoConsumer): () => void {
    if (this.#hasEnded) {
      queueMicrotask(() => consumer.onEnd());
      return () => {};
    }
    const leave = this.#subscribers.subscribe(consumer);
    if (this.viewers === 1) this.#begin();
    else if (this.#tellPace()) this.#gate.made(performance.now());
    else if (consumer.wantsVideo !== false) this.#wish('joined');
    this.#tellJpeg();
    return () => {
      if (!leave()) return;
      this.#tellJpeg();
      if (this.viewers === 0) this.#pause();
      else this.#tellPace();
    };
  }

  requestKeyFrame(): void {
    this.#wish('asked');
  }

  /** Updates the camera position. No effect without subscribers. */
  setScene(scene: RenderView['scene']): void {
    if (!this.isActive) return;
    this.#board.write(scene);
    if (this.#isLookSent) return;
    this.#isLookSent = true;
    this.#send({ kind: 'look', look: { ...this.#controls, overlay: this.#overlay } });
  }

  get overlay(): PictureOverlay {
    return this.#overlay;
  }

  setOverlay(overlay: Partial<PictureOverlay>): void {
    this.#overlay = { ...this.#overlay, ...overlay };
    this.#isLookSent = false;
  }

  setControls(controls: StreamControls): void {
    this.#controls = controls;
    this.#isLookSent = false;
  }

  /** Takes effect in the running stream. @param encoding of the same size */
  setEncoding(encoding: StreamEncoding): void {
    const before = this.#encoding;
    this.#encoding = encoding;
    this.#tellJpeg();
    const { bitRateBps, framesPerS, groupPictures } = encoding;
    const isSame = bitRateBps === before.bitRateBps && framesPerS === before.framesPerS;
    if (isSame && groupPictures === before.groupPictures) return;
    this.#send({ kind: 'encoding', bitRateBps, framesPerS, keyFrameEveryS: groupPictures / framesPerS });
    this.#tellPace();
  }

  get controls(): StreamControls {
    return this.#controls;
  }

  setDivisor(divisor: number): void {
    if (divisor === this.#divisor) return;
    this.#divisor = divisor;
    this.#tellPace();
  }

  setTruth(wish: TruthWish | undefined): void {
    this.#truth = wish;
    if (wish !== undefined)
      this.#leaveTruth ??= this.attach({ wantsVideo: false, onAccessUnit: () => {}, onEnd: () => {} });
    else {
      this.#leaveTruth?.();
      this.#leaveTruth = undefined;
    }
    this.#send({ kind: 'truth', wish });
    this.#tellPace();
  }

  /** Ends the stream and informs all consumers. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#drop('the stream has ended');
    this.#subscribers.end();
    this.#options.onDemand();
  }

  #begin(): void {
    this.#start();
    this.#watchSilence(SILENCE_MS.toFirstPicture);
    this.#gate.made(performance.now());
    this.#send({ kind: 'truth', wish: this.#truth });
    this.#tellJpeg();
    this.#pace = undefined;
    this.#tellPace();
    this.#options.onDemand();
  }

  /** @returns whether it asked for a key frame */
  #tellPace(): boolean {
    const isSketch = !this.#isWatched && this.#truth?.framesPerS !== undefined;
    const pace = { framesPerS: this.paceFramesPerS, isEncoded: this.#subscribers.wantsVideo, isSketch };
    const before = this.#pace;
    if (!this.isActive || isDeepStrictEqual(pace, before)) return false;
    this.#pace = pace;
    this.#send({ kind: 'run', ...pace });
    return pace.isEncoded && before?.isEncoded !== true;
  }

  #pause(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#restarting);
    this.#send({ kind: 'pause' });
    this.#isLookSent = false;
    this.#lingerIfIdle();
    this.#options.onDemand();
  }

  #start(): void {
    clearTimeout(this.#lingering);
    if (this.#thread !== undefined) return;
    const { plan, renderer } = this.#options;
    const { bitRateBps, framesPerS, groupPictures } = this.#encoding;
    const encoding = {
      ...h264SettingsFor(this.size, framesPerS),
      bitRateBps,
      keyFrameEveryS: groupPictures / framesPerS,
    };
    const size = plan.full === undefined ? {} : { size: this.size };
    const setup: WorkerSetup = {
      renderer: { ...renderer, ...size, streamId: this.id },
      encoding,
      warmsUp: !this.isActive,
      board: this.#board.memory,
    };
    this.#isLookSent = false;
    this.#thread = new PictureThread<ToWorker, FromWorker>(
      { script: new URL('source-worker.ts', import.meta.url), name: this.id, setup },
      { onMessage: (message) => this.#receive(message), onFault: (reason) => this.#failed(reason) },
    );
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'picture') this.#picture(message);
    else this.#sets.resolve(message.parameterSets);
  }

  #picture({ frame, skipped, busyMs }: Extract<FromWorker, { kind: 'picture' }>): void {
    // A picture in transit when the last subscriber left.
    if (!this.isActive) return;
    const { isKeyFrame, jpeg, nals, state, realTimeMs } = frame;
    this.#watchSilence(SILENCE_MS.betweenPictures);
    this.#restartMs = RESTART_MS.first;
    this.#count(frame.nals, skipped, busyMs);
    const nowMs = performance.now();
    if (isKeyFrame) {
      this.counts.keyFrames += 1;
      this.#gate.made(nowMs);
    }
    const unit: AccessUnit = { nals, isKeyFrame, jpeg, rtpTime: state.rtpTime, takenUs: state.timeUs, realTimeMs };
    this.#subscribers.give(unit);
    this.#options.onPicture(state);
    if (frame.truth !== undefined && this.#leaveTruth !== undefined) this.#options.onTruth(frame.truth);
    if (this.#gate.isDue(nowMs)) this.#send({ kind: 'keyFrame' });
  }

  #tellJpeg(): void {
    const { quality = JPEG_QUALITY.usual } = this.#encoding;
    const isWanted = this.hasJpeg && this.#subscribers.wantsJpeg;
    this.#send({ kind: 'jpeg', quality: isWanted ? quality : undefined });
  }

  #count(nals: readonly Uint8Array[], skipped: number, busyMs: number): void {
    const { counts } = this;
    counts.made += 1;
    counts.skipped += skipped;
    counts.busyMs += busyMs;
    for (const nal of nals) counts.bytes += nal.length;
  }

  #wish(why: 'asked' | 'joined'): void {
    const nowMs = performance.now();
    this.#gate.wish(why, nowMs);
    if (this.isActive && this.#gate.isDue(nowMs)) this.#send({ kind: 'keyFrame' });
  }

  /** Ends the idle thread after a while, to free its memory. */
  #lingerIfIdle(): void {
    clearTimeout(this.#lingering);
    if (this.isActive) return;
    this.#lingering = setTimeout(() => this.#drop('nobody takes part'), LINGER_MS).unref();
  }

  /**
   * Two timers in sequence: after a stall of this process the first fires at once, which proves nothing about the
   * thread, whose pictures are read after timers.
   */
  #watchSilence(silenceMs: number): void {
    clearTimeout(this.#silence);
    const failed = () => this.#failed(`no picture for ${silenceMs} ms`);
    this.#silence = setTimeout(() => {
      this.#silence = setTimeout(failed, silenceMs / 2).unref();
    }, silenceMs / 2).unref();
  }

  #failed(reason: string): void {
    this.counts.restarts += 1;
    this.#options.onTrouble(`the thread of ${this.id}: ${reason}`);
    this.#drop(reason);
    if (!this.isActive) return;
    this.#subscribers.interrupt();
    this.#restarting = setTimeout(() => this.#begin(), this.#restartMs).unref();
    this.#restartMs = Math.min(RESTART_MS.most, this.#restartMs * 2);
  }

  #drop(reason: string): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#lingering);
    clearTimeout(this.#restarting);
    this.#thread?.end();
    this.#thread = undefined;
    this.#sets.reject(new Error(reason));
    this.#sets = Promise.withResolvers();
    this.#sets.promise.catch(() => {});
  }

  #send(message: ToWorker): void {
    this.#thread?.send(message);
  }
}

function withDeadline<T>(promise: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} did not come within ${ANSWER_MS} ms`)), ANSWER_MS);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
