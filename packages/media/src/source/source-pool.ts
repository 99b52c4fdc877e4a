import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { SourceDirectory } from '../access-unit.ts';
import { streamPlansOf } from '../stream-plan.ts';
import { RateGovernor } from './rate-governor.ts';
import type { PictureState, SceneState, StreamControls } from './scene-state.ts';
import { type Snapshot, SnapshotThread } from './snapshot-thread.ts';
import { type SourceCounts, WorkerSource } from './worker-source.ts';

/** What the streams are to be: which camera, which of its streams give pictures, and how each is set. */
export interface StreamsState {
  readonly cameraModel: CameraModel;
  readonly seed: number;
  readonly streams: readonly { readonly id: string; readonly isUp: boolean; readonly controls: StreamControls }[];
}

export interface PoolEvents {
  /** The streams that somebody takes part in. */
  readonly onDemand: (streamIds: readonly string[]) => void;
  readonly onPicture: (streamId: string, state: PictureState) => void;
  readonly onTrouble: (reason: string) => void;
}

/** What a source does and has done. */
export interface SourceReport extends SourceCounts {
  readonly id: string;
  readonly viewers: number;
  readonly framesPerS: number;
}

/** The sources of the camera that is attached. */
export class SourcePool implements SourceDirectory {
  readonly #events: PoolEvents;
  readonly #governor = new RateGovernor();
  readonly #sources = new Map<string, WorkerSource>();
  readonly #lastCounts = new Map<string, { made: number; skipped: number }>();
  #camera = '';
  #stills: SnapshotThread | undefined;
  #scene: SceneState | undefined;

  constructor(events: PoolEvents) {
    this.#events = events;
  }

  /** @param name its id, or the last part of its address */
  find(name: string): WorkerSource | undefined {
    return this.#sources.get(name) ?? this.list().find(({ plan }) => plan.path === name);
  }

  list(): readonly WorkerSource[] {
    return [...this.#sources.values()];
  }

  /** Ends what is no longer there, begins what is, and sets the rest. */
  configure(state: StreamsState): void {
    const camera = `${state.cameraModel} ${state.seed}`;
    if (camera !== this.#camera) {
      this.end();
      this.#stills = new SnapshotThread({ cameraModel: state.cameraModel, seed: state.seed }, this.#events.onTrouble);
    }
    this.#camera = camera;
    for (const plan of streamPlansOf(state.cameraModel)) {
      const wanted = state.streams.find(({ id }) => id === plan.id);
      const source = this.#sources.get(plan.id);
      if (wanted === undefined || !wanted.isUp) this.#remove(plan.id);
      else if (source === undefined) this.#add(plan, state, wanted.controls);
      else this.#setControls(source, wanted.controls);
    }
  }

  /** Where the camera looks now: sent to those that are at work. */
  setScene(scene: SceneState): void {
    this.#scene = scene;
    for (const source of this.#sources.values()) source.setScene(scene);
  }

  /** One picture of a moment. @throws when there is no such stream now, or no picture in time */
  async snapshot(streamId: string, scene: SceneState): Promise<Snapshot> {
    const source = this.#sources.get(streamId);
    if (source === undefined || this.#stills === undefined) throw new Error(`there is no stream ${streamId} now`);
    return this.#stills.take(streamId, { scene, ...source.controls });
  }

  /** To be called once a second: fits the frame rates to what the machine can do. */
  govern(): void {
    const active = this.list().filter(({ isActive }) => isActive);
    const loads = active.map((source) => {
      const { made, skipped } = source.counts;
      const last = this.#lastCounts.get(source.id) ?? { made: 0, skipped: 0 };
      this.#lastCounts.set(source.id, { made, skipped });
      return { id: source.id, priority: source.plan.priority, made: made - last.made, skipped: skipped - last.skipped };
    });
    this.#governor.look(loads);
    for (const source of active) source.setDivisor(this.#governor.divisorOf(source.id));
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
    this.#stills?.end();
    this.#stills = undefined;
    this.#camera = '';
    for (const id of [...this.#sources.keys()]) this.#remove(id);
  }

  #add(plan: WorkerSource['plan'], { cameraModel, seed }: StreamsState, controls: StreamControls): void {
    const source: WorkerSource = new WorkerSource({
      plan,
      controls,
      isKeptWarm: plan.priority === 0,
      renderer: { cameraModel, seed },
      onDemand: () => this.#demand(source),
      onPicture: (state) => this.#events.onPicture(plan.id, state),
      onTrouble: this.#events.onTrouble,
    });
    this.#sources.set(plan.id, source);
  }

  #setControls(source: WorkerSource, controls: StreamControls): void {
    source.setControls(controls);
    if (this.#scene !== undefined) source.setScene(this.#scene);
  }

  #remove(id: string): void {
    const source = this.#sources.get(id);
    this.#sources.delete(id);
    this.#lastCounts.delete(id);
    source?.end();
  }

  #demand(source: WorkerSource): void {
    const active = this.list().flatMap(({ id, isActive }) => (isActive ? [id] : []));
    // Nobody tells where the camera looks while nobody looks: what was last known is no longer so.
    if (active.length === 0) this.#scene = undefined;
    if (this.#scene !== undefined) source.setScene(this.#scene);
    this.#events.onDemand(active);
  }
}
