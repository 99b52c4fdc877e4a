import type { AccessUnit, FrameSize, ParameterSets, VideoConsumer } from '../access-unit.ts';
import type { ReceivedPicture } from '../rtp/h264-depacketiser.ts';
import { type Clock, US_PER_MS } from '../rtsp/ports.ts';
import { Audience } from '../source/audience.ts';
import type { PooledSource } from '../source/pooled-source.ts';
import type { StreamControls } from '../source/scene-state.ts';
import type { SourceCounts } from '../source/worker-source.ts';
import type { StreamPlan } from '../stream-plan.ts';
import { type CameraAddress, readCameraAddress } from './camera-address.ts';
import { CameraFault } from './camera-fault.ts';
import { CameraPictures } from './camera-pictures.ts';
import { CameraSession } from './camera-session.ts';
import type { CameraState, CameraTarget } from './camera-state.ts';
import { INGEST_LIMITS, type IngestLimits } from './ingest-limits.ts';
import { NewestGroup } from './newest-group.ts';

export interface CameraSourceParts {
  /** Size and rate are those of the camera as soon as it has said them. */
  readonly plan: StreamPlan;
  readonly target: CameraTarget;
  readonly controls: StreamControls;
  /** Real time. */
  readonly clock: Clock;
  /** Station time of a moment, microseconds since 1970. @param wallMs milliseconds since 1970 */
  readonly stationUs: (wallMs: number) => number;
  readonly onState: (state: CameraState) => void;
  readonly onUnit: (unit: AccessUnit) => void;
  /** The first has come, or the last has left. */
  readonly onDemand: () => void;
  readonly onTrouble: (reason: string) => void;
  readonly limits?: Partial<IngestLimits>;
}

/**
 * A stream that a real camera makes: its pictures are given on as they are. The connection is always there, so that it is
 * known whether the camera is.
 */
export class CameraSource implements PooledSource {
  readonly id: string;
  readonly isGoverned = false;
  readonly counts: SourceCounts = { made: 0, skipped: 0, keyFrames: 0, bytes: 0, busyMs: 0, restarts: 0 };
  readonly #parts: CameraSourceParts;
  readonly #address: CameraAddress;
  readonly #limits: IngestLimits;
  readonly #audience: Audience;
  readonly #group: NewestGroup;
  readonly #pictures: CameraPictures;
  #session: CameraSession | undefined;
  #state: CameraState = { state: 'connecting' };
  #live = Promise.withResolvers<ParameterSets>();
  #size: FrameSize | undefined;
  #retryMs: number;
  #liveSinceMs: number | undefined;
  #hasEnded = false;
  #cancelRetry = () => {};
  #cancelDeadline = () => {};
  #cancelGrace = () => {};
  #keyFrameDeadline: (() => void) | undefined;

  /** @throws RangeError for an address that is none: settings are checked before */
  constructor(parts: CameraSourceParts) {
    const address = readCameraAddress(parts.target.url);
    if ('refusal' in address) throw new RangeError(`the address of the camera of ${parts.plan.id}: ${address.refusal}`);
    this.id = parts.plan.id;
    this.#parts = parts;
    this.#address = address;
    this.#limits = { ...INGEST_LIMITS, ...parts.limits };
    this.#retryMs = this.#limits.retryMs.first;
    this.#audience = new Audience(parts.onTrouble);
    this.#group = new NewestGroup(this.#limits);
    this.#pictures = new CameraPictures({ stationUs: parts.stationUs, onUnit: (unit) => this.#give(unit) });
    this.#live.promise.catch(() => {});
    parts.onState(this.#state);
    this.#connect();
  }

  get size(): FrameSize {
    const { frameHeight: heightPx, frameWidth: widthPx } = this.plan.lens;
    return this.#size ?? { widthPx, heightPx };
  }

  get framesPerS(): number {
    return this.#pictures.framesPerS ?? this.plan.framesPerS;
  }

  get state(): CameraState {
    return this.#state;
  }

  get viewers(): number {
    return this.#audience.size;
  }

  get isActive(): boolean {
    return this.viewers > 0;
  }

  get plan(): StreamPlan {
    return this.#parts.plan;
  }

  get controls(): StreamControls {
    return this.#parts.controls;
  }

  get paceFramesPerS(): number {
    return this.framesPerS;
  }

  /** The newest pictures, from a key frame on; none while the camera gives none. */
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
    const leave = this.#audience.join(consumer);
    if (this.viewers === 1) this.#parts.onDemand();
    return () => {
      if (leave() && this.viewers === 0) this.#parts.onDemand();
    };
  }

