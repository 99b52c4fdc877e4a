import { atOneMoment } from '@kitestring/base/at-one-moment.ts';
import type { AccessUnit, FrameSize, ParameterSets, PictureCodec, VideoConsumer } from '../access-unit.ts';
import type { ReceivedPicture } from '../rtp/depacketiser.ts';
import { type DeadlineClock, US_PER_MS } from '../rtsp/ports.ts';
import type { PooledSource } from '../source/pooled-source.ts';
import type { StreamControls } from '../source/scene-state.ts';
import { Subscribers } from '../source/subscribers.ts';
import type { SourceCounts } from '../source/worker-source.ts';
import type { StreamPlan } from '../stream-plan.ts';
import { type CameraAddress, readCameraAddress } from './camera-address.ts';
import { CameraFault, shownText } from './camera-fault.ts';
import type { CameraLinkState, CameraTarget } from './camera-link-state.ts';
import { CameraPictures } from './camera-pictures.ts';
import { CameraSession } from './camera-session.ts';
import { INGEST_LIMITS, type IngestLimits } from './ingest-limits.ts';
import { NewestGroup } from './newest-group.ts';

/** Characters of the address in a reason. */
const ADDRESS_MAX = 200;

export interface CameraSourceOptions {
  /** Size and frame rate follow the camera once known. */
  readonly plan: StreamPlan;
  readonly target: CameraTarget;
  readonly controls: StreamControls;
  /** Real time. */
  readonly clock: DeadlineClock;
  /** Converts real time to station time, microseconds since 1970. @param realTimeMs milliseconds since 1970 */
  readonly stationUs: (realTimeMs: number) => number;
  readonly onState: (state: CameraLinkState) => void;
  readonly onUnit: (unit: AccessUnit) => void;
  /** The first consumer has attached, or the last has detached. */
  readonly onDemand: () => void;
  readonly onTrouble: (reason: string) => void;
  readonly limits?: Partial<IngestLimits>;
}

/**
 * Stream of a real camera: its pictures are passed on unchanged. The connection is permanent, so that the camera's
 * availability is known.
 */
export class CameraSource implements PooledSource {
  readonly id: string;
  readonly isGoverned = false;
  readonly counts: SourceCounts = { made: 0, skipped: 0, keyFrames: 0, bytes: 0, busyMs: 0, restarts: 0 };
  readonly #options: CameraSourceOptions;
  readonly #address: CameraAddress;
  readonly #limits: IngestLimits;
  readonly #subscribers: Subscribers;
  readonly #group: NewestGroup;
  readonly #pictures: CameraPictures;
  #session: CameraSession | undefined;
  #state: CameraLinkState = { state: 'connecting' };
  #live = Promise.withResolvers<ParameterSets>();
  #size: FrameSize | undefined;
  #codec: PictureCodec | undefined;
  #retryMs: number;
  #liveSinceMs: number | undefined;
  #hasEnded = false;
  #cancelRetry = () => {};
  #cancelDeadline = () => {};
  #cancelGrace = () => {};
  #keyFrameDeadline: (() => void) | undefined;

