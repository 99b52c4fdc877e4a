import { makeFrame, type YuvFrame } from '@kitestring/scene/raster/canvas.ts';
import { JpegEncoder } from '../encode/jpeg-encoder.ts';
import { loadNativeCodecs, type NativeCodecs } from '../encode/native-codecs.ts';
import { streamPlansOf } from '../stream-plan.ts';
import { ANY_VIEW } from './any-view.ts';
import { makeRenderer } from './make-renderer.ts';
import type { Renderer } from './renderer.ts';
import type { PictureState, View } from './scene-state.ts';
import type { SnapshotSetup } from './snapshot-messages.ts';

interface Lens {
  readonly renderer: Renderer;
  readonly jpeg: JpegEncoder;
  readonly frame: YuvFrame;
}

/** Takes single pictures of all streams of a camera. */
export class StillCamera {
  readonly #lenses: ReadonlyMap<string, Lens>;

  private constructor(lenses: ReadonlyMap<string, Lens>) {
    this.#lenses = lenses;
  }

  /** Takes a picture of each stream that nobody sees, so that the first that somebody wants is as quick as the next. */
  static async open({ cameraModel, realIds, seed }: SnapshotSetup): Promise<StillCamera> {
    const codecs: NativeCodecs = await loadNativeCodecs();
    const lenses = new Map<string, Lens>();
    for (const { id, lens } of streamPlansOf(cameraModel)) {
      if (realIds.includes(id)) continue;
      const size = { widthPx: lens.frameWidth, heightPx: lens.frameHeight };
      const renderer = makeRenderer({ cameraModel, streamId: id, seed });
      const frame = makeFrame(size.widthPx, size.heightPx);
      lenses.set(id, { renderer, jpeg: await JpegEncoder.open(codecs, size), frame });
    }
    const camera = new StillCamera(lenses);
    for (const id of lenses.keys()) for (let turn = 0; turn < 2; turn += 1) camera.take(id, ANY_VIEW);
    return camera;
  }

  /** @throws for a stream that there is not, EncoderFault */
  take(streamId: string, view: View): { readonly jpeg: Uint8Array<ArrayBuffer>; readonly state: PictureState } {
    const lens = this.#lenses.get(streamId);
    if (lens === undefined) throw new Error(`there is no stream ${streamId}`);
    const { pose, timeUs } = view.scene;
    const rtpTime = Math.round((performance.timeOrigin + performance.now()) * 90);
    lens.renderer.render(view, lens.frame);
    const jpeg = lens.jpeg.encode(lens.frame);
    const palette = view.palette === undefined ? {} : { palette: view.palette };
    return { jpeg, state: { rtpTime, timeUs, pose, zoom: view.zoom, ...palette } };
  }
}