  /** Cameras make key frames when they like: RTSP has no word for it. */
  requestKeyFrame(): void {}

  /** There is no way yet to tell a real camera to zoom. */
  setControls(): void {}

  /** It looks where it looks. */
  setScene(): void {}

  setDivisor(): void {}

  /** Nothing more will come: everybody is told. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#drop();
    this.#cancelRetry();
    this.#cancelGrace();
    this.#live.reject(new Error('the stream has ended'));
    this.#audience.end();
    this.#parts.onDemand();
  }

  // ---- the camera

  #connect(): void {
    const { clock, target } = this.#parts;
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
    // Until pictures are asked for, each step of the conversation has a deadline of its own.
    void session.start().then(() => {
      if (this.#session !== session) return;
      const { firstPictureMs } = this.#limits;
      this.#expectPicture(firstPictureMs);
      this.#expectKeyFrame();
    });
  }

  #received(session: CameraSession, picture: ReceivedPicture, lost: number): void {
    try {
      const arrival = { steadyMs: this.#parts.clock.nowUs() / US_PER_MS, wallMs: Date.now() };
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
    const nowMs = this.#parts.clock.nowUs() / US_PER_MS;
    if (unit.isKeyFrame) {
      this.#keyFrameDeadline?.();
      this.#keyFrameDeadline = undefined;
      this.#sizeIs(this.#pictures.size ?? this.size);
      this.#isLive(nowMs);
    }
    this.#count(unit);
    this.#group.add(unit);
    this.#audience.give(unit);
    this.#parts.onUnit(unit);
  }

  #count({ isKeyFrame, nals }: AccessUnit): void {
    const { counts } = this;
    counts.made += 1;
    if (isKeyFrame) counts.keyFrames += 1;
    for (const nal of nals) counts.bytes += nal.length;
  }

  /** Files and descriptions that have begun are for pictures of one size: those who have them begin anew. */
  #sizeIs(size: FrameSize): void {
    const before = this.#size;
    this.#size = size;
    const isSame = before?.widthPx === size.widthPx && before.heightPx === size.heightPx;
    if (before === undefined || isSame) return;
    this.#audience.end();
    this.#parts.onDemand();
    if (this.#state.state === 'live') this.#say({ state: 'live', size, framesPerS: this.framesPerS });
  }

  #isLive(nowMs: number): void {
    this.#cancelGrace();
    this.#liveSinceMs ??= nowMs;
    const { sets } = this.#pictures;
    if (this.#state.state === 'live' || sets === undefined) return;
    this.#say({ state: 'live', size: this.size, framesPerS: this.framesPerS });
    this.#live.resolve(sets);
  }

  #say(state: CameraState): void {
    this.#state = state;
    this.#parts.onState(state);
  }

  // ---- its loss

  #expectPicture(withinMs: number): void {
    this.#cancelDeadline();
    this.#cancelDeadline = this.#after(withinMs, () => this.#isSilent(`no picture has come for ${withinMs} ms`));
  }

  /** Pictures may come, and none of them can be decoded. */
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
    this.#wasLost(`the camera ${this.#address.shown}: ${message}`);
    const { first, hopeless, most } = this.#limits.retryMs;
    const nowMs = this.#parts.clock.nowUs() / US_PER_MS;
    const wasGood = this.#liveSinceMs !== undefined && nowMs - this.#liveSinceMs >= this.#limits.goodAfterMs;
    if (wasGood) this.#retryMs = first;
    this.#liveSinceMs = undefined;
    const waitMs = trouble === 'unauthorised' ? hopeless : this.#retryMs;
    this.#retryMs = Math.min(most, this.#retryMs * 2);
    this.#cancelRetry = this.#after(waitMs, () => this.#connect());
  }

  /** Those who watch wait a moment: a camera may be back before they notice. */
  #wasLost(reason: string): void {
    this.#audience.interrupt();
    this.#group.clear();
    if (this.#state.state === 'live') {
      this.#cancelGrace = this.#after(this.#limits.graceMs, () => {
        this.#audience.end();
        this.#parts.onDemand();
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
    const { clock } = this.#parts;
    return clock.schedule(clock.nowUs() + ms * US_PER_MS, act);
  }
}
