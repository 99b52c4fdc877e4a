import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type CameraDirection, directionOf } from '@kitestring/station-core/camera/shown-camera-state.ts';
import type {
  Aircraft,
  AircraftSample,
  CameraSample,
  KiteSample,
  RecordableStream,
} from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { ToMedia } from '@kitestring/video-process/process';
import type { SnapshotFacts } from '@kitestring/video-process/snapshot';
import type { PictureState } from '@kitestring/video-process/source';
import { fieldOfPlan, isLensKnown, type StreamPlan } from '@kitestring/video-process/stream-plan.ts';
import type { PrivacyMasks } from '../privacy/privacy-masks.ts';
import type { MediaSupervisor } from '../process/media-supervisor.ts';
import { CameraStreams } from './camera-streams.ts';
import type { LostStreams } from './lost-streams.ts';
import type { PictureSettings } from './picture-settings.ts';
import type { RealCameras } from './real-cameras.ts';

/** Metadata of a snapshot: time, place, lens and direction. */

/** The camera's address does not contain its model. */
const REAL_CAMERA = 'RTSP camera';

interface SnapshotSources {
  readonly plan: StreamPlan;
  readonly picture: PictureState;
  /** The model of the real camera, or of the simulated one. */
  readonly cameraModel: string;
  readonly softwareVersion: string;
  readonly kite: Pick<KiteSample, 'altitudeM' | 'gps'> | undefined;
  readonly exposure: SnapshotFacts['exposure'];
  /** Direction of the camera, for pictures without their own. */
  readonly reported: CameraDirection | undefined;
}

function snapshotFacts({ exposure, kite, picture, plan, reported, ...rest }: SnapshotSources): SnapshotFacts {
  const { full, isReal, lens } = plan;
  const { timeUs, zoom } = picture;
  const direction = picture.pose ?? reported;
  return {
    timeUs,
    model: rest.cameraModel,
    software: `Kitestring ${rest.softwareVersion}`,
    widthPx: (full ?? plan).lens.frameWidth,
    heightPx: (full ?? plan).lens.frameHeight,
    ...(isLensKnown(plan) && {
      lens: { sensorWidthMm: lens.sensorWidthMm, horizontalFovDeg: fieldOfPlan(plan, zoom).horizontalDeg, zoom },
    }),
    ...(!isReal && lens.type === 'Color' && exposure !== undefined && { exposure }),
    ...(direction !== undefined && { direction }),
    ...(kite?.altitudeM !== undefined && { heightM: kite.altitudeM }),
    ...(kite?.gps !== undefined && { position: kite.gps }),
  };
}

interface KnownStreamsDeps {
  readonly lost: LostStreams;
  readonly real: RealCameras;
  readonly pictures: PictureSettings;
  readonly station: { readonly aircraft: Pick<Aircraft, 'capabilities'> } & Pick<Station, 'clock' | 'telemetry'>;
  readonly seed: number;
  readonly hasTimeStrip: boolean;
  /** Streams come from real cameras only: a picture that is drawn is never shown. */
  readonly isRealAircraft?: boolean;
  readonly supervisor: () => Pick<MediaSupervisor, 'state'>;
  readonly masks: () => Pick<PrivacyMasks, 'areUnreadable' | 'of' | 'version'>;
}

/** The streams of the attached camera, and their availability. */
export class KnownStreams {
  readonly #deps: KnownStreamsDeps;
  #camera: CameraStreams | undefined;
  #isTakenAway = false;

  constructor(deps: KnownStreamsDeps) {
    this.#deps = deps;
  }

  /** Streams of the camera last seen; undefined before one was seen, and after its removal. */
  get camera(): CameraStreams | undefined {
    return this.#isTakenAway ? undefined : this.#camera;
  }

  get plans(): readonly StreamPlan[] {
    return this.camera?.plans ?? [];
  }

  /** False where the platform has no codecs. */
  get hasVideo(): boolean {
    return this.#deps.supervisor().state !== 'absent';
  }

  get isCameraOnline(): boolean {
    // A camera of its own tells by its pictures whether it is on.
    if (this.#deps.isRealAircraft === true) return this.#camera !== undefined;
    return this.#reportedCamera?.online ?? false;
  }

  get #reportedCamera(): CameraSample | undefined {
    const { clock, telemetry } = this.#deps.station;
    return telemetry.camera(clock.nowUs());
  }

  /** Changes whenever `message` would. */
  get version(): string {
    const { lost, pictures, real } = this.#deps;
    const camera = `${this.#camera?.model} ${this.#camera?.version} ${real.version} ${pictures.version}`;
    return `${camera} ${lost.version} ${this.isCameraOnline} ${this.#deps.masks().version}`;
  }

