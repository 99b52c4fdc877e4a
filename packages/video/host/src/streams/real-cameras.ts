import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { AircraftStream } from '@kitestring/station-core/ports';
import {
  type CameraLinkState,
  type CameraTarget,
  cameraPorts,
  readCameraAddress,
} from '@kitestring/video-process/ingest';
import type { StreamState } from '@kitestring/video-process/source';
import type { StreamPlan } from '@kitestring/video-process/stream-plan.ts';

/** Time without pictures after which a camera counts as lost; a shorter gap is ignored. */
const MISSED_S = 4;

interface RealCamerasDeps {
  /** Those of the settings, by stream id; they go before those of the aircraft. */
  readonly targets: ReadonlyMap<string, CameraTarget>;
  /** Whether the certificate of a camera of the aircraft must be valid. */
  readonly checksCertificate?: boolean;
  /** Zoom factor at the end of the range of a camera of the aircraft; 1 where it is not known. */
  readonly zoomMax?: number;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
}

interface Known {
  readonly state: CameraLinkState;
  /** Start of the time without pictures; undefined while they come. */
  readonly silentSinceUs: number | undefined;
}

/** The streams of real cameras: availability and known properties. */
export class RealCameras {
  readonly #deps: RealCamerasDeps;
  readonly #known = new Map<string, Known>();
  #targets: ReadonlyMap<string, CameraTarget>;
  #ofAircraft: readonly AircraftStream[] = [];
  #version = 0;

  constructor(deps: RealCamerasDeps) {
    this.#deps = deps;
    this.#targets = deps.targets;
    this.forget();
  }

  /** Increments when a camera is found, or has another address. */
  get version(): number {
    return this.#version;
  }

  /** The published camera with these streams; undefined without any. */
  get layout(): CameraModel | undefined {
    if (this.#targets.size === 0) return undefined;
    return this.has('zoom') || this.has('overview') ? 'Camera 2nd Generation' : 'Camera 1st Generation';
  }

  /** TCP ports of the cameras. */
  get ports(): readonly number[] {
    return cameraPorts([...this.#targets.values()].map(({ url }) => url));
  }

  get zoomMax(): number {
    return this.#deps.zoomMax ?? 1;
  }

  has(streamId: string): boolean {
    return this.#targets.has(streamId);
  }

  /** Takes over the streams of the aircraft's own cameras. */
  follow(streams: readonly AircraftStream[]): void {
    if (streams === this.#ofAircraft) return;
    this.#ofAircraft = streams;
    const { checksCertificate = true, targets } = this.#deps;
    const own = streams
      .filter(({ id, url }) => this.#isUsable(id, url))
      .map(({ id, url }): [string, CameraTarget] => [id, { url, checksCertificate }]);
    const before = this.#targets;
    const now = new Map([...own, ...targets]);
    const isOther = (id: string) => before.get(id)?.url !== now.get(id)?.url;
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(isOther);
    if (changed.length === 0) return;
    this.#targets = now;
    this.#version += 1;
    for (const id of changed) {
      const target = now.get(id);
      if (target === undefined) this.#known.delete(id);
      else this.#connect(id);
      const host = target === undefined ? 'none' : new URL(target.url).host;
      this.#deps.log.info({ stream: id, host }, 'the aircraft has announced the address of a camera');
    }
  }

  /** Settings of a stream, with its camera. */
  wished(stream: StreamState): StreamState {
    const camera = this.#targets.get(stream.id);
    return camera === undefined ? stream : { ...stream, camera };
  }

  /** Properties of a stream with a real camera: the camera's frame size, and its zoom if it has one. */
  plan(plan: StreamPlan): StreamPlan {
    if (!this.has(plan.id)) return plan;
    const { lens: told, zoom } = this.#stream(plan.id) ?? {};
    const lens = { ...plan.lens, ...told, zoomMin: 1, zoomMax: zoom === undefined ? 1 : this.zoomMax };
    const real: StreamPlan = { ...plan, lens, isReal: true, ...(told !== undefined && { hasToldLens: true as const }) };
    const state = this.#known.get(plan.id)?.state;
    if (state?.state !== 'live') return real;
    const { framesPerS, size } = state;
    return { ...real, framesPerS, lens: { ...lens, frameWidth: size.widthPx, frameHeight: size.heightPx } };
  }

  /** Zoom factor at present, as far as the camera says so. */
  zoom(id: string): number {
    return roundTo(1 + (this.zoomMax - 1) * (this.#stream(id)?.zoom?.share ?? 0), 3);
  }

  /** Maker and model, where the aircraft tells them. */
  name(id: string): string | undefined {
    return this.#stream(id)?.cameraName;
  }

  /** Refuses while a stream's camera delivers no pictures; a synthetic stream always does. */
  check(id: string): Result<void> {
    const state = this.#known.get(id)?.state;
    if (state === undefined || state.state === 'live') return accepted;
    const reason = state.state === 'lost' ? state.reason : `the camera of the stream ${id} has not answered yet`;
    return refuse('VIDEO_UNAVAILABLE.noPictures', { stream: id, reason });
  }

  isMissed(id: string): boolean {
    const sinceUs = this.#known.get(id)?.silentSinceUs;
    return sinceUs !== undefined && this.#deps.clock.nowUs() - sinceUs > MISSED_S * US_PER_S;
  }

  accept(id: string, state: CameraLinkState): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    const { clock, log } = this.#deps;
    const silentSinceUs = state.state === 'live' ? undefined : (known.silentSinceUs ?? clock.nowUs());
    this.#known.set(id, { state, silentSinceUs });
    if (state.state === 'live') {
      const { codec, framesPerS, size } = state;
      log.info(
        { stream: id, size: `${size.widthPx}x${size.heightPx}`, codec, framesPerS },
        'a real camera sends pictures',
      );
    } else if (state.state === 'lost') {
      log.warn({ stream: id, reason: state.reason }, 'a real camera sends no pictures; retrying');
    }
  }

  /** The media process has ended: the cameras' states are unknown. */
  forget(): void {
    for (const id of this.#targets.keys()) this.#connect(id);
  }

  #connect(id: string): void {
    this.#known.set(id, { state: { state: 'connecting' }, silentSinceUs: this.#deps.clock.nowUs() });
  }

  #stream(id: string): AircraftStream | undefined {
    return this.#ofAircraft.find((stream) => stream.id === id);
  }

  #isUsable(id: string, url: string): boolean {
    const read = readCameraAddress(url);
    if (!('refusal' in read)) return true;
    const { refusal: reason } = read;
    this.#deps.log.warn({ stream: id, reason }, 'the aircraft has announced a camera address that cannot be used');
    return false;
  }
}
