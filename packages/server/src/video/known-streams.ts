import type { ToMedia } from '@kitestring/media/process/protocol.ts';
import type { PictureState } from '@kitestring/media/source/scene-state.ts';
import type { StreamPlan } from '@kitestring/media/stream-plan.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { RecordableStream } from '../recordings/recorder-port.ts';
import { CameraStreams } from './camera-streams.ts';
import type { LostStreams } from './lost-streams.ts';
import type { MediaSupervisor } from './media-supervisor.ts';
import type { RealCameras } from './real-cameras.ts';
import { snapshotFacts } from './snapshot-facts.ts';

export interface KnownStreamsParts {
  readonly lost: LostStreams;
  readonly real: RealCameras;
  readonly seed: number;
  readonly hasTimeStrip: boolean;
  readonly supervisor: () => Pick<MediaSupervisor, 'state'>;
}

/** Which streams there are by the camera that is attached, and which of them can be had now. */
export class KnownStreams {
  readonly #parts: KnownStreamsParts;
  #camera: CameraStreams | undefined;
  #isTakenAway = false;
  #sample: AircraftSample | undefined;

  constructor(parts: KnownStreamsParts) {
    this.#parts = parts;
  }

  /** The streams of the camera that was seen last; undefined before one was, and when it has been taken away. */
  get camera(): CameraStreams | undefined {
    return this.#isTakenAway ? undefined : this.#camera;
  }

  get plans(): readonly StreamPlan[] {
    return this.camera?.plans ?? [];
  }

  /** False where the platform has no codecs. */
  get hasVideo(): boolean {
    return this.#parts.supervisor().state !== 'absent';
  }

  /** What the aircraft reported last. */
  get sample(): AircraftSample | undefined {
    return this.#sample;
  }

  get isCameraOnline(): boolean {
    return this.#sample?.camera?.online ?? false;
  }

  /** Changes whenever `message` would say something else. */
  get version(): string {
    const { lost } = this.#parts;
    return `${this.#camera?.model} ${this.#camera?.version} ${lost.version} ${this.isCameraOnline}`;
  }

  follow(sample: AircraftSample): void {
    this.#sample = sample;
    // Over a silent link nobody knows: it stays as it was.
    if (sample.kite !== undefined) this.#isTakenAway = sample.payload !== undefined;
    const model = sample.camera?.model;
    if (model === undefined || model === this.#camera?.model) return;
    this.#camera = new CameraStreams(model, (plan) => this.#parts.real.planOf(plan));
  }

  /** How the streams are to be; undefined before a camera was seen. */
  message(): ToMedia | undefined {
    const camera = this.#camera;
    if (camera === undefined) return undefined;
    const { hasTimeStrip, real, seed } = this.#parts;
    const streams = camera.plans.map((plan) =>
      real.wished({ id: plan.id, isUp: this.isUp(plan), controls: camera.controlsOf(plan) }),
    );
    return { kind: 'streams', state: { cameraModel: camera.model, seed, hasTimeStrip, streams } };
  }

  /** Its camera is on, and it has not been lost. */
  isUp({ id }: StreamPlan): boolean {
    return this.isCameraOnline && !this.#parts.lost.has(id);
  }

  controlsOf(plan: StreamPlan) {
    return this.#camera?.controlsOf(plan) ?? { zoom: plan.lens.zoomMin };
  }

  find(id: string): Result<StreamPlan> {
    if (!this.hasVideo) return noVideo(id);
    const plan = this.camera?.planOf(id);
    if (plan !== undefined) return ok(plan);
    return noStream(id, this.camera?.plans.map((each) => each.id).join(', ') ?? 'none without a camera');
  }

  /** The stream, when pictures of it can be had now. */
  ready(id: string): Result<StreamPlan> {
    const plan = this.find(id);
    if (!plan.ok) return plan;
    if (!this.isUp(plan.value)) return this.#notReady(id);
    if (this.#parts.supervisor().state !== 'ready') return MEDIA_DOWN;
    const answer = this.#parts.real.check(id);
    return answer.ok ? plan : answer;
  }

  /** Whether the stream can be told something; a short restart of the media process is no hindrance. */
  settable(plan: StreamPlan, { zoom }: { readonly zoom?: number }): Result<void> {
    if (!this.isCameraOnline) {
      return zoom === undefined ? this.#notReady(plan.id) : refuse('CAMERA_OFFLINE', 'the camera is off');
    }
    return this.isUp(plan) ? this.#parts.real.check(plan.id) : this.#notReady(plan.id);
  }

  recordable(): Result<readonly RecordableStream[]> {
    if (!this.isCameraOnline) return refuse('CAMERA_OFFLINE', 'the camera is off');
    const plans = this.plans.filter((plan) => this.isUp(plan) && this.#parts.real.check(plan.id).ok);
    if (plans.length === 0) return refuse('VIDEO_UNAVAILABLE', 'no stream of the camera gives pictures');
    return ok(plans.map(({ id, lens }) => ({ streamId: id, type: lens.type === 'Thermal' ? 'thermal' : 'color' })));
  }

  /** When, where and with what a picture was taken. */
  factsOf(plan: StreamPlan, picture: PictureState, softwareVersion: string) {
    const cameraModel = this.#camera?.model ?? '';
    return snapshotFacts({ plan, picture, cameraModel, softwareVersion, sample: this.#sample });
  }

  #notReady(id: string): Result<never> {
    const reason = this.isCameraOnline ? 'has been lost' : 'gives no pictures while the camera is off';
    return refuse('STREAM_NOT_READY', `the stream ${id} ${reason}`);
  }
}

const noStream = (id: string, known: string) =>
  refuse('STREAM_NOT_FOUND', `there is no stream ${id.slice(0, 64)}; there are ${known}`);

/** A station without video has no streams. */
export const noVideo = (id: string) => noStream(id, 'none on this station');

export const MEDIA_DOWN = refuse('VIDEO_UNAVAILABLE', 'the media process does not answer; it is being started again');
