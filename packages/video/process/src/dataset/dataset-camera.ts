import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import { lensOf } from '@kitestring/video-scene/camera/lens.ts';
import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { textureMemory } from '@kitestring/video-scene/texture/texture-memory.ts';
import type { SceneObject } from '@kitestring/video-scene/truth/scene-object.ts';
import { makeRenderer } from '../source/make-renderer.ts';
import type { Renderer } from '../source/renderer.ts';
import { NO_OVERLAY, type SceneState } from '../source/scene-state.ts';
import { encodePng } from './png.ts';

interface DatasetCameraOptions {
  readonly cameraModel: CameraModel;
  readonly type: 'Color' | 'Thermal';
  readonly seed: number;
  /** Largest width, pixels; absent: that of the sensor. */
  readonly widthPx?: number;
}

/** A picture with its objects. */
export interface LabelledPicture {
  readonly png: Uint8Array;
  /** The largest first. */
  readonly objects: readonly SceneObject[];
}

let textures: SharedArrayBuffer | undefined;

/** Takes single pictures of one kind, without video. Equal scenes give equal bytes. */
export class DatasetCamera {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly zoomMax: number;
  readonly #renderer: Renderer;
  readonly #frame: YuvFrame;
  readonly #isThermal: boolean;

  /** @throws RangeError for a camera without such a stream */
  constructor({ cameraModel, seed, type, widthPx: wanted }: DatasetCameraOptions) {
    this.#isThermal = type === 'Thermal';
    const streamId = ['zoom', 'color', 'thermal'].find((id) => lensOf(cameraModel, id)?.type === type);
    const lens = streamId === undefined ? undefined : lensOf(cameraModel, streamId);
    if (streamId === undefined || lens === undefined) throw new RangeError(`${cameraModel} has no ${type} stream`);
    const share = Math.min(1, (wanted ?? lens.frameWidth) / lens.frameWidth);
    this.widthPx = even(lens.frameWidth * share);
    this.heightPx = even(lens.frameHeight * share);
    this.zoomMax = lens.zoomMax;
    textures ??= textureMemory();
    const size = { widthPx: this.widthPx, heightPx: this.heightPx };
    this.#renderer = makeRenderer({ cameraModel, streamId, seed, size, textures });
    this.#frame = makeFrame(this.widthPx, this.heightPx);
  }

  /** @param zoom beyond that of the lens is that of the lens */
  take(scene: SceneState, zoom: number): LabelledPicture {
    this.#renderer.render({ scene, zoom: Math.min(zoom, this.zoomMax), overlay: NO_OVERLAY }, this.#frame);
    const objects = this.#renderer.objects();
    return { png: encodePng(this.#frame, this.#isThermal), objects };
  }
}

const even = (pixels: number): number => 2 * Math.round(pixels / 2);
