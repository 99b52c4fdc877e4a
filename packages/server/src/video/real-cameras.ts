import type { CameraState, CameraTarget } from '@kitestring/media/ingest/camera-state.ts';
import type { StreamState } from '@kitestring/media/source/source-pool.ts';
import type { StreamPlan } from '@kitestring/media/stream-plan.ts';
import { type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { accepted, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Log } from '../http/log.ts';

/** A camera that gives no pictures for so long is lost; one that comes back sooner was not missed. */
const MISSED_S = 4;

export interface RealCamerasParts {
  /** By the id of the stream. */
  readonly targets: ReadonlyMap<string, CameraTarget>;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
}

interface Known {
  readonly state: CameraState;
  /** Since when it gives no pictures; undefined while it does. */
  readonly silentSinceUs: number | undefined;
}

/** The streams that come from real cameras: whether each gives pictures, and what is known of them. */
export class RealCameras {
  readonly #parts: RealCamerasParts;
  readonly #known = new Map<string, Known>();

  constructor(parts: RealCamerasParts) {
    this.#parts = parts;
    this.forget();
  }

  get streamIds(): ReadonlySet<string> {
    return new Set(this.#parts.targets.keys());
  }

  /** How a stream is to be, with the camera that is to make it. */
  wished(stream: StreamState): StreamState {
    const camera = this.#parts.targets.get(stream.id);
    return camera === undefined ? stream : { ...stream, camera };
  }

  /** A stream as it is when a real camera makes it: with the camera's own size, and without anything that can be set. */
  planOf(plan: StreamPlan): StreamPlan {
    if (!this.#parts.targets.has(plan.id)) return plan;
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

  /** Refused while the camera of a stream does not give pictures; one that is drawn always does. */
  check(id: string): Result<void> {
    const state = this.#known.get(id)?.state;
    if (state === undefined || state.state === 'live') return accepted;
    const reason = state.state === 'lost' ? state.reason : `the camera of the stream ${id} has not answered yet`;
    return refuse('VIDEO_UNAVAILABLE', `the stream ${id} gives no pictures: ${reason}`);
  }

  isMissed(id: string): boolean {
    const sinceUs = this.#known.get(id)?.silentSinceUs;
    return sinceUs !== undefined && this.#parts.clock.nowUs() - sinceUs > MISSED_S * US_PER_S;
  }

  accept(id: string, state: CameraState): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    const { clock, log } = this.#parts;
    const silentSinceUs = state.state === 'live' ? undefined : (known.silentSinceUs ?? clock.nowUs());
    this.#known.set(id, { state, silentSinceUs });
    if (state.state === 'live') {
      const { framesPerS, size } = state;
      log.info({ stream: id, size: `${size.widthPx}x${size.heightPx}`, framesPerS }, 'a real camera gives pictures');
    } else if (state.state === 'lost') {
      log.warn({ stream: id, reason: state.reason }, 'a real camera gives no pictures; it is tried again');
    }
  }

  /** Nobody is there who knows anything about them: the media process has ended. */
  forget(): void {
    const silentSinceUs = this.#parts.clock.nowUs();
    for (const id of this.#parts.targets.keys()) {
      this.#known.set(id, { state: { state: 'connecting' }, silentSinceUs });
    }
  }
}
