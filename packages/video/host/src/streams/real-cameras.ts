import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { CameraLinkState, CameraTarget } from '@kitestring/video-process/ingest/camera-link-state.ts';
import type { StreamState } from '@kitestring/video-process/source/source-pool.ts';
import type { StreamPlan } from '@kitestring/video-process/stream-plan.ts';

/** Time without pictures after which a camera counts as lost; a shorter gap is ignored. */
const MISSED_S = 4;

interface RealCamerasDeps {
  /** By stream id. */
  readonly targets: ReadonlyMap<string, CameraTarget>;
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

  constructor(deps: RealCamerasDeps) {
    this.#deps = deps;
    this.forget();
  }

  get streamIds(): ReadonlySet<string> {
    return new Set(this.#deps.targets.keys());
  }

  /** Settings of a stream, with its camera. */
  wished(stream: StreamState): StreamState {
    const camera = this.#deps.targets.get(stream.id);
    return camera === undefined ? stream : { ...stream, camera };
  }

  /** Properties of a stream with a real camera: the camera's frame size, and nothing that can be set. */
  planOf(plan: StreamPlan): StreamPlan {
    if (!this.#deps.targets.has(plan.id)) return plan;
    const lens = { ...plan.lens, zoomMin: 1, zoomMax: 1 };
    const state = this.#known.get(plan.id)?.state;
    if (state?.state !== 'live') return { ...plan, lens, isReal: true };
    const { framesPerS, size } = state;
    return {
      ...plan,
      framesPerS,
      lens: { ...lens, frameWidth: size.widthPx, frameHeight: size.heightPx },
      isReal: true,
    };
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
      const { framesPerS, size } = state;
      log.info({ stream: id, size: `${size.widthPx}x${size.heightPx}`, framesPerS }, 'a real camera gives pictures');
    } else if (state.state === 'lost') {
      log.warn({ stream: id, reason: state.reason }, 'a real camera gives no pictures; it is tried again');
    }
  }

  /** The media process has ended: the cameras' states are unknown. */
  forget(): void {
    const silentSinceUs = this.#deps.clock.nowUs();
    for (const id of this.#deps.targets.keys()) {
      this.#known.set(id, { state: { state: 'connecting' }, silentSinceUs });
    }
  }
}
