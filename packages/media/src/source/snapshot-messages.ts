import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { PictureState, View } from './scene-state.ts';

/** What the thread for single pictures is started with. */
export interface SnapshotSetup {
  readonly cameraModel: CameraModel;
  readonly seed: number;
  /** Streams of real cameras: nothing is drawn for them. */
  readonly realIds: readonly string[];
}

export type SnapshotOrder =
  | { readonly id: number; readonly streamId: string; readonly view: View }
  | ({ readonly id: number } & CodedPictures);

/** What a real camera has sent. */
export interface CodedPictures {
  /** H.264 with start codes, from a key frame on; the last one is wanted. */
  readonly pictures: readonly Uint8Array<ArrayBuffer>[];
  /** Of the last one. */
  readonly state: PictureState;
}

export type SnapshotResult =
  | { readonly id: number; readonly jpeg: Uint8Array<ArrayBuffer>; readonly state: PictureState }
  | { readonly id: number; readonly failure: string };
