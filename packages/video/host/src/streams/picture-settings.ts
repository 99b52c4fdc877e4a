import { NEUTRAL_LOOK, type PictureLook } from '@kitestring/video-process/source';
import {
  defaultEncoding,
  type EncodingOptions,
  encodingOptions,
  type StreamEncoding,
  withEncoding,
} from '@kitestring/video-process/stream-encoding.ts';
import type { StreamPlan } from '@kitestring/video-process/stream-plan.ts';

/** Settings of the pictures of streams, by id; they stay when the camera is swapped. */
export class PictureSettings {
  readonly #encodings = new Map<string, StreamEncoding>();
  readonly #looks = new Map<string, PictureLook>();
  #version = 0;

  /** Increments with each change. */
  get version(): number {
    return this.#version;
  }

  /** The stream with the size and rate that were chosen for it; a real camera has its own. */
  plan(plan: StreamPlan): StreamPlan {
    return plan.isReal === true ? plan : withEncoding(plan, this.#encodings.get(plan.id));
  }

  lookOf({ id, isReal }: StreamPlan): { readonly look?: PictureLook } {
    const look = this.#looks.get(id);
    return look === undefined || isReal === true ? {} : { look };
  }

  /** An encoding that the stream cannot have has no effect. */
  set(id: string, { encoding, look }: { readonly encoding?: StreamEncoding; readonly look?: PictureLook }): void {
    if (encoding !== undefined) this.#encodings.set(id, encoding);
    if (look !== undefined) this.#looks.set(id, look);
    this.#version += 1;
  }
}

/** Present settings of a stream's pictures, and what they may be. */
export interface ShownPictureSettings {
  readonly encoding: StreamEncoding;
  /** Undefined for a real camera, whose encoder is its own. */
  readonly options?: EncodingOptions;
  /** Undefined for a real camera. */
  readonly look?: PictureLook;
  readonly hasColour: boolean;
}

/** @param plan with the size and rate that were chosen */
export function shownSettings(plan: StreamPlan, settings: PictureSettings): ShownPictureSettings {
  const { encoding = defaultEncoding(plan), isReal, lens } = plan;
  const hasColour = lens.type === 'Color';
  if (isReal === true) return { encoding, hasColour };
  const { look = NEUTRAL_LOOK } = settings.lookOf(plan);
  return { encoding, options: encodingOptions(plan.full ?? plan), look, hasColour };
}
