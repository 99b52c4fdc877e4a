import type { ParameterSets } from '../access-unit.ts';
import type { EncoderChange } from '../encode/h264-encoder.ts';
import type { H264Settings } from '../encode/h264-settings.ts';
import type { FrameTruth } from './frame-truth.ts';
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
  /** Starts the stream with a key frame. */
  | { readonly kind: 'run'; readonly framesPerS: number }
  | { readonly kind: 'pause' }
  /** The first scene is on the board, or what follows has changed. */
  | { readonly kind: 'look'; readonly look: SceneLook }
  | { readonly kind: 'keyFrame' }
  /** From the next picture on. */
  | ({ readonly kind: 'encoding' } & EncoderChange)
  /** Whether each picture comes with the objects in it. */
  | { readonly kind: 'truth'; readonly isWanted: boolean }
  | { readonly kind: 'end' };

export interface EncodedFrame {
  /** Views into one buffer. */
  readonly nals: readonly Uint8Array<ArrayBuffer>[];
  readonly isKeyFrame: boolean;
  readonly state: PictureState;
  readonly realTimeMs: number;
  /** While it is wanted. */
  readonly truth?: FrameTruth;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly parameterSets: ParameterSets }
  | { readonly kind: 'picture'; readonly frame: EncodedFrame; readonly skipped: number; readonly busyMs: number };
