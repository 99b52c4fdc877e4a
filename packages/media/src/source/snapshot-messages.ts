import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { PictureState, RenderView } from './scene-state.ts';
import type { PictureBox, Temperatures } from './temperatures.ts';

/** What the thread for single pictures is started with. */
export interface SnapshotSetup {
  readonly cameraModel: CameraModel;
  readonly seed: number;
  /** Streams of real cameras: no synthetic pictures for them. */
  readonly realIds: readonly string[];
}

export interface SnapshotWorkerSetup extends SnapshotSetup {
  /** Takes a picture of each stream that nobody sees. Not when somebody is waiting for one. */
  readonly warmsUp: boolean;
}

export type SnapshotOrder =
  | { readonly id: number; readonly streamId: string; readonly view: RenderView }
  | ({ readonly id: number } & CodedPictures)
  /** Temperatures to be measured in a picture that nobody sees. */
  | { readonly id: number; readonly streamId: string; readonly view: RenderView; readonly box: PictureBox }
  /** A JPEG to make small. */
  | { readonly id: number; readonly jpeg: Uint8Array };

/** What a real camera has sent. */
export interface CodedPictures {
  /** H.264 with start codes, from a key frame on; the last one is wanted. */
  readonly pictures: readonly Uint8Array<ArrayBuffer>[];
  /** Of the last one. */
  readonly state: PictureState;
}

export type SnapshotResult =
  | { readonly id: number; readonly jpeg: Uint8Array<ArrayBuffer>; readonly state: PictureState }
  | { readonly id: number; readonly thumbnail: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly temperatures: Temperatures }
  | { readonly id: number; readonly failure: string };
