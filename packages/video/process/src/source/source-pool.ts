import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import { textureMemory } from '@kitestring/video-scene/texture/texture-memory.ts';
import type { AccessUnit, SourceDirectory } from '../access-unit.ts';
import type { CameraLinkState, CameraTarget } from '../ingest/camera-link-state.ts';
import { CameraSource } from '../ingest/camera-source.ts';
import { withStartCodes } from '../ingest/start-codes.ts';
import { RealClock } from '../rtsp/real-clock.ts';
import { defaultEncoding, type StreamEncoding, withEncoding } from '../stream-encoding.ts';
import { type StreamPlan, streamPlans } from '../stream-plan.ts';
import type { FrameTruth, TruthWish } from './frame-truth.ts';
import type { PooledSource } from './pooled-source.ts';
import { RateGovernor } from './rate-governor.ts';
import type { PictureOverlay, PictureState, SceneState, StationMoment, StreamControls } from './scene-state.ts';
import type { CodedPictures, Snapshot } from './snapshot-messages.ts';
import { SnapshotThread } from './snapshot-thread.ts';
import type { PictureBox, Temperatures } from './temperatures.ts';
import { type SourceCounts, WorkerSource } from './worker-source.ts';

/** Configuration of the sources: camera model, available streams and their settings. */
export interface StreamsState {
  readonly cameraModel: CameraModel;
  readonly seed: number;
  /** Draws the real time into the pictures. */
  readonly hasTimeStrip?: boolean;
  readonly streams: readonly StreamState[];
}

export interface StreamState {
  readonly id: string;
  readonly isUp: boolean;
  readonly controls: StreamControls;
  /** Chosen by a client; not for a real camera. */
  readonly encoding?: StreamEncoding;
  /** Areas that its pictures hide. A real camera, whose pictures pass through, has no pictures with any. */
  readonly masks: PictureOverlay['masks'];
  /** The stream comes from a real camera. */
  readonly camera?: CameraTarget;
}

interface PoolEvents {
  /** Streams with subscribers. */
  readonly onDemand: (streamIds: readonly string[]) => void;
  readonly onPicture: (streamId: string, state: PictureState) => void;
  /** Objects in a picture, while they are wanted. */
  readonly onTruth: (streamId: string, truth: FrameTruth) => void;
  /** State of a real camera. */
  readonly onCamera: (streamId: string, state: CameraLinkState) => void;
  readonly onTrouble: (reason: string) => void;
}

/** State and totals of a source. */
export interface SourceReport extends SourceCounts {
  readonly id: string;
  readonly viewers: number;
  readonly framesPerS: number;
}

type Counted = Pick<SourceCounts, 'made' | 'skipped' | 'busyMs'>;

/** The sources of the attached camera. */
export class SourcePool implements SourceDirectory {
  readonly #events: PoolEvents;
  readonly #governor = new RateGovernor();
  readonly #sources = new Map<string, PooledSource>();
  readonly #clock = new RealClock();
  readonly #lastCounts = new Map<string, Counted>();
  #governedMs = performance.now();
  #camera = '';
  #textures = textureMemory();
  #snapshots: SnapshotThread | undefined;
  #scene: SceneState | undefined;
  #truthWishes: readonly TruthWish[] = [];
  #texts: Readonly<Record<string, PictureOverlay['texts']>> = {};
  /** Station time minus real time, as last reported. */
  #moment: StationMoment = { timeUs: 0, realTimeMs: 0, speed: 1 };

  constructor(events: PoolEvents) {
    this.#events = events;
  }

  /** @param name its id, or the last part of its address */
  find(name: string): PooledSource | undefined {
    return this.#sources.get(name) ?? this.list().find(({ plan }) => plan.path === name);
  }

