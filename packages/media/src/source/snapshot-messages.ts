import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { PictureState, View } from './scene-state.ts';

/** What the thread for single pictures is started with. */
export interface SnapshotSetup {
  readonly cameraModel: CameraModel;
  readonly seed: number;
}

export interface SnapshotOrder {
  readonly id: number;
  readonly streamId: string;
  readonly view: View;
}

export type SnapshotResult =
  | { readonly id: number; readonly jpeg: Uint8Array<ArrayBuffer>; readonly state: PictureState }
  | { readonly id: number; readonly failure: string };
