import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { YuvFrame } from '@kitestring/scene/raster/canvas.ts';
import type { RenderView, TemperatureRange } from './scene-state.ts';
import type { PictureBox, Temperatures } from './temperatures.ts';

/** Draws what the camera of one stream sees. */
export interface Renderer {
  /** @returns the range of the palette, where the picture is made of temperatures */
  render(view: RenderView, frame: YuvFrame): TemperatureRange | undefined;
  /** Measures in a picture that nobody sees; absent where there are no temperatures. */
  measure?(view: RenderView, box: PictureBox): Temperatures;
}

export interface RendererSetup {
  readonly cameraModel: CameraModel;
  readonly streamId: string;
  /** Of the scene: the same seed is the same town. */
  readonly seed: number;
  /** Paint the time of the machine over the upper edge. */
  readonly hasTimeStrip?: boolean;
}
