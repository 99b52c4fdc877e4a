import type { ParameterSets } from '../access-unit.ts';
import type { EncoderChange } from '../encode/h264-encoder.ts';
import type { H264Settings } from '../encode/h264-settings.ts';
import type { FrameTruth, TruthWish } from './frame-truth.ts';
import type { RendererSetup } from './renderer.ts';
import type { PictureState, RenderView } from './scene-state.ts';

/** Start data of a worker. */
export interface WorkerSetup {
  readonly renderer: RendererSetup;
  readonly encoding: H264Settings;
  /** Warm-up: renders an unused picture at once, so that the first one for a viewer is fast. */
  readonly warmsUp: boolean;
  /** Memory of the board with its scenes. */
  readonly board: SharedArrayBuffer;
}

/** How scenes are rendered. */
export type SceneLook = Omit<RenderView, 'scene'>;

export type ToWorker =
  /**
   * Starts the stream, or changes it. Pictures are encoded as H.264 from a key frame on, or not at all; sketches show
   * their objects only.
   */
  | {
      readonly kind: 'run';
      readonly framesPerS: number;
      readonly isEncoded: boolean;
      readonly isSketch: boolean;
    }
  | { readonly kind: 'pause' }
  /** The look of the scene from the next picture on; the first one follows the first scene. */
  | { readonly kind: 'look'; readonly look: SceneLook }
  | { readonly kind: 'keyFrame' }
  /** From the next picture on. */
  | ({ readonly kind: 'encoding' } & EncoderChange)
  /** Whether each picture comes as JPEG; absent: no. */
  | { readonly kind: 'jpeg'; readonly quality: number | undefined }
  /** Whether pictures come with the objects in them. */
  | { readonly kind: 'truth'; readonly wish: TruthWish | undefined }
  | { readonly kind: 'end' };

export interface EncodedFrame {
  /** Views into one buffer; none while H.264 is not wanted. */
  readonly nals: readonly Uint8Array<ArrayBuffer>[];
  readonly isKeyFrame: boolean;
  /** While it is wanted. */
  readonly jpeg: Uint8Array<ArrayBuffer> | undefined;
  readonly state: PictureState;
  readonly realTimeMs: number;
  /** While it is wanted. */
  readonly truth?: FrameTruth;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly parameterSets: ParameterSets }
  | { readonly kind: 'picture'; readonly frame: EncodedFrame; readonly skipped: number; readonly busyMs: number };
