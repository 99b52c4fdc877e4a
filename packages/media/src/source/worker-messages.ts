import type { ParameterSets } from '../access-unit.ts';
import type { H264Settings } from '../encode/h264-settings.ts';
import type { RendererSetup } from './renderer.ts';
import type { PictureState, RenderView } from './scene-state.ts';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly renderer: RendererSetup;
  readonly encoding: H264Settings;
  /** Draw a picture that nobody sees as soon as it is there, so that the first that somebody wants is quick. */
  readonly warmsUp: boolean;
}

export type ToWorker =
  /** Make pictures from now on, the first of them a key frame. */
  | { readonly kind: 'run'; readonly framesPerS: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'view'; readonly view: RenderView }
  | { readonly kind: 'keyFrame' };

export interface EncodedFrame {
  /** Views on one buffer. */
  readonly nals: readonly Uint8Array<ArrayBuffer>[];
  readonly isKeyFrame: boolean;
  readonly state: PictureState;
  readonly realTimeMs: number;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly parameterSets: ParameterSets }
  | { readonly kind: 'picture'; readonly frame: EncodedFrame; readonly skipped: number; readonly busyMs: number };
