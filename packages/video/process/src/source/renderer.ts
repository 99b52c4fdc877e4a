import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { SceneObject } from '@kitestring/video-scene/truth/scene-object.ts';
import type { FrameSize } from '../access-unit.ts';
import type { RenderView, TemperatureRange } from './scene-state.ts';
import type { PictureBox, Temperatures } from './temperatures.ts';

/** Renders the picture of one stream's camera. */
export interface Renderer {
  /** @returns the temperature range of the palette, for a thermal picture */
  render(view: RenderView, frame: YuvFrame): TemperatureRange | undefined;
  /** Objects in the picture that was rendered last; call it before another renderer of this thread draws. */
  objects(): readonly SceneObject[];
  /** Measures temperatures in a picture without viewers; absent for colour streams. */
  measure?(view: RenderView, box: PictureBox): Temperatures;
  /** Temperatures of all pixels as counts of 20 mK, row by row, 0 where masks hide them; absent for colour streams. */
  counts?(view: RenderView): Uint16Array<ArrayBuffer>;
}

export interface RendererSetup {
  readonly cameraModel: CameraModel;
  readonly streamId: string;
  /** Absent: that of the sensor. */
  readonly size?: FrameSize;
  /** Seed of the scene: the same seed gives the same town. */
  readonly seed: number;
  /** Memory for the textures of this seed, shared by all threads: each texture is painted once. */
  readonly textures: SharedArrayBuffer;
  /** Draws the real time over the upper edge. */
  readonly hasTimeStrip?: boolean;
}
