import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { YuvFrame } from '@kitestring/scene/raster/canvas.ts';
import type { View } from './scene-state.ts';

/** Draws what the camera of one stream sees. */
export interface Renderer {
  render(view: View, frame: YuvFrame): void;
}

export interface RendererSetup {
  readonly cameraModel: CameraModel;
  readonly streamId: string;
  /** Of the scene: the same seed is the same town. */
  readonly seed: number;
  /** Paint the time of the machine over the upper edge. */
  readonly hasTimeStrip?: boolean;
}