  list(): readonly PooledSource[] {
    return [...this.#sources.values()];
  }

  /** Ends removed sources, starts new ones, and updates the others. */
  configure(state: StreamsState): void {
    const camera = `${state.cameraModel} ${state.seed}`;
    if (camera !== this.#camera) {
      this.end();
      const { cameraModel, seed, streams } = state;
      const isSynthetic = (id: string) => streams.some((stream) => stream.id === id && stream.camera === undefined);
      const realIds = streamPlans(cameraModel).flatMap(({ id }) => (isSynthetic(id) ? [] : [id]));
      this.#textures = textureMemory();
      const setup = { cameraModel, seed, realIds, textures: this.#textures };
      this.#snapshots = new SnapshotThread(setup, this.#events.onTrouble);
    }
    this.#camera = camera;
    for (const full of streamPlans(state.cameraModel)) {
      const wanted = state.streams.find(({ id }) => id === full.id);
      const plan = withEncoding(full, wanted?.encoding);
      const source = this.#sources.get(plan.id);
      if (wanted === undefined || !wanted.isUp || isUnmaskable(wanted)) this.#remove(plan.id);
      else if (source !== undefined && isAnother(source, plan, wanted)) {
        this.#remove(plan.id);
        this.#add(plan, state, wanted);
      } else if (source === undefined) this.#add(plan, state, wanted);
      else this.#update(source, plan, wanted);
    }
  }

  /** Texts of a stream's pictures. */
  setTexts(texts: Readonly<Record<string, PictureOverlay['texts']>>): void {
    this.#texts = texts;
    for (const source of this.#sources.values()) {
      if (source instanceof WorkerSource) source.setOverlay({ texts: texts[source.id] ?? [] });
    }
  }

  /** Number of masks in the pictures of a stream. */
  maskCount(streamId: string): number {
    const source = this.#sources.get(streamId);
    return source instanceof WorkerSource ? source.overlay.masks.length : 0;
  }

  /**
   * Starts the threads that a first picture needs: that of the main stream, of the named ones, and the one for
   * snapshots.
   */
  warmUp(streamIds: readonly string[]): void {
    for (const source of this.#sources.values()) {
      const isLikely = source.plan.priority === 0 || streamIds.includes(source.id);
      if (isLikely && source instanceof WorkerSource) source.warmUp();
    }
    this.#snapshots?.warmUp();
  }

  /** Streams whose pictures are to come with the objects in them. */
  setTruth(wishes: readonly TruthWish[]): void {
    this.#truthWishes = wishes;
    for (const source of this.#sources.values()) this.#wishTruth(source);
  }

  /** Camera position for the active sources. */
  setScene(scene: SceneState): void {
    this.#scene = scene;
    this.#moment = scene;
    for (const source of this.#sources.values()) source.setScene(scene);
  }

  /** A picture of the current moment. @throws when the stream does not exist, or without a picture in time */
  async snapshot(streamId: string, scene: SceneState | undefined, isRadiometric = false): Promise<Snapshot> {
    const source = this.#sources.get(streamId);
    if (source === undefined || this.#snapshots === undefined) throw new Error(`there is no stream ${streamId} now`);
    this.#moment = scene ?? this.#moment;
    if (source instanceof CameraSource)
      return this.#snapshots.encodeJpeg(streamId, newestPicture(source, scene?.reported));
    if (scene === undefined || !(source instanceof WorkerSource)) {
      throw new Error(`there is no scene for the stream ${streamId}`);
    }
    const { controls, overlay } = source;
    return this.#snapshots.take(streamId, { scene, ...controls, overlay }, isRadiometric);
  }

  /** Temperatures in the picture of the current moment. @throws when the stream does not exist, or has none */
  async measure(streamId: string, scene: SceneState, box: PictureBox): Promise<Temperatures> {
    const source = this.#sources.get(streamId);
    if (!(source instanceof WorkerSource) || this.#snapshots === undefined) {
      throw new Error(`the stream ${streamId} has no temperatures now`);
    }
    const { controls, overlay } = source;
    return await this.#snapshots.measure(streamId, { scene, ...controls, overlay }, box);
  }

  /** A thumbnail of a JPEG. @throws without a camera, or for invalid pictures */
  async thumbnail(jpeg: Uint8Array): Promise<Uint8Array> {
    if (this.#snapshots === undefined) throw new Error('there is no camera now');
    return await this.#snapshots.thumbnail(jpeg);
  }

  /** Call once a second: adapts the frame rates to the capacity of the machine. */
  govern(): void {
    const active = this.list().filter(({ isActive, isGoverned }) => isActive && isGoverned);
    const loads = active.map((source) => {
      const { made, skipped, busyMs } = source.counts;
      const last = this.#lastCounts.get(source.id) ?? { made: 0, skipped: 0, busyMs: 0 };
      this.#lastCounts.set(source.id, { made, skipped, busyMs });
      return {
        id: source.id,
        priority: source.plan.priority,
        made: made - last.made,
        skipped: skipped - last.skipped,
        busyMs: busyMs - last.busyMs,
      };
    });
    const nowMs = performance.now();
    this.#governor.look(loads, nowMs - this.#governedMs);
    this.#governedMs = nowMs;
    for (const source of active) source.setDivisor(this.#governor.divisor(source.id));
  }

  reports(): readonly SourceReport[] {
    return this.list().map((source) => ({
      id: source.id,
      viewers: source.viewers,
      framesPerS: source.isActive ? source.paceFramesPerS : 0,
      ...source.counts,
    }));
  }

  end(): void {
    this.#snapshots?.end();
    this.#snapshots = undefined;
    this.#camera = '';
    for (const id of [...this.#sources.keys()]) this.#remove(id);
  }

  #add(plan: StreamPlan, state: StreamsState, stream: StreamState): void {
    const { camera, controls } = stream;
    const source = camera === undefined ? this.#synthetic(plan, state, stream) : this.#real(plan, camera, controls);
    this.#sources.set(plan.id, source);
    this.#wishTruth(source);
  }

  #wishTruth(source: PooledSource): void {
    source.setTruth(this.#truthWishes.find(({ streamId }) => streamId === source.id));
  }

  #real(plan: StreamPlan, target: CameraTarget, controls: StreamControls): PooledSource {
    return new CameraSource({
      plan,
      target,
      controls,
      clock: this.#clock,
      stationUs: (realTimeMs) => this.#stationUs(realTimeMs),
      onState: (camera) => this.#events.onCamera(plan.id, camera),
      onUnit: (unit) => this.#events.onPicture(plan.id, pictureState(unit, controls)),
      onDemand: () => this.#demand(),
      onTrouble: this.#events.onTrouble,
    });
  }

  #synthetic(
    plan: StreamPlan,
    { cameraModel, hasTimeStrip, seed }: StreamsState,
    { controls, masks }: StreamState,
  ): PooledSource {
    const source: WorkerSource = new WorkerSource({
      plan,
      controls,
      overlay: { masks, texts: this.#texts[plan.id] ?? [] },
      renderer: { cameraModel, seed, textures: this.#textures, hasTimeStrip: hasTimeStrip ?? false },
      onDemand: () => this.#demand(source),
      onPicture: (state) => this.#events.onPicture(plan.id, state),
      onTruth: (truth) => this.#events.onTruth(plan.id, truth),
      onTrouble: this.#events.onTrouble,
    });
    return source;
  }

  /** A real camera takes pictures in real time, at any speed of station time. */
  #stationUs(realTimeMs: number): number {
    const { timeUs, realTimeMs: atMs } = this.#moment;
    return Math.round(timeUs + (realTimeMs - atMs) * 1000);
  }

  #update(source: PooledSource, plan: StreamPlan, { controls, masks }: StreamState): void {
    source.setControls(controls);
    if (source instanceof WorkerSource) {
      source.setEncoding(plan.encoding ?? defaultEncoding(plan));
      source.setOverlay({ masks });
    }
    if (this.#scene !== undefined) source.setScene(this.#scene);
  }

  #remove(id: string): void {
    const source = this.#sources.get(id);
    this.#sources.delete(id);
    this.#lastCounts.delete(id);
    source?.end();
  }

  #demand(source?: PooledSource): void {
    const active = this.list().flatMap(({ id, isActive }) => (isActive ? [id] : []));
    // Camera positions are not reported without viewers: the last known one is outdated.
    if (active.length === 0) this.#scene = undefined;
    if (this.#scene !== undefined) source?.setScene(this.#scene);
    this.#events.onDemand(active);
  }
}

/** Another camera, or another size of its pictures: its viewers end, and find the new one. */
function isAnother(source: PooledSource, { lens }: StreamPlan, { camera }: StreamState): boolean {
  if (source instanceof CameraSource) return source.url !== camera?.url;
  return source.size.widthPx !== lens.frameWidth || source.size.heightPx !== lens.frameHeight;
}

/** Its pictures are not decoded, so that nothing can be hidden in them. */
const isUnmaskable = ({ camera, masks }: StreamState): boolean => camera !== undefined && masks.length > 0;

const pictureState = ({ rtpTime, takenUs }: AccessUnit, controls: StreamControls): PictureState => ({
  rtpTime,
  timeUs: takenUs,
  ...controls,
});

/** @throws while the camera delivers no pictures */
function newestPicture(
  { controls, id, newest, state }: CameraSource,
  pose: SceneState['reported'] | undefined,
): CodedPictures {
  const last = newest.at(-1);
  if (last === undefined)
    throw new Error(state.state === 'lost' ? state.reason : `the camera of ${id} has no picture yet`);
  return {
    codec: last.codec ?? 'H.264',
    pictures: newest.map(({ nals }) => withStartCodes(nals)),
    state: { ...pictureState(last, controls), ...(pose !== undefined && { pose }) },
  };
}