  /** @throws RangeError for an invalid address: settings are validated before */
  constructor(options: CameraSourceOptions) {
    const address = readCameraAddress(options.target.url);
    if ('refusal' in address)
      throw new RangeError(`the address of the camera of ${options.plan.id}: ${address.refusal}`);
    this.id = options.plan.id;
    this.#options = options;
    this.#address = address;
    this.#limits = { ...INGEST_LIMITS, ...options.limits };
    this.#retryMs = this.#limits.retryMs.first;
    this.#subscribers = new Subscribers(options.onTrouble);
    this.#group = new NewestGroup(this.#limits);
    this.#pictures = new CameraPictures({ stationUs: options.stationUs, onUnit: (unit) => this.#give(unit) });
    this.#live.promise.catch(() => {});
    options.onState(this.#state);
    this.#connect();
  }

  /** Address of the camera, with user and password. */
  get url(): string {
    return this.#options.target.url;
  }

  get size(): FrameSize {
    const { frameHeight: heightPx, frameWidth: widthPx } = this.plan.lens;
    return this.#size ?? { widthPx, heightPx };
  }

  get codec(): PictureCodec | undefined {
    return this.#codec;
  }

  get framesPerS(): number {
    return this.#pictures.framesPerS ?? this.plan.framesPerS;
  }

  get state(): CameraLinkState {
    return this.#state;
  }

  get viewers(): number {
    return this.#subscribers.size;
  }

  get isActive(): boolean {
    return this.viewers > 0;
  }

  get plan(): StreamPlan {
    return this.#options.plan;
  }

  get controls(): StreamControls {
    return this.#options.controls;
  }

  get paceFramesPerS(): number {
    return this.framesPerS;
  }

  /** The newest pictures from a key frame; empty while the camera delivers none. */
  get newest(): readonly AccessUnit[] {
    return this.#state.state === 'live' ? this.#group.units : [];
  }

  parameterSets(): Promise<ParameterSets> {
    if (this.#hasEnded) return Promise.reject(new Error(`the stream ${this.id} has ended`));
    if (this.#state.state === 'lost') return Promise.reject(new Error(this.#state.reason));
    const { sets } = this.#pictures;
    return this.#state.state === 'live' && sets !== undefined ? Promise.resolve(sets) : this.#live.promise;
  }

  attach(consumer: VideoConsumer): () => void {
    if (this.#hasEnded) {
      queueMicrotask(() => consumer.onEnd());
      return () => {};
    }
    const leave = this.#subscribers.subscribe(consumer);
    if (this.viewers === 1) this.#options.onDemand();
    return () => {
      if (leave() && this.viewers === 0) this.#options.onDemand();
    };
  }

  /** RTSP has no request for key frames. */
  requestKeyFrame(): void {}

  /** Its settings are those of the camera. */
  setControls(): void {}

  /** Its direction cannot be set. */
  setScene(): void {}

  /** Nothing is known about what a real camera sees. */
  setTruth(): void {}

  setDivisor(): void {}

  /** Ends the stream and informs all consumers. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#drop();
    this.#cancelRetry();
    this.#cancelGrace();
    this.#live.reject(new Error('the stream has ended'));
    this.#subscribers.end();
    this.#options.onDemand();
  }

  // ---- the camera

  #connect(): void {
    const { clock, target } = this.#options;
    this.#pictures.restart({});
    const session: CameraSession = new CameraSession({
      address: this.#address,
      checksCertificate: target.checksCertificate,
      limits: this.#limits,
      nowMs: () => clock.nowUs() / US_PER_MS,
      onDescribed: (video) => this.#pictures.restart(video),
      onPicture: (picture, lost) => this.#received(session, picture, lost),
      onReport: (report) => this.#pictures.learn(report),
      onRestart: () => this.#pictures.interrupt(),
      onFault: (fault) => this.#failed(fault),
    });
    this.#session = session;
    // Until PLAY each step of the session has a deadline of its own.
    void session.start().then(() => {
      if (this.#session !== session) return;
      const { firstPictureMs } = this.#limits;
      this.#expectPicture(firstPictureMs);
      this.#expectKeyFrame();
    });
  }

  #received(session: CameraSession, picture: ReceivedPicture, lost: number): void {
    try {
      const { clock } = this.#options;
      const arrival = atOneMoment(() => ({ steadyMs: clock.nowUs() / US_PER_MS, realTimeMs: Date.now() }));
      this.#expectPicture(this.#limits.silenceMs);
      if (lost > 0) this.#pictures.interrupt();
      this.counts.skipped += lost;
      const outcome = this.#pictures.take(picture, arrival);
      if (outcome === 'torn') session.ignoreMarkers();
      if (outcome === 'picture' || outcome === 'held') return;
      this.counts.skipped += 1;
      this.#expectKeyFrame();
    } catch (fault) {
      if (!(fault instanceof CameraFault)) throw fault;
      session.end();
      this.#failed(fault);
    }
  }

  #give(unit: AccessUnit): void {
    const nowMs = this.#options.clock.nowUs() / US_PER_MS;
    if (unit.isKeyFrame) {
      this.#keyFrameDeadline?.();
      this.#keyFrameDeadline = undefined;
      this.#formatIs(this.#pictures.size ?? this.size, this.#pictures.codec);
      this.#isLive(nowMs);
    }
    this.#count(unit);
    this.#group.add(unit);
    this.#subscribers.give(unit);
    this.#options.onUnit(unit);
  }

  #count({ isKeyFrame, nals }: AccessUnit): void {
    const { counts } = this;
    counts.made += 1;
    if (isKeyFrame) counts.keyFrames += 1;
    for (const nal of nals) counts.bytes += nal.length;
  }

  /** Files and descriptions are for one codec and picture size: consumers must restart. */
  #formatIs(size: FrameSize, codec: PictureCodec): void {
    const before = this.#size;
    const isSame = before?.widthPx === size.widthPx && before.heightPx === size.heightPx && this.#codec === codec;
    this.#size = size;
    this.#codec = codec;
    if (before === undefined || isSame) return;
    this.#subscribers.end();
    this.#options.onDemand();
    if (this.#state.state === 'live') this.#say({ state: 'live', size, codec, framesPerS: this.framesPerS });
  }

  #isLive(nowMs: number): void {
    this.#cancelGrace();
    this.#liveSinceMs ??= nowMs;
    const { sets } = this.#pictures;
    if (this.#state.state === 'live' || sets === undefined) return;
    const { codec } = this.#pictures;
    this.#say({ state: 'live', size: this.size, codec, framesPerS: this.framesPerS });
    this.#live.resolve(sets);
  }

  #say(state: CameraLinkState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  // ---- its loss

  #expectPicture(withinMs: number): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.#after(withinMs, () => this.#isSilent(`no picture has come for ${withinMs} ms`));
  }

  /** Pictures arrive, but none can be decoded. */
  #expectKeyFrame(): void {
    const { keyFrameMs } = this.#limits;
    this.#keyFrameDeadline ??= this.#after(keyFrameMs, () =>
      this.#isSilent(`no key frame has come for ${keyFrameMs} ms`),
    );
  }