  follow(sample: AircraftSample): void {
    if (this.#deps.isRealAircraft === true) {
      this.#followRealCameras();
      return;
    }
    // Unknown over a silent link: unchanged.
    if (sample.kite !== undefined) this.#isTakenAway = sample.payload !== undefined;
    const model = sample.camera?.model;
    if (model === undefined || model === this.#camera?.model) return;
    this.#camera = new CameraStreams(model, (plan) => {
      const { pictures, real } = this.#deps;
      return pictures.plan(real.plan(plan));
    });
  }

  #followRealCameras(): void {
    const { real } = this.#deps;
    const { layout } = real;
    if (layout === this.#camera?.model) return;
    const asItIs = (plan: StreamPlan) => (real.has(plan.id) ? real.plan(plan) : undefined);
    this.#camera = layout && new CameraStreams(layout, asItIs);
  }

  /** Settings of the streams; undefined before a camera was seen. */
  message(): ToMedia | undefined {
    const camera = this.#camera;
    if (camera === undefined) return undefined;
    const { hasTimeStrip, pictures, real, seed } = this.#deps;
    const streams = camera.plans.map((plan) =>
      real.wished({
        id: plan.id,
        isUp: this.isUp(plan),
        controls: { ...camera.controls(plan), ...pictures.lookOf(plan) },
        ...(plan.encoding !== undefined && { encoding: plan.encoding }),
        masks: this.#deps.masks().of(plan.id),
      }),
    );
    return { kind: 'streams', state: { cameraModel: camera.model, seed, hasTimeStrip, streams } };
  }

  /** The camera is on, and the stream is neither lost nor one whose masks cannot be applied. */
  isUp({ id }: StreamPlan): boolean {
    return this.isCameraOnline && !this.#deps.lost.has(id) && this.#withheld(id) === undefined;
  }

  /** Why the stream must not be shown. */
  #withheld(id: string): 'masked' | 'masksUnreadable' | undefined {
    const masks = this.#deps.masks();
    if (masks.areUnreadable) return 'masksUnreadable';
    return this.#deps.real.has(id) && masks.of(id).length > 0 ? 'masked' : undefined;
  }

  controls(plan: StreamPlan) {
    if (plan.isReal === true) return { zoom: this.#deps.real.zoom(plan.id) };
    return this.#camera?.controls(plan) ?? { zoom: plan.lens.zoomMin };
  }

  find(id: string): Result<StreamPlan> {
    if (!this.hasVideo) return noVideo(id);
    const plan = this.camera?.plan(id);
    if (plan !== undefined) return ok(plan);
    return noStream(id, this.camera?.plans.map((each) => each.id).join(', ') ?? 'none without a camera');
  }

  /** The stream, when its pictures are available. */
  ready(id: string): Result<StreamPlan> {
    const plan = this.find(id);
    if (!plan.ok) return plan;
    if (!this.isUp(plan.value)) return this.#notReady(id);
    if (this.#deps.supervisor().state !== 'ready') return MEDIA_DOWN;
    const answer = this.#deps.real.check(id);
    return answer.ok ? plan : answer;
  }

  /** Whether settings of the stream can be changed; also during a short restart of the media process. */
  settable(plan: StreamPlan, { zoom }: { readonly zoom?: number }): Result<void> {
    if (!this.isCameraOnline) {
      return zoom === undefined ? this.#notReady(plan.id) : refuse('CAMERA_OFFLINE');
    }
    return this.isUp(plan) ? this.#deps.real.check(plan.id) : this.#notReady(plan.id);
  }

  recordable(): Result<readonly RecordableStream[]> {
    if (!this.isCameraOnline) return refuse('CAMERA_OFFLINE');
    const plans = this.plans.filter((plan) => this.isUp(plan) && this.#deps.real.check(plan.id).ok);
    if (plans.length === 0) return refuse('VIDEO_UNAVAILABLE.noStreams');
    return ok(plans.map(({ id, lens }) => ({ streamId: id, type: lens.type === 'Thermal' ? 'thermal' : 'color' })));
  }

  /** Time, place and optics of a picture. */
  facts(plan: StreamPlan, picture: PictureState, softwareVersion: string, exposure: SnapshotFacts['exposure']) {
    const { isReal = false, id } = plan;
    const cameraModel = (isReal ? (this.#deps.real.name(id) ?? REAL_CAMERA) : this.#camera?.model) ?? '';
    const kite = this.#deps.station.telemetry.kite(this.#deps.station.clock.nowUs());
    const reported = directionOf(this.#reportedCamera, this.#deps.station.aircraft.capabilities.compass);
    const taken = { ...picture, ...(isReal && { zoom: this.#deps.real.zoom(id) }) };
    return snapshotFacts({ plan, picture: taken, cameraModel, softwareVersion, kite, exposure, reported });
  }

  #notReady(id: string): Result<never> {
    if (!this.isCameraOnline) return refuse('STREAM_NOT_READY.cameraOff', { stream: id });
    return refuse(`STREAM_NOT_READY.${this.#withheld(id) ?? 'lost'}`, { stream: id });
  }
}

const noStream = (id: string, known: string) => refuse('STREAM_NOT_FOUND', { stream: id.slice(0, 64), known });

/** A station without video has no streams. */
export const noVideo = (id: string) => noStream(id, 'none on this station');

export const MEDIA_DOWN = refuse('VIDEO_UNAVAILABLE.silent');