  #isSilent(reason: string): void {
    this.#session?.end();
    this.#failed(new CameraFault('silent', reason));
  }

  #failed({ message, trouble }: CameraFault): void {
    if (this.#hasEnded) return;
    this.counts.restarts += 1;
    this.#drop();
    // The station ends this process for a longer text.
    this.#wasLost(`the camera ${shownText(this.#address.shown, ADDRESS_MAX)}: ${message}`);
    const { first, hopeless, most } = this.#limits.retryMs;
    const nowMs = this.#options.clock.nowUs() / US_PER_MS;
    const wasGood = this.#liveSinceMs !== undefined && nowMs - this.#liveSinceMs >= this.#limits.goodAfterMs;
    if (wasGood) this.#retryMs = first;
    this.#liveSinceMs = undefined;
    const waitMs = trouble === 'unauthorised' ? hopeless : this.#retryMs;
    this.#retryMs = Math.min(most, this.#retryMs * 2);
    this.#cancelRetry = this.#after(waitMs, () => this.#connect());
  }

  /** Consumers wait a moment: a camera may be back before they notice. */
  #wasLost(reason: string): void {
    this.#subscribers.interrupt();
    this.#group.clear();
    if (this.#state.state === 'live') {
      this.#cancelGrace = this.#after(this.#limits.graceMs, () => {
        this.#subscribers.end();
        this.#options.onDemand();
      });
    }
    this.#live.reject(new Error(reason));
    this.#live = Promise.withResolvers();
    this.#live.promise.catch(() => {});
    if (this.#state.state !== 'lost' || this.#state.reason !== reason) this.#say({ state: 'lost', reason });
  }

  #drop(): void {
    this.#cancelDeadline();
    this.#keyFrameDeadline?.();
    this.#keyFrameDeadline = undefined;
    const session = this.#session;
    this.#session = undefined;
    session?.end();
  }

  #after(ms: number, act: () => void): () => void {
    const { clock } = this.#options;
    return clock.schedule(clock.nowUs() + ms * US_PER_MS, act);
  }
}
